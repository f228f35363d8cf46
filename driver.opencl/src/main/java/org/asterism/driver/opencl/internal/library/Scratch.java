package org.asterism.driver.opencl.internal.library;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A few words of main memory for each thread, through which arguments and results of calls pass, so that no call
 * allocates. Threads refer to a class of the JDK only, so they do not prevent the unloading of a bundle.
 */
final class Scratch {
    /** Offset of where calls put what they give. */
    static final long ANSWER = 0;
    /** Offset of where calls put the number of an error. */
    static final long CODE = 16;
    /** Offset of a value that is given to a call. */
    static final long VALUE = 24;
    /** Offsets of up to three words each. */
    static final long FIRST = 40;

    static final long SECOND = 64;
    static final long THIRD = 88;

    private static final long BYTES = 112;
    private static final ThreadLocal<MemorySegment> OF_THREAD =
            ThreadLocal.withInitial(() -> Arena.ofAuto().allocate(BYTES, Long.BYTES));

    private Scratch() {}

    /** The calling thread's. It lives as long as the thread. */
    static MemorySegment get() {
        return OF_THREAD.get();
    }

    static long word(MemorySegment scratch, long offset) {
        return scratch.get(ValueLayout.JAVA_LONG, offset);
    }

    static int number(MemorySegment scratch, long offset) {
        return scratch.get(ValueLayout.JAVA_INT, offset);
    }

    static void put(MemorySegment scratch, long offset, long word) {
        scratch.set(ValueLayout.JAVA_LONG, offset, word);
    }

    static void put(MemorySegment scratch, long offset, long x, long y, long z) {
        put(scratch, offset, x);
        put(scratch, offset + Long.BYTES, y);
        put(scratch, offset + 2 * Long.BYTES, z);
    }
}
