package org.asterism.core.internal.worker;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.asterism.api.StepResult;
import org.asterism.core.internal.coherence.Claim;
import org.asterism.core.internal.task.Job;

/**
 * The work that a worker has under way: the tasks in its pipeline or, if that is empty, its part in a team.
 *
 * <p><b>Threads.</b> Used by the thread that steps the worker, except for methods that other threads may call as they
 * say.
 */
final class UnderWay {
    private final Pipeline pipeline;
    private final TeamDuties teams;
    private final TeamRun run;

    UnderWay(Pipeline pipeline, TeamDuties teams) {
        this.pipeline = pipeline;
        this.teams = teams;
        run = teams.run();
    }

    /** Whether the worker has a task or a part in a team's. */
    boolean isThere() {
        return !pipeline.isEmpty() || run.isUnderWay();
    }

    /** Whether there is anything that it has to see to its end, also if it was only called to a team. */
    boolean isAnythingToEnd() {
        return !pipeline.isEmpty() || teams.isInOrCalled();
    }

    /** Whether another task may be begun: there is a place for it, and the kernel of the one before was launched. */
    boolean leavesRoom() {
        return !teams.isInOrCalled() && pipeline.hasRoom();
    }

    StepResult step() {
        return pipeline.isEmpty() ? teams.answer() : pipeline.step();
    }

    /** Asks after the kernel that ends next, without launching any; only while it {@link #hasKernel has one}. */
    void pollKernel() {
        if (pipeline.isEmpty()) {
            run.step();
        } else {
            pipeline.pollKernel();
        }
    }

    /** Whether a kernel is under way that goes on by itself. */
    boolean hasKernel() {
        return pipeline.isEmpty() ? run.kernel().isThere() : pipeline.hasKernel();
    }

    /** Whether the worker must be stepped again and again, because nobody will tell that a kernel has ended. */
    boolean mustBePolled() {
        return pipeline.isEmpty() ? run.kernel().mustBePolled() : pipeline.mustBePolled();
    }

    long nextPoll() {
        return pipeline.isEmpty() ? run.kernel().nextPoll() : pipeline.nextPoll();
    }

    /** Asks the drivers of its kernels to notify their ends, and returns whether a driver was asked by this call. */
    boolean askToBeTold(Runnable wake) {
        return pipeline.isEmpty() ? run.kernel().askToBeTold(wake) : pipeline.askToBeTold(wake);
    }

    /** Whether the worker can do nothing until somebody tells that data have arrived, or where its team is. */
    boolean waitsForOthers() {
        return pipeline.isEmpty() ? run.waits() : pipeline.waitsForOthers();
    }

    boolean mayGoOn() {
        return pipeline.isEmpty() ? run.mayGoOn() : pipeline.mayGoOn();
    }

    List<RunState> states() {
        return pipeline.states();
    }

    /** Visits the tasks; a glance. Any thread. */
    void forEach(Consumer<Job> visitor) {
        pipeline.forEach(visitor);
        Job glanced = pipeline.glance();
        if (glanced != null && run.isUnderWay()) {
            visitor.accept(glanced); // of the team that it is in, which no run may have yet
        }
    }

    /** Whether there are tasks, and all of them are among others; a glance. Any thread. */
    boolean areAllIn(Set<Job> jobs) {
        Job glanced = pipeline.glance();
        return glanced != null && jobs.contains(glanced) && pipeline.areAllIn(jobs);
    }

    /** Returns the claim of a task that the worker has, alone or in a team, or null. A snapshot for any thread. */
    Claim claimOf(Job job) {
        Claim claim = pipeline.claimOf(job);
        return claim == null ? run.claimOf(job) : claim;
    }

    void recover(Throwable thrown) {
        try {
            run.recover(thrown, !pipeline.isEmpty());
        } finally {
            pipeline.recover(thrown);
        }
    }
}
