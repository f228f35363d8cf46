package org.asterism.core.internal.testing;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Waiting for what other threads bring about. A wait ends with an error when the test times out and JUnit interrupts
 * its thread, or after a minute on threads that nobody interrupts, such as those of workers.
 */
public final class Await {
    private static final long LIMIT = TimeUnit.MINUTES.toNanos(1);

    private Await() {}

    /** Waits until a condition holds, for a minute at most. */
    public static void await(BooleanSupplier condition) {
        long begin = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - begin > LIMIT) {
                throw new AssertionError("waited in vain for a minute");
            }
            pause();
        }
    }

    /**
     * One turn of a loop that waits: leaves the processor to those that are waited for, of which there may be more than
     * processors.
     */
    public static void pause() {
        if (Thread.interrupted()) {
            throw new AssertionError("waited in vain");
        }
        Thread.yield();
    }
}
