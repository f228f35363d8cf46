package org.asterism.core.internal.testing;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.IntConsumer;

/** Measures whether the time that an action takes grows with a size, or with its square. */
public final class Growth {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** If the size is multiplied by 8, the time is multiplied by 64 where it grows with the square. */
    private static final int FACTOR = 8;

    private static final double MOST = 24;

    private Growth() {}

    /**
     * Requires that an action, which the calling thread performs alone, takes a time proportional to the size that it
     * is given.
     */
    public static void requireLinear(int size, IntConsumer action) {
        assumeTrue(THREADS.isCurrentThreadCpuTimeSupported(), "no processor time of threads");
        least(() -> action.accept(size / 4)); // compiles the code
        double few = least(() -> action.accept(size));
        double many = least(() -> action.accept(FACTOR * size));
        System.out.printf("%d: %.2f ms, %d: %.2f ms%n", size, few / 1e6, FACTOR * size, many / 1e6);
        assertTrue(many <= MOST * few, () -> many / few + " times the time for " + FACTOR + " times the size");
    }

    /** The processor time of this thread, which does not depend on what else runs on the machine. */
    private static long least(Runnable action) {
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 5; round++) {
            long begin = THREADS.getCurrentThreadCpuTime();
            action.run();
            least = Math.min(least, THREADS.getCurrentThreadCpuTime() - begin);
        }
        return least;
    }
}
