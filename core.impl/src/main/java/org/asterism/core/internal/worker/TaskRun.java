package org.asterism.core.internal.worker;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.asterism.api.StepResult;
import org.asterism.api.TaskState;
import org.asterism.core.internal.coherence.Claim;
import org.asterism.core.internal.coherence.ConversionElsewhereException;
import org.asterism.core.internal.coherence.RecomputationUnderWayException;
import org.asterism.core.internal.context.ContextTasks;
import org.asterism.core.internal.context.PolicyInstance;
import org.asterism.core.internal.protocol.FieldHandle;
import org.asterism.core.internal.task.Callbacks;
import org.asterism.core.internal.task.Completion;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.Progress;
import org.asterism.core.internal.task.Shortage;
import org.asterism.core.internal.team.Team;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.DeviceLostException;
import org.asterism.spi.driver.Execution;

/**
 * The run of one task on a worker: fetch its data, run its preludes, run its kernel, end it. {@link RunState} is its
 * state.
 *
 * <p>A worker has as many of these as its unit accepts tasks at a time, and reuses them.
 *
 * <p>Used by the thread that steps the worker.
 */
final class TaskRun {
    private static final VarHandle JOB = FieldHandle.of(MethodHandles.lookup(), "job", Job.class);

    private final UnitWorker worker;
    private final Pipeline pipeline;
    private final ComputeUnit unit;
    private final EngineHome home;
    private final WorkerAccount account;
    private final JobKernelContext kernelContext;
    private final TaskData data;
    private final KernelUnderWay kernel;
    private final KernelTime time;
    private final TaskReturn taskReturn;
    private final KernelHooks hooks;

    /**
     * The task, from when it is about to begin until the worker has nothing to do with it; other threads glance at it.
     */
    private Job job;

    /**
     * The team that runs the task, from when the team is complete until the worker has returned the task; null for the
     * worker alone.
     */
    private Team team;

    /** The part of the worker as the leader of the team. */
    private TeamRun part;

    /** The number of its {@link RunState}. */
    private int state = RunState.IDLE.ordinal();

    /** Whether the kernel keeps the worker busy. */
    private boolean synchronous;

    TaskRun(UnitWorker worker, Pipeline pipeline, ComputeUnit unit, EngineHome home, WorkerAccount account) {
        this.worker = worker;
        this.pipeline = pipeline;
        this.unit = unit;
        this.home = home;
        this.account = account;
        kernelContext = new JobKernelContext(worker, home.runtime(), this::job);
        data = new TaskData(worker, home, account);
        kernel = new KernelUnderWay(worker, home);
        time = new KernelTime(worker, home, account);
        taskReturn = new TaskReturn(worker);
        hooks = new KernelHooks(worker);
    }

    private void enter(RunState next) {
        state = next.after(state);
    }

    private boolean is(RunState asked) {
        return state == asked.ordinal();
    }

    RunState state() {
        return RunState.of(state);
    }

    /** Begins with a task for which a team has come together that the worker leads. */
    StepResult begin(Team led, TeamRun own) {
        team = led;
        part = own;
        if (Progress.isGivenUp(led.job())) { // while its team was called together
            leaveTeam();
            return StepResult.PROGRESSED;
        }
        return begin(led.job(), led.poppedFrom(), true);
    }

    /**
     * Shows a task if it runs as soon as its worker takes it: nothing stands in its way, and it has no callbacks, team
     * or other particulars.
     *
     * @return whether it does
     */
    boolean announceBegin(Job next) {
        boolean mayBegin = next.particulars() == null
                && obstacle(next) == null
                && (next.dataCount() == 0 || !data.mustBeClaimed(next));
        if (mayBegin) {
            JOB.setOpaque(this, next);
        }
        return mayBegin;
    }

    /** Shows the task of {@link #announceBegin} no longer, since the worker did not get it. */
    void withdrawBegin() {
        JOB.setOpaque(this, null);
    }

    /** Returns the reason why a task must not begin, or null. */
    private Throwable obstacle(Job next) {
        Throwable obstacle = ContextTasks.whyNotBegin(next);
        return obstacle == null && next.dataCount() != 0 ? data.corruptInput(next) : obstacle;
    }

    /** Begins with a task that was popped; null from a policy if the task was the worker's own. */
    StepResult begin(Job begun, PolicyInstance policy, boolean isFollowed) {
        enter(RunState.POPPED);
        hooks.handedOutBy(policy, isFollowed);
        if (job == begun) { // it began when it was taken
            pipeline.begins();
            return start();
        }
        JOB.setOpaque(this, begun);
        Throwable obstacle = obstacle(begun);
        if (obstacle != null) {
            Job refused = letGo();
            JOB.setOpaque(this, null);
            Completion.endWithoutRunning(refused, TaskState.SCHEDULED, obstacle);
            return StepResult.PROGRESSED;
        }
        pipeline.begins(); // also for callbacks: the worker is not at rest
        if (Callbacks.has(begun, Callbacks.Moment.START)) {
            Callbacks.call(begun, Callbacks.Moment.START);
        }
        if (begun.dataCount() != 0) {
            if (data.mustBeClaimed(begun)) {
                return acquire();
            }
            if (account.charges(begun)) {
                enter(RunState.SPENDING);
                return StepResult.PENDING;
            }
        }
        return start();
    }

    boolean isLaunched() {
        return is(RunState.LAUNCHED);
    }

    /** Whether the next task may come: its kernel was launched, and does not keep the worker busy. */
    boolean leavesRoom() {
        return isLaunched() && !synchronous;
    }

    /** Is told that nothing is ahead of it any more. */
    void isOldestNow() {
        if (isLaunched()) {
            hooks.begins(job);
        }
    }

    /** Whether it waits for its data or for the kernels of its team, and somebody will tell when it can go on. */
    boolean waitsForOthers() {
        return is(RunState.CLAIMING) || is(RunState.AWAITING_TEAM) || is(RunState.RETURNING);
    }

    boolean mayGoOn() {
        return switch (state()) {
            case AWAITING_TEAM -> team.hasEnded();
            case RETURNING -> data.areGivenUp();
            case AWAITING_TURN -> pipeline.isOldest(this);
            case CLAIMING -> data.isSettled();
            case SPENDING, PREPARING, LAUNCHED -> true;
            default ->
                throw new IllegalStateException(
                        "an error in the core: a task run that is " + state() + " must not be stepped");
        };
    }

    KernelUnderWay kernel() {
        return kernel;
    }

    /** Returns the task, or null; for other threads a glance. */
    Job job() {
        return (Job) JOB.getOpaque(this);
    }

    StepResult step() {
        if (!mayGoOn()) {
            return StepResult.PENDING;
        }
        return switch (state()) {
            case AWAITING_TEAM -> teamEnded();
            case RETURNING -> leaveToOthers();
            case AWAITING_TURN -> start();
            case CLAIMING -> acquired();
            case SPENDING -> data.claim() == null ? start() : awaitData();
            default -> poll();
        };
    }

    // Data.

    private StepResult acquire() {
        if (!Progress.advance(job, TaskState.SCHEDULED, TaskState.ACQUIRING)) {
            return endLate();
        }
        home.observers().fetching(job, worker);
        data.claim(job);
        if (account.charges(job)) {
            enter(RunState.SPENDING);
            return StepResult.PENDING;
        }
        return awaitData();
    }

    private StepResult awaitData() {
        enter(RunState.CLAIMING);
        return data.isSettled() ? acquired() : StepResult.PENDING;
    }

    private StepResult acquired() {
        Throwable failure = data.claim().failure();
        if (failure == null) {
            home.observers().fetched(job, worker);
            data.areThere();
            return start();
        }
        if (Progress.isGivenUp(job)) {
            return endLate();
        }
        Shortage shortage = data.claim().shortage();
        data.forget();
        DeviceLostException gone = home.traffic().lossOf(worker.memoryNode());
        if (gone != null) {
            enter(RunState.RETURNING);
            taskReturn.begin(TaskState.ACQUIRING, gone);
            return leaveToOthers();
        }
        if (failure instanceof ConversionElsewhereException needed) {
            Job given = letGo();
            leavePipeline();
            TaskReturn.untilConverted(given, needed, home.forms());
            return StepResult.PROGRESSED;
        }
        if (failure instanceof RecomputationUnderWayException awaited) {
            Job given = letGo();
            leavePipeline();
            TaskReturn.untilRecomputed(given, awaited);
            return StepResult.PROGRESSED;
        }
        if (shortage != null) {
            failure = taskReturn.whyFail(job, team, shortage);
        }
        Job given = letGo();
        if (failure == null) {
            leavePipeline();
            Completion.comeAgain(given);
        } else {
            Completion.endWithoutRunning(given, TaskState.ACQUIRING, failure);
            leavePipeline();
        }
        return StepResult.PROGRESSED;
    }

    // The kernel.

    /** Starts the task, whose data are there, unless a device is lost or its kernel has to wait for its turn. */
    private StepResult start() {
        TaskState now = data.claim() == null ? TaskState.SCHEDULED : TaskState.ACQUIRING;
        DeviceLostException gone = team == null ? worker.loss() : team.lossOfMember();
        if (gone != null) {
            Progress.takeBackBegin(job);
            return giveUp(now, gone);
        }
        synchronous = pipeline.isForSeveral() && unit.isSynchronous(job);
        if (synchronous && !pipeline.isOldest(this)) {
            enter(RunState.AWAITING_TURN);
            return StepResult.PENDING;
        }
        if (!Progress.begin(job, now)) {
            return endLate();
        }
        enter(RunState.PREPARING);
        if (pipeline.isOldest(this)) {
            hooks.begins(job);
        }
        kernelContext.begin(data.claim(), team, 0);
        home.observers().starting(job, worker);
        return launch();
    }

    /** Launches what is to run next for a task: what prepares its data, one after the other, then its own kernel. */
    private StepResult launch() {
        Throwable failure = null;
        try {
            if (data.areToBePrepared() && !data.prepare(unit, kernelContext, kernel)) {
                return StepResult.PENDING;
            }
            if (data.areOnlyConverted()) {
                return kernelEnded(null);
            }
            kernel.watch(job);
            time.begin(job);
            enter(RunState.LAUNCHING);
            if (team != null) {
                team.start(data.claim(), home.clock().nanoTime());
            }
            Execution begun = unit.launch(worker.implementation(job), kernelContext);
            if (begun != Execution.FINISHED) {
                if (!begun.isFinished()) {
                    kernel.begin(begun);
                    enter(RunState.LAUNCHED);
                    return StepResult.PENDING;
                }
                time.ended(begun);
            }
        } catch (Throwable thrown) {
            failure = thrown;
        }
        DeviceLostException gone = worker.lossIn(failure);
        return gone == null ? kernelEnded(failure) : kernelLost(gone);
    }

    private StepResult poll() {
        Throwable failure = null;
        try {
            if (!kernel.hasEnded()) {
                return StepResult.PENDING;
            }
            if (data.areToBePrepared()) {
                data.preparationRan(kernel.execution());
            } else {
                time.ended(kernel.execution());
            }
        } catch (Throwable thrown) {
            failure = thrown;
        }
        kernel.end();
        DeviceLostException gone = worker.lossIn(failure);
        if (gone != null) {
            return kernelLost(gone);
        }
        if (data.areToBePrepared() && failure == null) {
            data.onePrepared();
            StepResult found = launch();
            return found == StepResult.PENDING ? StepResult.PROGRESSED : found;
        }
        return kernelEnded(failure);
    }

    /** Ends the task or, if others run it as well, sees to it that they have ended too. */
    private StepResult kernelEnded(Throwable failure) {
        if (!runsElsewhere()) {
            return end(failure);
        }
        kernel.endWatch();
        kernelContext.end();
        team.kernelEnded(failure);
        if (team.hasEnded()) {
            return teamEnded();
        }
        enter(RunState.AWAITING_TEAM);
        return StepResult.PENDING;
    }

    /** Whether others have begun to run kernels of the task as well. */
    private boolean runsElsewhere() {
        return team != null && !is(RunState.PREPARING);
    }

    private StepResult teamEnded() {
        return team.loss() == null ? end(team.failure()) : giveUp(TaskState.RUNNING, team.loss());
    }

    /** Gives the task up, whose kernel here the device took along; if others run it as well, when theirs have ended. */
    private StepResult kernelLost(DeviceLostException lost) {
        return runsElsewhere() ? kernelEnded(lost) : giveUp(TaskState.RUNNING, lost);
    }

    /** Takes the data back of a task that was under way when a device was lost; then others may run it. */
    private StepResult giveUp(TaskState now, DeviceLostException lost) {
        if (Progress.isGivenUp(job)) {
            return endLate();
        }
        enter(RunState.RETURNING);
        taskReturn.begin(now, lost);
        kernelContext.end();
        kernel.endWatch();
        data.giveUp(job, lost, taskReturn.isOfBegunTask());
        return data.areGivenUp() ? leaveToOthers() : StepResult.PENDING;
    }

    /** Gives the task back to its context, unless its kernel had begun and others cannot run it. */
    private StepResult leaveToOthers() {
        boolean hadBegun = taskReturn.isOfBegunTask();
        Throwable why = taskReturn.whyFail(job, team, data.obstacle(job, hadBegun));
        if (hadBegun) {
            hooks.ended(job);
        }
        TaskState now = taskReturn.end();
        Job left = letGo();
        if (why != null) {
            Completion.fail(left, why);
            leavePipeline();
        } else {
            try {
                leavePipeline(); // first: another worker may have the task at once
            } finally {
                Completion.leaveToOthers(left, now);
            }
        }
        return StepResult.PROGRESSED;
    }

    /** The claim on the data of a task, if it is this one's; a glance of another thread. */
    Claim claimOf(Job asked) {
        return job == asked ? data.claim() : null;
    }

    private StepResult end(Throwable failure) {
        if (Progress.isGivenUp(job)) {
            return endLate();
        }
        kernelContext.end();
        if (!time.enter(job, team, failure == null) && isLaunched() && pipeline.isForSeveral()) {
            account.ended(home.clock().nanoTime());
        }
        enter(RunState.ENDING);
        kernel.endWatch();
        leaveTeam();
        data.release(job, failure != null);
        hooks.ended(job);
        pipeline.finish(this, job, failure);
        enter(RunState.IDLE);
        leavePipeline();
        return StepResult.PROGRESSED;
    }

    /** Forgets a task that was given up: it has ended, and what it has claimed was taken back. */
    private StepResult endLate() {
        kernelContext.end();
        kernel.endWatch();
        letGo();
        leavePipeline();
        return StepResult.PROGRESSED;
    }

    /** Stops handling the task, which does not end here, and returns it. */
    private Job letGo() {
        Job left = job;
        enter(RunState.IDLE);
        data.forget();
        time.forget();
        hooks.forget();
        leaveTeam();
        return left;
    }

    /** Stops showing the task: the worker has nothing to do with it any more. */
    private void leavePipeline() {
        JOB.setOpaque(this, null);
        pipeline.ends(this);
    }

    /** Lets the other members go, if there are others. */
    private void leaveTeam() {
        if (team != null) {
            team.end();
            team = null;
            part.leave();
        }
    }

    /** Gives up what a step threw in, which only an error of the core or of the virtual machine can bring about. */
    void recover(Throwable thrown) {
        Job given = is(RunState.IDLE) ? null : job; // one that is only shown still was let go of
        boolean wasReturning = is(RunState.RETURNING);
        kernel.end();
        kernelContext.end();
        time.forget();
        team = null; // its members leave by themselves
        hooks.forget();
        taskReturn.end();
        kernel.endWatch();
        try {
            if (wasReturning || given != null && Progress.isGivenUp(given)) {
                data.forget(); // what it has claimed is taken back by others
            } else {
                data.abandon(thrown);
            }
        } finally {
            if (given != null) {
                Completion.endBroken(given, thrown);
            }
            state = RunState.IDLE.ordinal();
            JOB.setOpaque(this, null);
        }
    }
}
