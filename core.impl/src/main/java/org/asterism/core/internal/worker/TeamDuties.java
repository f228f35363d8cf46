package org.asterism.core.internal.worker;

import org.asterism.api.Architecture;
import org.asterism.api.CombinedWorker;
import org.asterism.api.Parallelism;
import org.asterism.api.StepResult;
import org.asterism.core.internal.coherence.Claim;
import org.asterism.core.internal.context.PolicyInstance;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.team.Calls;
import org.asterism.core.internal.team.Team;
import org.asterism.spi.driver.ComputeUnit;

/**
 * What a worker does about tasks that a team runs: it calls teams together for those that it has popped, and answers the calls of
 * others.
 *
 * <p><b>Threads.</b> For the thread that steps the worker; what others may ask says so.
 */
final class TeamDuties {
    private final UnitWorker worker;
    private final WorkerSleep sleep;
    private final Pipeline pipeline;
    private final ComputeUnit unit;
    private final EngineHome home;
    private final WorkerAccount account;

    /** The calls to teams, or null if there never was one. */
    private volatile Calls calls;

    /** What it does in the team that it is in; null if it never was in one. */
    private TeamRun run;

    TeamDuties(
            UnitWorker worker,
            WorkerSleep sleep,
            Pipeline pipeline,
            ComputeUnit unit,
            EngineHome home,
            WorkerAccount account) {
        this.worker = worker;
        this.sleep = sleep;
        this.pipeline = pipeline;
        this.unit = unit;
        this.home = home;
        this.account = account;
    }

    /** The calls to teams that it has to answer, made if need be. Any thread. */
    Calls calls() {
        Calls made = calls;
        if (made != null) {
            return made;
        }
        synchronized (this) {
            if (calls == null) {
                calls = new Calls(home.teamwork(), worker.protocol());
            }
            return calls;
        }
    }

    /** Whether it is in a team, or was called to one: then it does nothing else. Any thread. */
    boolean isInOrCalled() {
        Calls known = calls;
        return known != null && known.isCalled();
    }

    /** Whether it ever was in a team. */
    boolean hasBeenInOne() {
        return run != null;
    }

    /** Calls a team together for a task that was popped; false if this worker runs it alone. */
    boolean callTogether(Job job, PolicyInstance policy, CombinedWorker wanted) {
        return job.codelet().parallelism() != Parallelism.SEQUENTIAL
                && worker.architecture() == Architecture.CPU
                && home.teamwork().call(job, policy, wanted, worker) != null;
    }

    /**
     * Whether it is in a team or can join one now. It cannot before it has looked for a task once more, if somebody has observed it, and during
     * a change of its contexts.
     */
    boolean mayAnswer() {
        return run != null && run.isUnderWay() || worker.protocol().answer();
    }

    /** Answers the call to a team that is next, or goes on in the team that the worker is in; with nothing else under way. */
    StepResult answer() {
        sleep.passCountOn();
        if (run == null) {
            run = new TeamRun(worker, this, unit, home, account);
        }
        return run.isUnderWay() ? run.step() : run.join(calls.answer());
    }

    /** Asks after the kernel that it runs as a member; while it {@link #hasKernel has one}. */
    void pollKernel() {
        run.step();
    }

    /** Is told by its team run that it is in a team. */
    void joins(Job job) {
        pipeline.show(job);
    }

    /** Runs the task of a team that it leads and that is complete. */
    StepResult lead(Team team) {
        return pipeline.next().begin(team, run);
    }

    /** Is told by its team run that it has nothing to do with the team any more. */
    void leaves() {
        pipeline.showOldest();
        calls.answered();
    }

    /** When a kernel that it runs as a member should be looked at again, or {@link Long#MAX_VALUE}. */
    long nextPoll() {
        return run == null ? Long.MAX_VALUE : run.kernel().nextPoll();
    }

    /** Whether it is in a team, and not only called to one. */
    boolean isIn() {
        return run != null && run.isUnderWay();
    }

    /** Whether a kernel that it runs as a member is under way. */
    boolean hasKernel() {
        return run != null && run.kernel().isThere();
    }

    /** Whether somebody has to ask again and again for the end of a kernel that it runs as a member. */
    boolean mustBePolled() {
        return run != null && run.kernel().mustBePolled();
    }

    /** Asks to be told of the end of a kernel that it runs as a member; whether that was asked for now. */
    boolean askToBeTold(Runnable wake) {
        return run != null && run.kernel().askToBeTold(wake);
    }

    /** What the leader of the team that it is in has claimed for the team's task, or null; a glance. Any thread. */
    Claim claimOf(Job job) {
        TeamRun known = run;
        return known == null ? null : known.claimOf(job);
    }

    /** Whether it can do nothing until somebody tells where its team is. */
    boolean waitsForOthers() {
        return run != null && run.waits();
    }

    /** Whether what it waited for has come; in a team. */
    boolean mayGoOn() {
        return run.mayGoOn();
    }

    /** Gives up what a step threw in. */
    void recover(Throwable thrown, boolean taskIsInHands) {
        if (run != null) {
            run.recover(thrown, taskIsInHands);
        }
    }
}
