package org.asterism.console.web.internal.http;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.asterism.spi.thread.BackgroundThread;

/** A thread that looks after what must not stay open, once a second. It sleeps while nothing is open. */
public final class Housekeeping implements AutoCloseable {
    private static final long PERIOD_MILLIS = 1000;

    private final List<BooleanSupplier> chores;
    private final BackgroundThread thread = new BackgroundThread("asterism-console-housekeeping", this::run);
    private boolean needed;
    private boolean ended;

    /**
     * Starts the thread.
     *
     * @param chores each says whether it is needed again in a second
     */
    public Housekeeping(List<BooleanSupplier> chores) {
        this.chores = List.copyOf(chores);
        thread.start();
    }

    /** Something was opened. */
    public synchronized void wake() {
        if (!needed) {
            needed = true;
            notifyAll();
        }
    }

    private void run() {
        try {
            while (awaitWork()) {
                boolean again = false;
                for (BooleanSupplier chore : chores) {
                    again |= chore.getAsBoolean();
                }
                if (again) {
                    wake();
                }
            }
        } catch (InterruptedException _) {
            // Nobody interrupts this thread but to end it.
        }
    }

    private synchronized boolean awaitWork() throws InterruptedException {
        while (!needed && !ended) {
            wait();
        }
        needed = false;
        if (!ended) {
            wait(PERIOD_MILLIS); // "wake" may shorten it, which is harmless
        }
        return !ended;
    }

    /** Ends the thread. */
    @Override
    public void close() {
        synchronized (this) {
            ended = true;
            notifyAll();
        }
    }
}
