package org.asterism.bench.parts.budget;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;

/**
 * Counts the operations of one thread at a time, separately for each {@link Part}. It counts the synchronising
 * operations of classes that an {@link InstrumentingClassLoader} has loaded, and the bytes that the thread allocates.
 */
public final class Tally implements Meter {
    /** There is only one, since instrumented code calls static methods. */
    static final Tally METER = new Tally();

    private static final int OUTSIDE = -1;
    private static final int MOST_SITES = 1 << 14;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final long[][] OPERATIONS = new long[Part.values().length][MOST_SITES];
    private static final long[] BYTES = new long[Part.values().length];

    private static Thread counted;

    /** The part that the thread is in where it has entered none. */
    private static int base;

    private static int part;
    private static long allocated;

    private Tally() {}

    static void reset() {
        Arrays.fill(BYTES, 0);
        for (long[] operations : OPERATIONS) {
            Arrays.fill(operations, 0);
        }
    }

    /** Returns the number of times that the operation of a site was done in a part. */
    static long operations(Part asked, int site) {
        return OPERATIONS[asked.ordinal()][site];
    }

    /** Returns the number of bytes that were allocated in a part. */
    static long bytes(Part asked) {
        return BYTES[asked.ordinal()];
    }

    @Override
    public void begin(int first) {
        base = first;
        part = first;
        counted = Thread.currentThread();
        allocated = THREADS.getCurrentThreadAllocatedBytes();
    }

    @Override
    public void end() {
        change(base);
        counted = null;
    }

    /** Is called where a part begins; returns what {@link #leave} is to be given at its end. */
    public static int enter(int next) {
        if (Thread.currentThread() != counted) {
            return OUTSIDE;
        }
        int outer = part;
        change(next);
        return outer;
    }

    /** Is called where a part ends. */
    public static void leave(int outer) {
        if (Thread.currentThread() == counted) {
            change(outer == OUTSIDE ? base : outer);
        }
    }

    private static void change(int next) {
        long now = THREADS.getCurrentThreadAllocatedBytes();
        BYTES[part] += now - allocated;
        allocated = now;
        part = next;
    }

    /** Is called before each operation. */
    public static void count(int site) {
        if (Thread.currentThread() == counted) {
            OPERATIONS[part][site]++;
        }
    }
}
