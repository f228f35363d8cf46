package org.asterism.core.internal.cost;

import java.util.Arrays;

/** Counts what the code does that {@link CountingClassLoader} has loaded, on one thread. */
public final class Tally {
    private static final long[] COUNTS = new long[Synchronisation.values().length];
    private static Thread counted;

    private Tally() {}

    /** Starts from zero, for the calling thread. */
    static void start() {
        Arrays.fill(COUNTS, 0);
        counted = Thread.currentThread();
    }

    /** Stops counting. */
    static long[] stop() {
        counted = null;
        return COUNTS.clone();
    }

    /** Called before each operation; the number is that of its kind. */
    public static void count(int kind) {
        if (Thread.currentThread() == counted) {
            COUNTS[kind]++;
        }
    }
}
