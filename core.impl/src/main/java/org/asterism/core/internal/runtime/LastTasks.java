package org.asterism.core.internal.runtime;

import java.util.concurrent.locks.LockSupport;
import org.asterism.core.internal.access.Holds;
import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.stepping.EventLoop;

/** The tasks that a runtime still has when it is closed: what can be finished is. */
final class LastTasks {
    private static final long NAP_NANOS = 200_000;

    private final Contexts contexts;
    private final WorkerPool pool;
    private final Holds holds;

    LastTasks(Contexts contexts, WorkerPool pool, Holds holds) {
        this.contexts = contexts;
        this.pool = pool;
        this.holds = holds;
    }

    /**
     * Waits until all tasks have ended, or until no worker finds one that it could run.
     *
     * @param loop what steps the workers in virtual time; null if they run in real time
     */
    void finish(EventLoop loop) {
        if (loop != null) {
            loop.runUntil(() -> haveAllEnded() && !holds.isAnyMoving());
            return;
        }
        boolean interrupted = false;
        ClosingWatch watch = pool.watchOfClosing();
        while ((!haveAllEnded() || holds.isAnyMoving()) && isAnyWorkerAwake()) {
            LockSupport.parkNanos(NAP_NANOS);
            watch.look();
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean haveAllEnded() {
        return TaskWaits.haveEnded(contexts.all());
    }

    /** Workers sleep also while a context changes its policy, but not for lack of tasks. */
    private boolean isAnyWorkerAwake() {
        long changes = policyChanges();
        if (pool.stepOrSeeIfAnyAwake() || holds.isAnyMoving()) {
            return true;
        }
        contexts.all().forEach(Context::awaitChange);
        return pool.stepOrSeeIfAnyAwake() || policyChanges() != changes;
    }

    private long policyChanges() {
        return contexts.all().stream().mapToLong(Context::policyChanges).sum();
    }
}
