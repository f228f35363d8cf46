package org.asterism.report.tree;

import org.asterism.api.tree.ComponentView;
import org.asterism.report.svg.Paint;

/** Colours of a family of components: of its boxes, and of their edges. */
enum FamilyColours {
    STORAGE("storage", new Paint("#d8e6f5", "#17304a"), new Paint("#4477aa", "#6ea8e0")),
    RESOURCE_MAPPING("resource mapping", new Paint("#fbe3c4", "#45300f"), new Paint("#c77f00", "#e0a030")),
    SPECIAL_PURPOSE("special purpose", new Paint("#e9dcf0", "#382346"), new Paint("#8a4aa0", "#c58fd8")),
    WORKER("worker", new Paint("#dcefdc", "#16361d"), new Paint("#228833", "#5cc070")),
    OTHER("", new Paint("#eceff3", "#262d37"), Paint.everywhere("#8796a5"));

    private final String family;
    private final Paint inside;
    private final Paint edge;

    FamilyColours(String family, Paint inside, Paint edge) {
        this.family = family;
        this.inside = inside;
        this.edge = edge;
    }

    static FamilyColours of(ComponentView component) {
        for (FamilyColours each : values()) {
            if (!each.family.isEmpty() && component.family().startsWith(each.family)) {
                return each;
            }
        }
        return OTHER;
    }

    /** Returns the beginning of the family's name; empty for all others. */
    String family() {
        return family;
    }

    Paint inside() {
        return inside;
    }

    Paint edge() {
        return edge;
    }
}
