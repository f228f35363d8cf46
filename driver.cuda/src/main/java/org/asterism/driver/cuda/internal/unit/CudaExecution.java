package org.asterism.driver.cuda.internal.unit;

import org.asterism.driver.cuda.internal.library.CudaContext;
import org.asterism.kit.device.CompletionWatch;
import org.asterism.spi.driver.Execution;

/** The work of a task in a unit's stream, between two events. */
final class CudaExecution implements Execution {
    private final CudaContext context;
    private final CompletionWatch watch;
    private final Exception failure;
    private final Inspections inspections;
    private final Runnable whenEnded;
    private final long begin;
    private final long end;
    private boolean ended;
    private int watches;
    private boolean givenBack;
    private Exception outcome;
    private long nanos = -1;

    /**
     * Work that was put into the stream.
     *
     * @param context the device
     * @param watch waits for the stream's events
     * @param begin has happened when the work begins
     * @param end has happened when it has ended
     * @param failure the reason why the task fails when its work has ended; null if it does not
     * @param inspections the inspections to make when the work has ended well; null for none
     * @param whenEnded is run once when the work has ended, by the worker's thread
     */
    CudaExecution(
            CudaContext context,
            CompletionWatch watch,
            long begin,
            long end,
            Exception failure,
            Inspections inspections,
            Runnable whenEnded) {
        this.context = context;
        this.watch = watch;
        this.begin = begin;
        this.end = end;
        this.failure = failure;
        this.inspections = inspections;
        this.whenEnded = whenEnded;
    }

    @Override
    public boolean isFinished() throws Exception {
        if (!ended) {
            ask();
        }
        if (ended && outcome != null) {
            throw outcome;
        }
        return ended;
    }

    private void ask() {
        try {
            if (context.ask(() -> context.library().hasHappened(end) ? 1 : 0) == 0) {
                return;
            }
            outcome = failure;
            context.within(() -> nanos = Math.round(1e6 * context.library().millisBetween(begin, end)));
        } catch (RuntimeException failed) {
            outcome = failed;
            if (failure != null) {
                failed.addSuppressed(failure);
            }
        }
        ended = true;
        giveEventsBack(false);
        inspect();
        whenEnded.run();
    }

    private void inspect() {
        if (inspections == null) {
            return;
        }
        try {
            if (outcome == null) {
                inspections.look();
            }
        } catch (Exception found) {
            outcome = found;
        } catch (Error fatal) {
            outcome = new IllegalStateException("what looks at a result has thrown " + fatal, fatal);
        } finally {
            inspections.giveBack();
        }
    }

    @Override
    public boolean whenFinished(Runnable wake) {
        if (ended) {
            wake.run();
            return true;
        }
        synchronized (this) {
            watches++;
        }
        watch.watch(() -> context.library().awaitEvent(end), () -> {
            giveEventsBack(true);
            wake.run();
        });
        return true;
    }

    /**
     * The events are free when the work has ended, and the watch does not wait for them either; under the lock, as the
     * watch has a thread of its own.
     */
    private synchronized void giveEventsBack(boolean fromWatch) {
        if (fromWatch) {
            watches--;
        } else {
            givenBack = true;
        }
        if (givenBack && watches == 0) {
            context.giveBackTimer(begin);
            context.giveBackTimer(end);
        }
    }

    @Override
    public long kernelNanos() {
        return nanos;
    }
}
