package org.asterism.core.internal.worker;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.asterism.core.internal.context.BusyTimes;
import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.protocol.FieldHandle;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.team.Team;

/**
 * Counts the tasks and the time that a worker has run, by context, and its costs in virtual time.
 *
 * <p><b>Threads.</b> Used by the thread that steps the worker; other threads may ask for the number of tasks.
 */
final class WorkerAccount {
    private static final VarHandle EXECUTED = FieldHandle.of(MethodHandles.lookup(), "executed", long.class);

    private final UnitWorker worker;
    private final EngineHome home;
    private final Memberships memberships;
    private long executed;
    private long lastEnd;
    private long charge;

    WorkerAccount(UnitWorker worker, EngineHome home, Memberships memberships) {
        this.worker = worker;
        this.home = home;
        this.memberships = memberships;
    }

    void oneMore() {
        EXECUTED.setOpaque(this, executed + 1);
    }

    /** Returns the number of tasks that the worker has run. Any thread. */
    long executedTasks() {
        return (long) EXECUTED.getOpaque(this);
    }

    /** Whether it has to be known how long tasks run, because contexts share the worker. */
    boolean isShared() {
        return memberships.areSeveral();
    }

    /** Is told when a kernel has ended that nobody wants to know the time of: the next one may have waited for that. */
    void ended(long end) {
        lastEnd = end;
    }

    /**
     * Is told when a kernel was launched and when its end was noticed, if somebody wants to know. Without a better word
     * of the driver it ran in between, but not before the end of the one ahead of it.
     *
     * @param kernelNanos the real duration of the kernel; negative if unknown
     */
    void executed(Job job, Team team, long launchTime, long end, long kernelNanos, boolean learns) {
        long begin = Math.max(launchTime, lastEnd);
        lastEnd = end;
        long nanos = end - begin;
        if (kernelNanos >= 0) {
            begin = Math.max(begin, end - kernelNanos);
            nanos = kernelNanos;
        }
        ran(job, nanos);
        if (learns) {
            home.predictions().executed(job, worker, team == null ? 1 : team.size(), nanos);
        }
        if (team == null) {
            home.observers().executed(job, worker, begin, end);
        } else {
            home.observers().executed(job, team.members(), begin, end);
        }
    }

    /**
     * Is told the same of the kernel of a conversion that a model learns from.
     *
     * @param asTask execution to report to the model
     */
    void converted(Job asTask, long launchTime, long end, long kernelNanos) {
        long begin = Math.max(launchTime, lastEnd);
        lastEnd = end;
        home.predictions().executed(asTask, worker, 1, kernelNanos >= 0 ? kernelNanos : end - begin);
    }

    /** Is told for how long the worker ran a task or was in a team that another one led, if somebody wants to know. */
    void ran(Job job, long nanos) {
        Context context = Context.of(job);
        if (memberships.areSeveral()) {
            memberships.ran(context, nanos);
        }
        BusyTimes busyTimes = context.busyTimes();
        if (busyTimes.areMeasured()) {
            busyTimes.ran(worker.id(), nanos);
        }
    }

    /** Charges the worker for the virtual time that fetching a task's data costs; returns false if it costs none. */
    boolean charges(Job job) {
        Costs costs = home.costs();
        if (costs == null || costs.fetchNanos() == 0 || job.dataCount() == 0) {
            return false;
        }
        charge += costs.fetchNanos() * job.dataCount();
        return true;
    }

    /** Charges the worker for virtual time, and returns the sum of its charges since the last {@link #takeCharge}. */
    long charge(long nanos) {
        charge += nanos;
        return charge;
    }

    /** Takes the virtual time that the worker has to spend before its next step. */
    long takeCharge() {
        long taken = charge;
        charge = 0;
        return taken;
    }
}
