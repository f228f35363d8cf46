package org.asterism.core.internal.runtime.waiting;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Set;
import org.asterism.api.Clock;
import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.observation.SafeLog;
import org.asterism.core.internal.protocol.DeferredInterrupt;
import org.asterism.core.internal.runtime.pool.ClosingWatch;
import org.asterism.core.internal.runtime.pool.TimedWait;
import org.asterism.core.internal.runtime.pool.WorkerPool;
import org.asterism.core.internal.runtime.staffing.Contexts;
import org.asterism.core.internal.stepping.EventLoop;
import org.asterism.core.internal.use.Holds;
import org.asterism.core.internal.use.Holds.Hold;

/** Finishes the remaining tasks of a runtime that is closed, as far as possible. */
public final class LastTasks {
    private static final Logger LOG = System.getLogger(LastTasks.class.getName());
    private static final long NAP_NANOS = 200_000;

    private final Contexts contexts;
    private final WorkerPool pool;
    private final Holds holds;
    private final Clock clock;
    private final Duration timeout;

    /** The wait for what moves data, as long as nothing of that begins or ends. */
    private TimedWait wait;

    public LastTasks(Contexts contexts, WorkerPool pool, Holds holds, Clock clock, Duration timeout) {
        this.contexts = contexts;
        this.pool = pool;
        this.holds = holds;
        this.clock = clock;
        this.timeout = timeout;
    }

    /**
     * Waits until all tasks have ended, or until no worker finds one that it could run, and until data that are moved
     * for others have arrived. What does not get on is reported, and not waited for any more after the closing timeout.
     *
     * @param loop the event loop, which steps the workers in virtual time; null if they run in real time
     */
    public void finish(EventLoop loop) {
        if (loop != null) {
            loop.runUntil(() -> haveAllEnded() && !holds.isAnyMoving());
            return;
        }
        ClosingWatch watch = pool.watchOfClosing();
        wait = new TimedWait(Set.of(), timeout, clock.nanoTime());
        try (DeferredInterrupt interrupt = new DeferredInterrupt()) {
            while ((!haveAllEnded() || isAnythingMoving()) && isAnyWorkerAwake()) {
                interrupt.park(this, NAP_NANOS);
                watch.look();
            }
        }
    }

    /** Whether data are moved for others than tasks, and have not been for too long. */
    private boolean isAnythingMoving() {
        Set<Hold> moving = holds.moving();
        if (moving.isEmpty()) {
            return false;
        }
        long now = clock.nanoTime();
        wait = wait.orFor(moving, timeout, now);
        boolean isOver = wait.isOver(now);
        if (wait.isReportDue(now)) {
            String sentence = "closing the runtime waits for " + moving + ", for at least " + wait.elapsed(now);
            SafeLog.say(
                    LOG,
                    isOver ? Level.ERROR : Level.WARNING,
                    sentence + (isOver ? "; the end of tasks goes on without it" : wait.limit()),
                    null);
        }
        return !isOver;
    }

    private boolean haveAllEnded() {
        return TaskWaits.haveEnded(contexts.all());
    }

    /** Workers sleep also while a context changes its policy, but not for lack of tasks. */
    private boolean isAnyWorkerAwake() {
        long changes = policyChanges();
        if (pool.stepOrSeeIfAnyAwake() || isAnythingMoving()) {
            return true;
        }
        contexts.all().forEach(Context::awaitChange);
        return pool.stepOrSeeIfAnyAwake() || policyChanges() != changes;
    }

    private long policyChanges() {
        return contexts.all().stream().mapToLong(Context::policyChanges).sum();
    }
}
