package org.asterism.trace.report.internal.page;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.asterism.api.tree.ComponentView;
import org.asterism.api.tree.TreeView;
import org.asterism.report.tree.TreePicture;
import org.asterism.trace.TraceComponent;
import org.asterism.trace.TraceTree;
import org.asterism.trace.report.internal.analysis.TreeUse;
import org.asterism.trace.report.internal.page.Picture.Run;

/** The trees of contexts, with the tasks that their components kept. */
final class TreeSection {
    private static final int MOST_ROWS = 300;
    private static final String WORKER = "worker";

    private TreeSection() {}

    static boolean isShown(Run run) {
        return !run.analysis().trees().isEmpty();
    }

    static void write(Html html, Run run) {
        if (!isShown(run)) {
            html.element("p", "No context had a tree.");
        }
        for (TreeUse use : run.analysis().trees()) {
            String policy = use.tree().policy();
            html.element("h3", policy + " in context " + use.context());
            long since = Math.max(0, use.since() - run.analysis().from());
            html.element("p", "In charge since " + Amount.time(since).text() + ".");
            html.open(
                    "div", "class", "scroll tree", "tabindex", 0, "role", "region", "aria-label", "tree of " + policy);
            html.raw(new TreePicture(
                            "Tasks kept by each component",
                            "a task counts each time that a component is given it to keep",
                            view(use),
                            false)
                    .element());
            html.close();
            table(use).writeFolded(html);
        }
    }

    private static Table table(TreeUse use) {
        List<TraceComponent> components = use.tree().components();
        String whole = "components of " + use.tree().policy();
        Table table = new Table(
                components.size() > MOST_ROWS ? "the first " + MOST_ROWS + " " + whole : whole,
                "component",
                "kind",
                "keeps tasks",
                "tasks kept",
                "below it",
                "workers");
        components.stream()
                .limit(MOST_ROWS)
                .forEach(each -> table.row(
                        each.name(),
                        each.kind(),
                        each.reservoir() ? "yes" : "no",
                        Amount.count(use.kept(each.name())),
                        String.join(", ", each.children()),
                        Amount.count(each.workers().size())));
        return table;
    }

    /** A recording has no parameters and families of components, and no loads. */
    private static TreeView view(TreeUse use) {
        TraceTree tree = use.tree();
        Map<String, Integer> areas = areas(tree.components());
        return new TreeView(
                tree.policy(),
                "",
                tree.components().stream()
                        .map(each -> new ComponentView(
                                each.name(),
                                each.kind(),
                                each.kind().equals(WORKER) ? WORKER : "",
                                new LinkedHashMap<>(),
                                List.of(),
                                each.children(),
                                each.workers(),
                                true,
                                true,
                                areas.get(each.name()),
                                each.reservoir(),
                                false,
                                use.kept(each.name()),
                                0,
                                Double.NaN,
                                Long.MAX_VALUE))
                        .toList(),
                0,
                0);
    }

    /** A component that keeps tasks ends its area. Each component comes before those below it. */
    private static Map<String, Integer> areas(List<TraceComponent> components) {
        Map<String, Integer> areas = new HashMap<>();
        for (TraceComponent each : components) {
            int below = areas.computeIfAbsent(each.name(), _ -> 1) + (each.reservoir() ? 1 : 0);
            each.children().forEach(child -> areas.merge(child, below, Math::max));
        }
        return areas;
    }
}
