package org.asterism.core.internal.worker;

import org.asterism.api.CombinedWorker;
import org.asterism.api.StepResult;
import org.asterism.core.internal.context.ContextWorker;
import org.asterism.core.internal.context.PolicyInstance;
import org.asterism.core.internal.context.TaskOrigin;
import org.asterism.core.internal.observation.Observers;
import org.asterism.core.internal.protocol.Waits;
import org.asterism.core.internal.task.Completion;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.Particulars;

/**
 * Takes tasks for a worker and begins them, alone or with a team. The tasks come from the policies of its contexts or,
 * while it belongs to none, from those that programs bound to it.
 *
 * <p>Used by the thread that steps the worker.
 */
final class Taking {
    /** Of so many times that the worker runs dry, it has the time looked at once: that takes a reading of the clock. */
    private static final int LOOKS_PER_TIME = 16;

    private final ContextWorker worker;
    private final EngineHome home;
    private final Memberships memberships;
    private final WorkerSleep sleep;
    private final Pipeline pipeline;
    private final TeamDuties teams;
    private final Observers observers;

    /** A change that a policy has requested and that cannot be made during the call of the policy. */
    private final DeferredChanges deferred = new DeferredChanges();

    /** The origin of the task that was just popped. */
    private final TaskOrigin origin = new TaskOrigin();

    private int timesRanDry;

    /** Whether the last look was in vain. */
    private boolean ranDry;

    Taking(
            ContextWorker worker,
            EngineHome home,
            Memberships memberships,
            WorkerSleep sleep,
            Pipeline pipeline,
            TeamDuties teams) {
        this.worker = worker;
        this.home = home;
        this.memberships = memberships;
        this.sleep = sleep;
        this.pipeline = pipeline;
        this.teams = teams;
        observers = home.observers();
    }

    /** Defers an action until after the worker's current scheduling operation and step. */
    void defer(Runnable change, String what) {
        deferred.add(change, what);
    }

    boolean hasDeferred() {
        return deferred.areThere();
    }

    void makeDeferred() {
        if (deferred.areThere()) {
            deferred.make(worker);
        }
    }

    Job pop() {
        if (worker.isLost()) {
            sleep.passCountOn(); // it takes none any more, and will be taken out soon
            return null;
        }
        Job job = memberships.isEmpty() ? popOwn() : memberships.pop(worker, origin);
        if (job == null && (pipeline.takeEnd() || !ranDry)) { // what is under way ends after a look in vain
            home.ranOutOfTasks(++timesRanDry % LOOKS_PER_TIME == 0);
        }
        ranDry = job == null;
        try {
            makeDeferred();
            if (sleep.isCountedOn()) {
                sleep.found(job, origin.policy() == null);
            }
        } catch (Throwable thrown) {
            failPopped(job, thrown);
            throw thrown;
        }
        return job;
    }

    /** Fails a task that no run has begun with, since a step threw: nobody else knows of it. */
    private void failPopped(Job job, Throwable thrown) {
        if (job != null) {
            pipeline.next().withdrawBegin();
            Completion.endBroken(job, thrown);
        }
    }

    private Job popOwn() {
        if (!Waits.look(worker.protocol()).isGranted()) {
            return null;
        }
        try {
            return home.popOwn(worker, origin);
        } finally {
            worker.protocol().leave(0);
        }
    }

    StepResult begin(Job job) {
        boolean isFollowed = origin.isFollowed();
        PolicyInstance policy = origin.take();
        report(job, policy);
        Particulars said = job.particulars();
        if (said != null && said.team() != null && isTeamCalled(job, policy, said.team())) {
            return !pipeline.isEmpty() || !teams.mayAnswer() ? StepResult.PROGRESSED : teams.answer();
        }
        StepResult found = pipeline.next().begin(job, policy, isFollowed);
        return found == StepResult.PENDING && pipeline.hasRoom() && !teams.isInOrCalled()
                ? StepResult.PROGRESSED
                : found;
    }

    /**
     * Tells observers of a popped task. A debugger may keep the worker here, which does not count as asleep any more.
     */
    private void report(Job job, PolicyInstance policy) {
        try {
            observers.popped(job, worker, policy == null ? null : policy.name());
        } catch (Throwable thrown) {
            failPopped(job, thrown);
            throw thrown;
        }
    }

    private boolean isTeamCalled(Job job, PolicyInstance policy, CombinedWorker team) {
        try {
            return teams.callTogether(job, policy, team);
        } catch (Throwable thrown) {
            failPopped(job, thrown);
            throw thrown;
        }
    }

    /** Forgets a task that was popped, when a step threw. */
    void recover() {
        origin.take();
    }
}
