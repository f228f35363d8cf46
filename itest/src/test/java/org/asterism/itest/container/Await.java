package org.asterism.itest.container;

import static org.junit.Assert.fail;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waiting for what other threads bring about, for a limited time. */
final class Await {
    /** Only a test that fails waits for so long: it may be on a machine that is busy with other things. */
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final long NAP_NANOS = 200_000;

    private Await() {}

    /** Waits until a condition holds. */
    static void until(String what, BooleanSupplier condition) {
        long begin = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - begin > PATIENCE.toNanos()) {
                fail("waited in vain until " + what);
            }
            LockSupport.parkNanos(NAP_NANOS);
        }
    }

    /** Begins something on a thread of its own. */
    static <T> FutureTask<T> inBackground(String name, Callable<T> work) {
        FutureTask<T> future = new FutureTask<>(work);
        Thread thread = new Thread(future, name);
        thread.setDaemon(true);
        thread.start();
        return future;
    }

    /** Waits until something that was begun has ended, and says what came of it. */
    static <T> T end(String what, FutureTask<T> future) throws Exception {
        try {
            return future.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException late) {
            // Without the cause, of which Pax Exam would tell nothing else.
            throw new AssertionError("waited in vain for the end of: " + what + ". Threads:\n" + threads());
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof Exception cause ? cause : failed;
        }
    }

    private static String threads() {
        StringBuilder text = new StringBuilder();
        Thread.getAllStackTraces().forEach((thread, stack) -> {
            text.append(thread).append('\n');
            for (StackTraceElement element : stack) {
                text.append("    ").append(element).append('\n');
            }
        });
        return text.toString();
    }
}
