package org.asterism.driver.cuda.internal.memory;

import java.util.ArrayList;
import java.util.List;
import org.asterism.driver.cuda.internal.library.CudaContext;
import org.asterism.driver.cuda.internal.library.CudaFailure;
import org.asterism.spi.device.CompletionWatch;
import org.asterism.spi.driver.Transfer;

/**
 * Copies that were begun, or are to be begun by a thread of this driver. From when they are all in a stream an event tells their end; where a thread
 * has to bring the last bytes to their place, it says so itself.
 */
final class CudaTransfer implements Transfer {
    private static final System.Logger LOG = System.getLogger(CudaTransfer.class.getName());

    private enum State {
        /** A thread of this driver will say more. */
        PREPARED,
        /** All is in the stream; the event tells. */
        RECORDED,
        ENDED
    }

    private final CudaContext context;
    private final CompletionWatch watch;
    private State state = State.PREPARED;
    private long event;
    private boolean watched;
    private Throwable failure;
    private List<Runnable> waiting = List.of();

    CudaTransfer(CudaContext context, CompletionWatch watch) {
        this.context = context;
        this.watch = watch;
    }

    /** All copies are in a stream, and the event behind them. */
    synchronized void recorded(long recorded) {
        event = recorded;
        state = State.RECORDED;
        if (!waiting.isEmpty()) {
            beginToWatch();
        }
    }

    /** All copies have ended, or cannot. */
    void ended(Throwable thrown) {
        List<Runnable> told;
        synchronized (this) {
            end(thrown);
            told = waiting;
            waiting = List.of();
        }
        told.forEach(CudaTransfer::tell);
    }

    @Override
    public synchronized boolean isFinished() throws Exception {
        if (state == State.RECORDED) {
            ask();
        }
        if (state != State.ENDED) {
            return false;
        }
        switch (failure) {
            case null -> {
                return true;
            }
            case Error error -> throw error;
            case Exception exception -> throw exception;
            default -> throw new IllegalStateException(failure);
        }
    }

    /** With the lock. */
    private void ask() {
        try {
            if (context.ask(() -> context.library().hasHappened(event) ? 1 : 0) != 0) {
                end(null);
            }
        } catch (RuntimeException failed) {
            end(failed);
        }
    }

    /** With the lock. */
    private void end(Throwable thrown) {
        if (state == State.ENDED) {
            return;
        }
        state = State.ENDED;
        failure = thrown instanceof CudaFailure failed ? context.explain(failed) : thrown;
        if (!watched) {
            giveEventBack();
        }
    }

    private void giveEventBack() {
        if (event != 0) {
            context.giveBackEvent(event);
            event = 0;
        }
    }

    @Override
    public boolean whenFinished(Runnable wake) {
        synchronized (this) {
            if (state == State.RECORDED) {
                ask();
            }
            if (state != State.ENDED) {
                List<Runnable> more = new ArrayList<>(waiting);
                more.add(wake);
                waiting = more;
                if (state == State.RECORDED && !watched) {
                    beginToWatch();
                }
                return true;
            }
        }
        wake.run();
        return true;
    }

    /** With the lock. The event stays with the watch until it has told. */
    private void beginToWatch() {
        watched = true;
        long awaited = event;
        watch.watch(() -> context.library().awaitEvent(awaited), this::tellAll);
    }

    private void tellAll() {
        List<Runnable> told;
        synchronized (this) {
            if (state == State.RECORDED) {
                ask();
            }
            watched = false;
            giveEventBack();
            told = waiting;
            waiting = List.of();
        }
        told.forEach(CudaTransfer::tell);
    }

    /** Whoever is told first must not keep the others from being told. */
    private static void tell(Runnable wake) {
        try {
            wake.run();
        } catch (RuntimeException | Error thrown) {
            LOG.log(System.Logger.Level.ERROR, "driver.cuda: whoever waited for a copy has thrown " + thrown, thrown);
        }
    }
}
