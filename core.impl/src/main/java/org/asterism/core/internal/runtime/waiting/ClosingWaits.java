package org.asterism.core.internal.runtime.waiting;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.asterism.api.Clock;
import org.asterism.core.internal.data.DataTimeoutException;
import org.asterism.core.internal.observation.SafeLog;
import org.asterism.core.internal.runtime.pool.TimedWait;

/**
 * The waits of the thread that closes a runtime's data, one after the other.
 *
 * <p>A wait is reported every ten seconds. If nothing makes progress for the closing timeout, the wait is given up, and
 * so are all later ones that do not end at once.
 *
 * <p>Used by the thread that closes the runtime.
 */
final class ClosingWaits {
    private static final Logger LOG = System.getLogger(ClosingWaits.class.getName());
    private static final Duration LOOK = Duration.ofMillis(50);
    private static final Duration LAST_LOOK = Duration.ofMillis(10);

    private final Thread closing = Thread.currentThread();
    private final Waiting waiting;
    private final Clock clock;
    private final Duration timeout;
    private final Runnable whenSlow;
    private TimedWait wait;

    /**
     * Makes the waits of the calling thread.
     *
     * @param whenSlow is called with each report, to begin what later waits are for
     */
    ClosingWaits(Waiting waiting, Clock clock, Duration timeout, Runnable whenSlow) {
        this.waiting = waiting;
        this.clock = clock;
        this.timeout = timeout;
        this.whenSlow = whenSlow;
    }

    /** Whether these are the calling thread's. */
    boolean areOurs() {
        return closing == Thread.currentThread();
    }

    /**
     * Waits until something has ended.
     *
     * @throws DataTimeoutException if it does not end in time
     */
    void untilEnd(Object awaited, BooleanSupplier hasEnded, Runnable beforeSleep, String what)
            throws InterruptedException {
        boolean isOver = wait != null && wait.isOver(clock.nanoTime());
        while (!waiting.untilEnd(awaited, hasEnded, beforeSleep, isOver ? LAST_LOOK : LOOK, what)) {
            long now = clock.nanoTime();
            wait = wait == null ? new TimedWait(awaited, timeout, now) : wait;
            String sentence = "closing the runtime waits for " + what + ", for at least " + wait.elapsed(now);
            isOver = wait.isOver(now);
            if (isOver) {
                throw new DataTimeoutException(sentence + ", and gives it up: set a longer closing timeout"
                        + " (RuntimeConfiguration.withClosingTimeout) if it only takes its time");
            }
            if (wait.isReportDue(now)) {
                SafeLog.say(LOG, Level.WARNING, sentence + wait.limit(), null);
                whenSlow.run();
            }
        }
        wait = isOver ? wait : null;
    }
}
