package org.asterism.driver.opencl.internal.unit;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Small pieces of main memory, into which a unit's device writes the values that tasks inspect. Used by one thread at a
 * time.
 */
final class InspectionSlots {
    /** Size of one piece, in bytes. */
    static final long BYTES = 4096;

    private static final int ALIGNMENT = 64;

    private final Deque<MemorySegment> free = new ArrayDeque<>(0);
    private Arena arena;

    MemorySegment take() {
        if (arena == null) {
            arena = Arena.ofShared();
        }
        return free.isEmpty() ? arena.allocate(BYTES, ALIGNMENT) : free.pop();
    }

    void giveBack(MemorySegment slot) {
        free.push(slot);
    }

    /** Gives all memory back; nothing is written there any more. */
    void release() {
        free.clear();
        if (arena != null) {
            arena.close();
            arena = null;
        }
    }
}
