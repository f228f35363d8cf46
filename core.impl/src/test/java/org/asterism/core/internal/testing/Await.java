package org.asterism.core.internal.testing;

import java.util.function.BooleanSupplier;

/**
 * Waiting for what other threads bring about. What never comes ends with the test's time-out: JUnit interrupts the test's thread, and
 * a loop that did not heed that would go on for ever, and the build with it.
 */
public final class Await {
    private Await() {}

    /** Waits until a condition holds. */
    public static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            pause();
        }
    }

    /** One turn of a loop that waits: leaves the processor to those that are waited for, of which there may be more than processors. */
    public static void pause() {
        if (Thread.interrupted()) {
            throw new AssertionError("waited in vain");
        }
        Thread.yield();
    }
}
