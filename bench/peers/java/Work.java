import java.util.Arrays;

/**
 * What each task does: nothing, or a loop whose iterations depend on each other (George Marsaglia's xorshift
 * generator), the same in all programs that are compared.
 */
final class Work {
    private static final long START = 88172645463325252L;
    private static final long CALIBRATION = 400_000;
    private static final int ROUNDS = 60;

    /** Nobody reads it; it keeps the compiler from leaving the loop out. */
    private static volatile long sink;

    private final long iterations;

    Work(long iterations) {
        this.iterations = iterations;
    }

    double iterations() {
        return iterations;
    }

    void run() {
        if (iterations > 0) {
            spin(iterations);
        }
    }

    private static void spin(long iterations) {
        long x = START;
        for (long i = 0; i < iterations; i++) {
            x ^= x << 13;
            x ^= x >>> 7;
            x ^= x << 17;
        }
        if (x == 0) {
            sink = x;
        }
    }

    /** Nanoseconds per iteration while all threads spin, of the slowest thread's best round. */
    static double calibrate(int threads) throws InterruptedException {
        double[] best = new double[threads];
        Arrays.fill(best, Double.MAX_VALUE);
        Thread[] spinning = new Thread[threads];
        for (int number = 0; number < threads; number++) {
            int mine = number;
            spinning[number] = Thread.ofPlatform().start(() -> {
                for (int round = 0; round < ROUNDS; round++) {
                    long begin = System.nanoTime();
                    spin(CALIBRATION);
                    best[mine] = Math.min(best[mine], (System.nanoTime() - begin) / (double) CALIBRATION);
                }
            });
        }
        for (Thread thread : spinning) {
            thread.join();
        }
        return Arrays.stream(best).max().orElseThrow();
    }
}
