package org.asterism.core.internal.worker;

import org.asterism.api.StepResult;
import org.asterism.core.internal.coherence.Claim;
import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.task.Completion;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.team.Calls;
import org.asterism.core.internal.team.Team;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.DeviceLostException;
import org.asterism.spi.driver.Execution;

/**
 * A worker's part in a team. It begins when the worker joins. It ends when the worker has done its part or, for the
 * leader, when the task is in its {@link TaskRun}.
 *
 * <p>A worker has one of these and reuses it. Used by the thread that steps the worker.
 */
final class TeamRun {
    private final UnitWorker worker;
    private final TeamDuties duties;
    private final ComputeUnit unit;
    private final EngineHome home;
    private final WorkerAccount account;
    private final JobKernelContext kernelContext;
    private Team team;
    private int rank;
    private final KernelUnderWay kernel;

    TeamRun(UnitWorker worker, TeamDuties duties, ComputeUnit unit, EngineHome home, WorkerAccount account) {
        this.worker = worker;
        this.duties = duties;
        this.unit = unit;
        this.home = home;
        this.account = account;
        kernel = new KernelUnderWay(worker, home);
        kernelContext = new JobKernelContext(worker, home.runtime(), this::job);
    }

    StepResult join(Calls.Call call) {
        team = call.team();
        rank = call.rank();
        duties.joins(team.job());
        team.join();
        return step();
    }

    private Job job() {
        Team joined = team;
        return joined == null ? null : joined.job();
    }

    boolean isUnderWay() {
        return team != null;
    }

    /** Whether it waits for others, who will tell when to go on. */
    boolean waits() {
        return team != null && !kernel.isThere() && !mayGoOn();
    }

    boolean mayGoOn() {
        return switch (team.phase()) {
            case GATHERING -> false;
            case COMPLETE -> rank == 0;
            case RUNNING -> rank != 0 && team.allRunKernels();
            case OVER -> true;
        };
    }

    KernelUnderWay kernel() {
        return kernel;
    }

    StepResult step() {
        if (kernel.isThere()) {
            return poll();
        }
        if (!mayGoOn()) {
            return StepResult.PENDING;
        }
        if (rank == 0) {
            return duties.lead(team);
        }
        if (team.phase() == Team.Phase.RUNNING) {
            return launch();
        }
        countTime(team);
        leave();
        return StepResult.PROGRESSED;
    }

    private StepResult launch() {
        Job job = team.job();
        Throwable failure = null;
        try {
            kernelContext.begin(team.claim(), team, rank);
            kernel.watch(job);
            Execution begun = unit.launch(worker.implementation(job), kernelContext);
            if (begun != Execution.FINISHED && !begun.isFinished()) {
                kernel.begin(begun);
                return StepResult.PENDING;
            }
        } catch (Throwable thrown) {
            failure = thrown;
        }
        kernelEnded(failure);
        return StepResult.PROGRESSED;
    }

    private StepResult poll() {
        Throwable failure = null;
        try {
            if (!kernel.hasEnded()) {
                return StepResult.PENDING;
            }
        } catch (Throwable thrown) {
            failure = thrown;
        }
        kernelEnded(failure);
        return StepResult.PROGRESSED;
    }

    /** Leaves before it says so: the leader may end the task at once, and call this worker anew. */
    private void kernelEnded(Throwable failure) {
        Team left = team;
        DeviceLostException gone = worker.lossIn(failure);
        kernel.end();
        kernel.endWatch();
        kernelContext.end();
        countTime(left);
        leave();
        left.kernelEnded(gone == null ? failure : gone);
    }

    /**
     * Counts the time of a team in which the worker was a member, for the contexts that share it, and who measures how
     * busy it is.
     */
    private void countTime(Team left) {
        if ((account.isShared() || Context.of(left.job()).busyTimes().areMeasured())
                && left.startTime() != Team.NEVER) {
            account.ran(left.job(), home.clock().nanoTime() - left.startTime());
        }
    }

    /** Says that the worker has nothing to do with the team any more; of the leader, when the task has ended. */
    void leave() {
        team = null;
        duties.leaves();
    }

    /** Returns the leader's claim for a task in which this worker takes part, or null; a snapshot for other threads. */
    Claim claimOf(Job job) {
        Team in = team;
        return in != null && in.job() == job && in.phase() == Team.Phase.RUNNING ? in.claim() : null;
    }

    /** Gives up what a step threw in, which only an error of the core or of the virtual machine can bring about. */
    void recover(Throwable thrown, boolean taskIsInHands) {
        Team left = team;
        if (left == null) {
            return;
        }
        boolean hadBegun = kernel.isThere() || kernel.isWatched() || rank != 0 && left.phase() == Team.Phase.RUNNING;
        kernel.end();
        kernel.endWatch();
        kernelContext.end();
        leave();
        if (rank != 0) {
            if (hadBegun && left.allRunKernels()) {
                left.kernelEnded(thrown);
            }
        } else {
            left.end();
            if (!taskIsInHands) {
                Completion.endBroken(left.job(), thrown);
            }
        }
    }
}
