package org.asterism.tck;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.asterism.api.Clock;
import org.asterism.spi.driver.Transfer;

/**
 * Wait for copies by polling.
 *
 * @param patience timeout of a wait
 * @param clock clock of the driver; virtual time advances during waits
 */
record TransferWatch(Duration patience, Clock clock) {
    /** Polls until a transfer has ended. */
    void awaitEnd(Transfer transfer) {
        assertNotNull(transfer, "a copy must give a transfer, Transfer.FINISHED if it has ended");
        awaitThat(() -> isFinished(transfer), "a transfer did not end");
    }

    /** Polls once; a failed transfer fails the test. */
    static boolean isFinished(Transfer transfer) {
        try {
            return transfer.isFinished();
        } catch (Exception failed) {
            throw new AssertionError("a transfer failed: " + failed, failed);
        }
    }

    /** Polls until a condition is true. */
    void awaitThat(BooleanSupplier condition, String otherwise) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() - start < patience.toNanos(), () -> otherwise + " within " + patience);
            if (clock instanceof VirtualEvents virtual) {
                virtual.next();
            } else {
                Thread.onSpinWait();
            }
        }
    }

    /** Blocks the calling thread until it is released, or longer than any wait may take. */
    void hold(CountDownLatch go) {
        try {
            go.await(2 * patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException stray) {
            Thread.currentThread().interrupt();
        }
    }
}
