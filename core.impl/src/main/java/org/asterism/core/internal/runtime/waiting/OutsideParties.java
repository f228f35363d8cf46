package org.asterism.core.internal.runtime.waiting;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.asterism.core.internal.observation.SafeLog;

/**
 * Outside parties that may end a wait while nothing moves in the runtime: work of the program that tasks wait for,
 * threads of the program that hold data, and observers that keep a thread until somebody lets it go.
 *
 * <p>A thread that itself waits without a limit cannot release its data, so it does not count. Threads that wait for
 * tasks on each other's data are therefore notified.
 *
 * <p>Any thread may use it.
 */
final class OutsideParties {
    private static final Logger LOG = System.getLogger(OutsideParties.class.getName());
    private static final long NOTHING = -1;

    private final StuckWatch.Activity activity;

    /** Threads that wait without a limit, and how often: a callback may wait within the wait of its thread. */
    private final Map<Thread, Integer> waiting = new ConcurrentHashMap<>();

    /** Count of movements at the last warning, because one warning per rest is enough. */
    private final AtomicLong warned = new AtomicLong(NOTHING);

    OutsideParties(StuckWatch.Activity activity) {
        this.activity = activity;
    }

    /** Is told that the calling thread begins to wait without a limit. */
    void waitBegins() {
        waiting.merge(Thread.currentThread(), 1, Integer::sum);
    }

    /** Is told that it goes on. */
    void waitEnds() {
        waiting.computeIfPresent(Thread.currentThread(), (any, count) -> count == 1 ? null : count - 1);
    }

    /** Returns the number of outside parties for the calling thread. */
    long count() {
        return activity.outsideWork() + holders().size() + (activity.isHeld() ? 1 : 0);
    }

    private Collection<?> holders() {
        Thread self = Thread.currentThread();
        return activity.heldBeyond(thread -> thread == self || waiting.containsKey(thread));
    }

    /**
     * Says what the program holds that keeps the calling thread from being told that it waits in vain.
     *
     * @param what the event that the thread waits for
     * @param movements the current count of movements, which has not changed during the rest
     * @param rest the least duration of the rest
     */
    void warn(String what, long movements, Duration rest) {
        List<String> holders = holders().stream().map(Object::toString).toList();
        if (!holders.isEmpty() && warned.getAndSet(movements) != movements) {
            SafeLog.say(
                    LOG,
                    Level.WARNING,
                    "nothing has moved for " + rest.truncatedTo(ChronoUnit.MILLIS) + ", and a thread waits for " + what
                            + "; it goes on, since the program holds data that it may release: "
                            + String.join(", ", holders),
                    null);
        }
    }
}
