package org.asterism.topology.hwloc.internal;

import java.util.BitSet;

/** Checks before every binding of a thread. */
final class Binding {
    private Binding() {}

    /**
     * Checks that the calling thread can be bound at all.
     *
     * @throws IllegalStateException on a virtual thread: its carrier would be bound, and with it all threads it carries
     * @throws IllegalArgumentException if the set is empty
     */
    static void check(BitSet processingUnits) {
        if (Thread.currentThread().isVirtual()) {
            throw new IllegalStateException("thread '" + Thread.currentThread().getName()
                    + "' is virtual and cannot be bound to processing units: use a platform thread");
        }
        if (processingUnits.isEmpty()) {
            throw new IllegalArgumentException("no processing unit to bind to: name at least one");
        }
    }
}
