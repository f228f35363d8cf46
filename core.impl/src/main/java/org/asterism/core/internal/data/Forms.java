package org.asterism.core.internal.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Implementation;
import org.asterism.api.data.Layout;
import org.asterism.api.data.MultiFormatLayout;

/**
 * The forms of data that have a different layout on each architecture.
 *
 * <p>Each form is a handle that only the core knows. A form has its own copies, but no place in the order of accesses:
 * that order belongs to the data as a whole. A form is up to date if one of its copies is valid.
 */
public final class Forms {
    /** The standard form is the first. */
    public static final int STANDARD = 0;

    private final Handle whole;
    private final List<Handle> handles = new ArrayList<>();
    private final List<Further> further = new ArrayList<>();
    private final byte[] byArchitecture = new byte[Long.SIZE];

    /** Makes the handles of forms, and the converters between them. */
    public interface Maker {
        /** Makes the handle of one form, which is given its forms. */
        Handle form(Forms forms, Layout layout);

        /** Makes what converts one form to another. */
        Converter converter(Codelet codelet, Handle from, Handle to);
    }

    /** The properties of a form besides its handle. The standard form has only the architecture that uses it. */
    private record Further(
            MultiFormatLayout.Form described, Architecture seenBy, Converter fromStandard, Converter toStandard) {}

    /** Makes the forms of data; architectures whose forms are equal share one. */
    public Forms(Handle whole, MultiFormatLayout layout, Maker maker) {
        this.whole = whole;
        handles.add(maker.form(this, layout.standard()));
        further.add(new Further(null, Architecture.CPU, null, null));
        for (Map.Entry<Architecture, MultiFormatLayout.Form> entry :
                layout.forms().entrySet()) {
            int known = find(entry.getValue());
            byArchitecture[entry.getKey().index()] = (byte) (known < 0 ? handles.size() : known);
            if (known < 0) {
                add(entry.getValue(), entry.getKey(), maker);
            }
        }
    }

    private int find(MultiFormatLayout.Form described) {
        for (int form = 1; form < further.size(); form++) {
            if (further.get(form).described().equals(described)) {
                return form;
            }
        }
        return -1;
    }

    private void add(MultiFormatLayout.Form described, Architecture architecture, Maker maker) {
        Handle form = maker.form(this, described.layout());
        handles.add(form);
        further.add(new Further(
                described,
                architecture,
                maker.converter(described.fromStandard(), standard(), form),
                maker.converter(described.toStandard(), form, standard())));
    }

    /**
     * Returns a codelet that makes its worker convert: it reads the form that is made, and its own implementations
     * never run.
     */
    private static Codelet readingOnly(Codelet conversion) {
        Codelet.Builder builder =
                Codelet.named(conversion.name()).access(Access.R).attempts(conversion.attempts());
        for (Architecture architecture : Architecture.known()) {
            if (conversion.runsOn(architecture)) {
                for (Implementation implementation : conversion.implementations(architecture)) {
                    builder.implementation(architecture, implementation);
                }
            }
        }
        return builder.build();
    }

    /** The data that have these forms. */
    public Handle whole() {
        return whole;
    }

    /** All forms, the standard one first. */
    public List<Handle> all() {
        return handles;
    }

    /** Returns the form for an architecture; the standard form if the architecture is null. */
    public Handle of(Architecture architecture) {
        return architecture == null ? standard() : handles.get(byArchitecture[architecture.index()]);
    }

    /** Returns the form for the program and CPU cores. */
    public Handle standard() {
        return handles.get(STANDARD);
    }

    /** Returns the converter from the standard form to another one. */
    public Converter fromStandard(int form) {
        return further.get(form).fromStandard();
    }

    /** Returns the converter from another form to the standard one. */
    public Converter toStandard(int form) {
        return further.get(form).toStandard();
    }

    /**
     * Returns the codelet to submit so that a form is made from the standard one. It runs where that conversion can
     * run.
     */
    public Codelet maker(int form) {
        return readingOnly(fromStandard(form).codelet());
    }

    /** Returns the codelet to submit so that the standard form is made from another one. */
    public Codelet makerOfStandard(int source) {
        return readingOnly(toStandard(source).codelet());
    }

    /** A form in words, for messages. */
    public String text(int form) {
        String kind = handles.get(form).layout().kind();
        return form == STANDARD
                ? "standard form (" + kind + ")"
                : "form for " + further.get(form).seenBy() + " (" + kind + ")";
    }

    /** The name of a form's handle. */
    String nameOf(Handle form) {
        int index = handles.indexOf(form);
        return index <= STANDARD ? whole.name() : whole.name() + " in its " + text(index);
    }
}
