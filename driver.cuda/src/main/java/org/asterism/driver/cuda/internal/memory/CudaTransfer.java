package org.asterism.driver.cuda.internal.memory;

import java.util.ArrayList;
import java.util.List;
import org.asterism.driver.cuda.internal.library.CudaContext;
import org.asterism.driver.cuda.internal.library.CudaFailure;
import org.asterism.kit.device.CompletionWatch;
import org.asterism.spi.driver.Transfer;

/**
 * Copies that were begun, or will be begun by a thread of this driver. When they are all in a stream, an event marks
 * their end. If a thread has to move the last bytes, it reports the end itself.
 *
 * <p>The lock guards this state, and is never held during calls to the driver. The event must not be reused before its
 * last query. So threads that query it or wait hold it, and it is given back when the copies have ended and no thread
 * holds it.
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
    private int holders;
    private boolean watched;
    private Throwable failure;
    private List<Runnable> waiting = List.of();

    CudaTransfer(CudaContext context, CompletionWatch watch) {
        this.context = context;
        this.watch = watch;
    }

    /** All copies are in a stream, and the event behind them. */
    void recorded(long recorded) {
        boolean awaited;
        synchronized (this) {
            event = recorded;
            state = State.RECORDED;
            awaited = !waiting.isEmpty() && claimWatch();
        }
        if (awaited) {
            beginToWatch();
        }
    }

    /** All copies have ended, or cannot. */
    void ended(Throwable thrown) {
        end(thrown);
        tell(thoseWaiting(false));
    }

    @Override
    public boolean isFinished() throws Exception {
        ask();
        Throwable thrown;
        synchronized (this) {
            if (state != State.ENDED) {
                return false;
            }
            thrown = failure;
        }
        switch (thrown) {
            case null -> {
                return true;
            }
            case Error error -> throw error;
            case Exception exception -> throw exception;
            default -> throw new IllegalStateException(thrown);
        }
    }

    /** Asks the event, if that is what tells. */
    private void ask() {
        long asked = hold();
        if (asked == 0) {
            return;
        }
        try {
            if (context.ask(() -> context.library().hasHappened(asked) ? 1 : 0) != 0) {
                end(null);
            }
        } catch (RuntimeException failed) {
            end(failed);
        } finally {
            letGo();
        }
    }

    private synchronized long hold() {
        if (state != State.RECORDED) {
            return 0;
        }
        holders++;
        return event;
    }

    private void letGo() {
        long unused = 0;
        synchronized (this) {
            holders--;
            if (state == State.ENDED && holders == 0) {
                unused = event;
                event = 0;
            }
        }
        if (unused != 0) {
            context.giveBackEvent(unused);
        }
    }

    private void end(Throwable thrown) {
        Throwable explained = thrown instanceof CudaFailure failed ? context.explain(failed) : thrown;
        synchronized (this) {
            if (state != State.ENDED) {
                state = State.ENDED;
                failure = explained;
            }
        }
    }

    @Override
    public boolean whenFinished(Runnable wake) {
        ask();
        boolean ended;
        boolean awaited;
        synchronized (this) {
            ended = state == State.ENDED;
            if (!ended) {
                List<Runnable> more = new ArrayList<>(waiting);
                more.add(wake);
                waiting = more;
            }
            awaited = state == State.RECORDED && claimWatch();
        }
        if (ended) {
            wake.run();
        } else if (awaited) {
            beginToWatch();
        }
        return true;
    }

    /** With the lock: whether the caller is the one to have the event watched, which holds it for that. */
    private boolean claimWatch() {
        if (watched) {
            return false;
        }
        watched = true;
        holders++;
        return true;
    }

    private void beginToWatch() {
        long awaited = event; // stays, as it is held
        try {
            watch.watch(() -> context.library().awaitEvent(awaited), () -> {
                ask();
                tell(thoseWaiting(true));
                letGo();
            });
        } catch (IllegalStateException closed) {
            letGo();
            throw closed;
        }
    }

    /** They are told once. */
    private synchronized List<Runnable> thoseWaiting(boolean endsWatch) {
        watched &= !endsWatch;
        List<Runnable> told = waiting;
        waiting = List.of();
        return told;
    }

    /** Whoever is told first must not keep the others from being told. */
    private static void tell(List<Runnable> told) {
        for (Runnable wake : told) {
            try {
                wake.run();
            } catch (RuntimeException | Error thrown) {
                LOG.log(
                        System.Logger.Level.ERROR,
                        "driver.cuda: whoever waited for a copy has thrown " + thrown,
                        thrown);
            }
        }
    }
}
