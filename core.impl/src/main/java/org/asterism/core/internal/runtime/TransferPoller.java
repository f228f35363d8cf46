package org.asterism.core.internal.runtime;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.asterism.core.internal.coherence.Traffic;
import org.asterism.spi.driver.Transfer;
import org.asterism.spi.thread.BackgroundThread;

/**
 * Polls copies whose drivers cannot report their end. Its thread steps the traffic, and exists while there are such
 * copies and a moment longer.
 */
final class TransferPoller implements Poller {
    private static final long FIRST_NAP_NANOS = 2_000;
    private static final long LONGEST_NAP_NANOS = 200_000;
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private Traffic traffic;
    private Thread thread;

    @Override
    public void connect(Traffic stepped) {
        traffic = stepped;
    }

    @Override
    public synchronized void watch(Transfer transfer) {
        if (thread == null) {
            thread = new BackgroundThread("asterism-transfers", this::run);
            thread.start();
        } else {
            LockSupport.unpark(thread);
        }
    }

    private void run() {
        long nap = FIRST_NAP_NANOS;
        long idle = 0;
        while (idle < IDLE_NANOS || !retire()) {
            traffic.step();
            if (traffic.mustBeStepped()) {
                idle = 0;
                nap = Math.min(LONGEST_NAP_NANOS, 2 * nap);
                LockSupport.parkNanos(this, nap);
            } else {
                nap = FIRST_NAP_NANOS;
                idle += IDLE_NANOS / 10;
                LockSupport.parkNanos(this, IDLE_NANOS / 10);
            }
        }
    }

    /** Ends the thread if nothing has come meanwhile. */
    private synchronized boolean retire() {
        if (traffic.mustBeStepped()) {
            return false;
        }
        thread = null;
        return true;
    }
}
