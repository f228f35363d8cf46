package org.asterism.core.internal.worker;

import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.team.Team;
import org.asterism.spi.driver.Execution;

/**
 * Measures the time of a task's kernel, if it is needed: by the codelet's model, observers, contexts that share the
 * worker, or a measurement of busy times.
 *
 * <p>Used by the thread that steps the worker.
 */
final class KernelTime {
    private final UnitWorker worker;
    private final EngineHome home;
    private final WorkerAccount account;
    private boolean isWanted;

    /** Whether the codelet's model learns from it. */
    private boolean learns;

    private long launchTime;

    /** The duration of the kernel if its driver has reported it; else a negative number. */
    private long kernelNanos;

    KernelTime(UnitWorker worker, EngineHome home, WorkerAccount account) {
        this.worker = worker;
        this.home = home;
        this.account = account;
    }

    void begin(Job job) {
        learns = home.predictions().learns(job, worker);
        isWanted = learns
                || account.isShared()
                || home.isTimed()
                        && (home.observers().wantTimes()
                                || Context.of(job).busyTimes().areMeasured());
        if (isWanted) {
            launchTime = home.clock().nanoTime();
            home.observers().launched(job, worker, launchTime);
            if (learns) {
                launchTime = home.clock().nanoTime(); // a model must not learn how long observers took
            }
        }
        kernelNanos = KernelUnderWay.UNKNOWN;
    }

    void ended(Execution ended) {
        if (isWanted) {
            kernelNanos = KernelUnderWay.nanosOf(ended, worker);
        }
    }

    /** Enters the time in the worker's account; false if nobody wants to know it. */
    boolean enter(Job job, Team team, boolean endedWell) {
        if (!isWanted) {
            return false;
        }
        isWanted = false;
        account.executed(job, team, launchTime, home.clock().nanoTime(), kernelNanos, learns && endedWell);
        return true;
    }

    /** The kernel has not come to its end, or was not launched. */
    void forget() {
        isWanted = false;
    }
}
