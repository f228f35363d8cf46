package org.asterism.core.internal.prediction;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import org.asterism.api.model.PerformanceModel;

/**
 * The {@link Binding} of each model, in a table with open addressing by the model's identity. A look-up takes no lock.
 *
 * <p>The table does not keep models in memory, because a model belongs to a program that may be uninstalled. A program
 * that makes its codelets once has a few models. A program that makes a model per task must not fill the memory with
 * bindings. So a full table is thrown away, and bindings are made anew from what was learnt under their symbols.
 */
final class Bindings {
    private static final int FIRST = 16;
    private static final int MOST = 4096;
    private static final VarHandle SLOTS = MethodHandles.arrayElementVarHandle(Slot[].class);

    private static final class Slot extends WeakReference<PerformanceModel> {
        private final Binding binding;

        Slot(PerformanceModel model, Binding binding) {
            super(model);
            this.binding = binding;
        }
    }

    private volatile Slot[] slots = new Slot[FIRST];

    /** Number of slots that are taken, including those of models that are gone. */
    private int size;

    /** A model's binding, or null. */
    Binding find(PerformanceModel model) {
        Slot[] now = slots;
        int mask = now.length - 1;
        for (int index = System.identityHashCode(model) & mask; ; index = index + 1 & mask) {
            Slot found = (Slot) SLOTS.getAcquire(now, index);
            if (found == null) {
                return null;
            }
            if (found.refersTo(model)) {
                return found.binding;
            }
        }
    }

    /** Adds a binding, unless its model has one by now; the one that it has. */
    synchronized Binding add(PerformanceModel model, Binding made) {
        Binding found = find(model);
        if (found != null) {
            return found;
        }
        if (size >= slots.length / 2) {
            rebuild();
        }
        place(slots, model, new Slot(model, made));
        size++;
        return made;
    }

    /** Makes room by leaving out models that are gone, in a larger table if that is not enough. */
    private void rebuild() {
        long live = Arrays.stream(slots)
                .filter(each -> each != null && !each.refersTo(null))
                .count();
        if (live >= MOST) {
            clear();
            return;
        }
        Slot[] rebuilt = new Slot[4 * live > slots.length ? 2 * slots.length : slots.length];
        size = 0;
        for (Slot each : slots) {
            PerformanceModel model = each == null ? null : each.get();
            if (model != null) {
                place(rebuilt, model, each);
                size++;
            }
        }
        slots = rebuilt;
    }

    private static void place(Slot[] table, PerformanceModel model, Slot added) {
        int mask = table.length - 1;
        int index = System.identityHashCode(model) & mask;
        while (SLOTS.getAcquire(table, index) != null) {
            index = index + 1 & mask;
        }
        SLOTS.setRelease(table, index, added);
    }

    /** Forgets all. */
    synchronized void clear() {
        slots = new Slot[FIRST];
        size = 0;
    }
}
