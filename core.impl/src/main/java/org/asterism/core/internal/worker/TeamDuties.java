package org.asterism.core.internal.worker;

import org.asterism.api.Architecture;
import org.asterism.api.CombinedWorker;
import org.asterism.api.Parallelism;
import org.asterism.api.StepResult;
import org.asterism.core.internal.context.PolicyInstance;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.team.Calls;
import org.asterism.core.internal.team.Team;
import org.asterism.spi.driver.ComputeUnit;

/**
 * A worker's duties in teams: calling teams for the parallel tasks that it has popped, and answering the calls of
 * others.
 *
 * <p><b>Threads.</b> Used by the thread that steps the worker, except for methods that other threads may call as they
 * say.
 */
final class TeamDuties {
    private final UnitWorker worker;
    private final WorkerSleep sleep;
    private final Pipeline pipeline;
    private final EngineHome home;

    /** The calls to teams, or null if there never was one. */
    private volatile Calls calls;

    private final TeamRun run;

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
        this.home = home;
        run = new TeamRun(worker, this, unit, home, account);
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

    TeamRun run() {
        return run;
    }

    /** Calls a team together for a task that was popped; false if this worker runs it alone. */
    boolean callTogether(Job job, PolicyInstance policy, CombinedWorker wanted) {
        return job.codelet().parallelism() != Parallelism.SEQUENTIAL
                && worker.architecture() == Architecture.CPU
                && home.teamwork().call(job, policy, wanted, worker) != null;
    }

    /**
     * Whether it is in a team or can join one now. It cannot before it has looked for a task once more, if somebody has
     * observed it, and during a change of its contexts.
     */
    boolean mayAnswer() {
        return run.isUnderWay() || worker.protocol().answer();
    }

    /**
     * Answers the call to a team that is next, or goes on in the team that the worker is in; with nothing else under
     * way.
     */
    StepResult answer() {
        sleep.passCountOn();
        return run.isUnderWay() ? run.step() : run.join(calls.answer());
    }

    void joins(Job job) {
        pipeline.joinsTeamOf(job);
    }

    /** Runs the task of a team that it leads and that is complete. */
    StepResult lead(Team team) {
        return pipeline.next().begin(team, run);
    }

    /** Is told by its team run that it has nothing to do with the team any more. */
    void leaves() {
        pipeline.leavesTeam();
        calls.answered();
    }
}
