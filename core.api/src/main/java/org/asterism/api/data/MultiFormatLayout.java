package org.asterism.api.data;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;

/**
 * Layout of data with different forms on different architectures, for instance an array of structures for CPU cores and
 * a structure of arrays for a GPU.
 *
 * <p>The program registers and acquires the standard form, and workers of CPU cores use it too. Some other
 * architectures have further forms, each with codelets that convert to it and back.
 *
 * <p>Kernels see the form of the architecture that they run on. If that form is not up to date, the worker converts
 * before the kernel begins, on its own memory node. A task that only overwrites the data needs no conversion. A task
 * that writes one form makes the others stale. Data that are needed in two forms by turns are converted each time, so
 * tasks on them should stay on one kind of worker for a while.
 *
 * <p>A worker converts data itself if it can. For that, {@link Form#fromStandard} should have an implementation for the
 * form's architecture and {@link Form#toStandard} one for CPUs. If the worker cannot, another worker converts first,
 * and the task is scheduled once more. If no worker can, the task fails. A conversion from one form to another always
 * passes through the standard form.
 *
 * <p>Conversion codelets may have performance models. These learn from the conversions that workers make, with the
 * source and target forms as the data of the task. Policies that predict transfer times include the conversion.
 *
 * <p>Such data cannot be cut into pieces. Copies between memory nodes do not convert.
 *
 * @param standard the form of main memory, the program and CPU cores
 * @param forms the further forms, by the architecture that uses them
 */
public record MultiFormatLayout(Layout standard, Map<Architecture, Form> forms) implements Layout {
    /**
     * A form of the data other than the standard one. Architectures with equal forms share their copies.
     *
     * @param layout the layout of the data in this form
     * @param fromStandard codelet that converts to this form, with two handles: the standard form with mode R, and this
     *     form with mode W
     * @param toStandard codelet that converts back, with two handles: this form with mode R, and the standard form with
     *     mode W
     */
    public record Form(Layout layout, Codelet fromStandard, Codelet toStandard) {
        /** Checks the layout and the codelets. */
        public Form {
            refuseForms(layout, "a form");
            requireConversion(fromStandard, "fromStandard");
            requireConversion(toStandard, "toStandard");
        }

        private static void requireConversion(Codelet codelet, String which) {
            Objects.requireNonNull(codelet, which);
            if (!codelet.accessModes().equals(List.of(Access.R, Access.W))) {
                throw new IllegalArgumentException(
                        which + ": codelet '" + codelet.name() + "' has the access modes " + codelet.accessModes()
                                + ": what converts data needs two handles, the one it reads with mode R and the one "
                                + "it writes with mode W");
            }
        }
    }

    /** Copies the forms and checks the layouts. */
    public MultiFormatLayout {
        refuseForms(standard, "the standard form");
        Map<Architecture, Form> copy = new LinkedHashMap<>(forms);
        copy.forEach((architecture, form) -> {
            Objects.requireNonNull(architecture, "architecture");
            Objects.requireNonNull(form, "form");
            if (architecture == Architecture.CPU) {
                throw new IllegalArgumentException(
                        "data cannot have a form of their own for cpu: CPU cores see the standard form");
            }
        });
        forms = Collections.unmodifiableMap(copy);
    }

    /**
     * Starts a layout with one form.
     *
     * @param standard the form of main memory, the program and CPU cores
     * @return to be completed by {@link #with}
     */
    public static MultiFormatLayout of(Layout standard) {
        return new MultiFormatLayout(standard, Map.of());
    }

    /**
     * Adds a form.
     *
     * @param architecture the architecture that uses it; not CPU cores
     * @param layout the layout of the data in this form
     * @param fromStandard converts to it: two handles, the standard form with mode R and this one with mode W
     * @param toStandard converts back: two handles, this form with mode R and the standard one with mode W
     * @return another layout
     * @throws IllegalArgumentException if the architecture is CPU or has a form already, the layout has several forms
     *     itself, or a codelet has other modes
     */
    public MultiFormatLayout with(Architecture architecture, Layout layout, Codelet fromStandard, Codelet toStandard) {
        if (forms.containsKey(architecture)) {
            throw new IllegalArgumentException("there is a form for " + architecture + " already, which is a "
                    + forms.get(architecture).layout().kind() + ": give each architecture one");
        }
        Map<Architecture, Form> more = new LinkedHashMap<>(forms);
        more.put(architecture, new Form(layout, fromStandard, toStandard));
        return new MultiFormatLayout(standard, more);
    }

    private static void refuseForms(Layout layout, String which) {
        Objects.requireNonNull(layout, which);
        if (layout instanceof MultiFormatLayout) {
            throw new IllegalArgumentException(
                    which + " of data cannot have several forms itself: give it a layout of one form");
        }
    }

    /**
     * The layout that an architecture sees.
     *
     * @param architecture a kind of processor
     * @return that of its form; the standard one if it has none
     */
    public Layout layoutFor(Architecture architecture) {
        Form form = forms.get(architecture);
        return form == null ? standard : form.layout();
    }

    @Override
    public String kind() {
        return "multi-format";
    }

    @Override
    public List<BufferShape> buffers() {
        return standard.buffers();
    }

    /** Returns the view of a copy in the standard form. */
    @Override
    public DataView view(List<Buffer> buffers) {
        return standard.view(buffers);
    }

    @Override
    public long bytes() {
        return standard.bytes();
    }

    /** That of the standard form: models tell architectures apart themselves. */
    @Override
    public int footprint() {
        return standard.footprint();
    }
}
