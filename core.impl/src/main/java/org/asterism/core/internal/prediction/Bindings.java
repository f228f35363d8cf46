package org.asterism.core.internal.prediction;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.asterism.api.model.PerformanceModel;

/**
 * Which {@link Binding} a model of a codelet has, in a table with open addressing by the model's identity. Who asks takes no lock.
 * A program that makes its codelets once has a few; one that makes a model per task is not to fill the memory with them, so a
 * table that is full is thrown away, and what was learnt is found again by its symbol.
 */
final class Bindings {
    private static final int FIRST = 16;
    private static final int MOST = 4096;
    private static final VarHandle SLOTS = MethodHandles.arrayElementVarHandle(Binding[].class);

    private volatile Binding[] slots = new Binding[FIRST];
    private int size;

    /** A model's binding, or null. */
    Binding find(PerformanceModel model) {
        Binding[] now = slots;
        int mask = now.length - 1;
        for (int index = System.identityHashCode(model) & mask; ; index = index + 1 & mask) {
            Binding found = (Binding) SLOTS.getAcquire(now, index);
            if (found == null || found.model() == model) {
                return found;
            }
        }
    }

    /** Adds a binding, unless its model has one by now; the one that it has. */
    synchronized Binding add(Binding made) {
        Binding found = find(made.model());
        if (found != null) {
            return found;
        }
        if (size >= MOST) {
            slots = new Binding[FIRST];
            size = 0;
        }
        if (size >= slots.length / 2) {
            Binding[] grown = new Binding[slots.length * 2];
            for (Binding each : slots) {
                if (each != null) {
                    place(grown, each);
                }
            }
            slots = grown;
        }
        place(slots, made);
        size++;
        return made;
    }

    private static void place(Binding[] table, Binding added) {
        int mask = table.length - 1;
        int index = System.identityHashCode(added.model()) & mask;
        while (SLOTS.getAcquire(table, index) != null) {
            index = index + 1 & mask;
        }
        SLOTS.setRelease(table, index, added);
    }

    /** Forgets all. */
    synchronized void clear() {
        slots = new Binding[FIRST];
        size = 0;
    }
}
