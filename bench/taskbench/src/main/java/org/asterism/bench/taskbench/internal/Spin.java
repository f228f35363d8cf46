package org.asterism.bench.taskbench.internal;

import java.util.Arrays;

/**
 * Work of a known length: a loop whose iterations depend on each other. The work is a number of iterations and not a
 * time, so an interruption of the thread does not shorten it. The other runtimes' programs in {@code bench/peers} spin
 * in the same way.
 *
 * <p>The loop is George Marsaglia's xorshift generator with the shifts 13, 7 and 17 (Xorshift RNGs, Journal of
 * Statistical Software 8(14), 2003).
 */
final class Spin {
    private static final long START = 88172645463325252L;
    private static final long ITERATIONS = 400_000;
    private static final int ROUNDS = 60;

    /** Nobody reads it; it keeps the compiler from leaving the loop out. */
    private static volatile long sink;

    private Spin() {}

    static void iterations(long number) {
        long x = START;
        for (long i = 0; i < number; i++) {
            x ^= x << 13;
            x ^= x >>> 7;
            x ^= x << 17;
        }
        if (x == 0) {
            sink = x;
        }
    }

    /**
     * Measures the loop on several threads at once, for processors are slower when all of them work.
     *
     * @return nanoseconds per iteration, of the slowest thread's best round
     */
    static double calibrate(int threads) throws InterruptedException {
        double[] best = new double[threads];
        Arrays.fill(best, Double.MAX_VALUE);
        Thread[] spinning = new Thread[threads];
        for (int number = 0; number < threads; number++) {
            int mine = number;
            spinning[number] = Thread.ofPlatform()
                    .daemon()
                    .name("calibrate-" + number)
                    .start(() -> {
                        for (int round = 0; round < ROUNDS; round++) {
                            long begin = System.nanoTime();
                            iterations(ITERATIONS);
                            best[mine] = Math.min(best[mine], (System.nanoTime() - begin) / (double) ITERATIONS);
                        }
                    });
        }
        for (Thread thread : spinning) {
            thread.join();
        }
        return Arrays.stream(best).max().orElseThrow();
    }
}
