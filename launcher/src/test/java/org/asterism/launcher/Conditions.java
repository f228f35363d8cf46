package org.asterism.launcher;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Waits for something to become true. */
final class Conditions {
    /**
     * Only a test that fails waits for so long: the process may have to start on a machine that is busy with other
     * things.
     */
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private Conditions() {}

    static void await(String what, Callable<Boolean> condition) throws Exception {
        await(what, condition, () -> "");
    }

    static void await(String what, Callable<Boolean> condition, Supplier<String> evidence) throws Exception {
        var end = System.nanoTime() + LIMIT.toNanos();
        while (!condition.call()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("not within " + LIMIT.toSeconds() + " s: " + what + "; " + evidence.get());
            }
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
    }
}
