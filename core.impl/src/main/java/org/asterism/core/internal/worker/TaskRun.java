package org.asterism.core.internal.worker;

import org.asterism.api.StepResult;
import org.asterism.api.TaskState;
import org.asterism.core.internal.coherence.Claim;
import org.asterism.core.internal.coherence.ConversionElsewhereException;
import org.asterism.core.internal.context.ContextTasks;
import org.asterism.core.internal.context.PolicySlot;
import org.asterism.core.internal.task.Completion;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.Particulars;
import org.asterism.core.internal.task.Shortage;
import org.asterism.core.internal.team.Team;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.DeviceLostException;
import org.asterism.spi.driver.Execution;

/**
 * One task on its way through a worker: its data are brought, what begins its contributions runs, then its kernel, and then it
 * ends. A worker has as many of these as its unit takes tasks at a time, and uses them again and again.
 *
 * <p>For the thread that steps the worker.
 */
final class TaskRun {
    private final WorkerEngine engine;
    private final Pipeline pipeline;
    private final ComputeUnit unit;
    private final EngineHome home;
    private final JobKernelContext kernelContext;
    private final TaskData data;
    private final KernelUnderWay kernel;
    private final KernelTime time;
    private final Leading leading;
    private final Retreat retreat;
    private Job job;
    private PolicySlot poppedFrom;

    private boolean launched;
    private boolean deferred;

    /** Whether the kernel keeps the worker busy. */
    private boolean synchronous;

    /** The task's state while it waits for the tasks ahead to end, since its kernel keeps the worker busy; else null. */
    private TaskState awaitsItsTurn;

    /** Whether the policy knows that the kernel begins. */
    private boolean announced;

    TaskRun(WorkerEngine engine, Pipeline pipeline, ComputeUnit unit, EngineHome home) {
        this.engine = engine;
        this.pipeline = pipeline;
        this.unit = unit;
        this.home = home;
        kernelContext = new JobKernelContext(engine, home.runtime());
        data = new TaskData(engine, home);
        kernel = new KernelUnderWay(engine, home);
        time = new KernelTime(engine, home);
        leading = new Leading(engine);
        retreat = new Retreat(engine);
    }

    /** Begins with a task for which a team has come together that the worker leads. */
    StepResult begin(Team led) {
        leading.begin(led);
        if (led.job().isGivenUp()) { // while its team was called together
            letGo();
            return StepResult.PROGRESSED;
        }
        return begin(led.job(), led.poppedFrom());
    }

    /** Begins with a task that was popped; null from a policy if the task was the worker's own. */
    StepResult begin(Job begun, PolicySlot policy) {
        job = begun;
        poppedFrom = policy;
        Throwable obstacle = ContextTasks.of(begun).whyNotBegin();
        if (obstacle == null && begun.dataCount() != 0) {
            obstacle = data.corruptInput(begun);
        }
        if (obstacle != null) {
            Completion.endWithoutRunning(letGo(), TaskState.SCHEDULED, obstacle);
            return StepResult.PROGRESSED;
        }
        pipeline.begins(this); // also for callbacks: the worker is not at rest
        if (begun.calls(Particulars.Moment.START)) {
            begun.call(Particulars.Moment.START);
        }
        if (begun.dataCount() != 0) {
            if (data.mustBeClaimed(begun)) {
                return acquire();
            }
            if (engine.account().charges(begun)) {
                deferred = true;
                return StepResult.PENDING;
            }
        }
        return launch(TaskState.SCHEDULED);
    }

    /** Whether its kernel was launched, so that the next task may come. */
    boolean isLaunched() {
        return launched;
    }

    /** Whether no further task may come before its kernel has ended. */
    boolean isSynchronous() {
        return synchronous;
    }

    /** Is told that nothing is ahead of it any more. */
    void isOldestNow() {
        if (launched && !announced) {
            announce();
        }
    }

    /** Tells the policy that the kernel begins. */
    private void announce() {
        announced = true;
        ContextTasks.of(job).begins(job, engine, poppedFrom);
    }

    /** Whether it waits for its data or for the kernels of its team, and somebody will tell when it can go on. */
    boolean waitsForOthers() {
        return !kernel.isThere()
                && (leading.awaitsOthers()
                        || retreat.isUnderWay()
                        || data.claim() != null && !launched && !deferred && awaitsItsTurn == null);
    }

    /** Whether what it waited for has come. */
    boolean mayGoOn() {
        return leading.awaitsOthers()
                ? leading.team().hasEnded()
                : retreat.isUnderWay() ? data.areGivenUp() : data.isSettled();
    }

    /** The kernel that is under way, if one is. */
    KernelUnderWay kernel() {
        return kernel;
    }

    Job job() {
        return job;
    }

    /** Goes on with what is under way. */
    StepResult step() {
        if (kernel.isThere()) {
            return poll();
        }
        if (leading.awaitsOthers()) {
            return leading.haveOthersEnded() ? teamEnded() : StepResult.PENDING;
        }
        if (retreat.isUnderWay()) {
            return data.areGivenUp() ? leaveToOthers() : StepResult.PENDING;
        }
        if (awaitsItsTurn != null) {
            if (!pipeline.isOldest(this)) {
                return StepResult.PENDING;
            }
            TaskState now = awaitsItsTurn;
            awaitsItsTurn = null;
            return launch(now);
        }
        if (deferred) {
            deferred = false;
            if (data.claim() == null) {
                return launch(TaskState.SCHEDULED);
            }
        }
        return data.isSettled() ? acquired() : StepResult.PENDING;
    }

    // Data.

    private StepResult acquire() {
        if (!job.advance(TaskState.SCHEDULED, TaskState.ACQUIRING)) {
            return givenUp();
        }
        data.claim(job);
        if (engine.account().charges(job)) {
            deferred = true;
            return StepResult.PENDING;
        }
        return data.isSettled() ? acquired() : StepResult.PENDING;
    }

    private StepResult acquired() {
        Throwable failure = data.claim().failure();
        if (failure == null) {
            data.areThere();
            return launch(TaskState.ACQUIRING);
        }
        if (job.isGivenUp()) {
            return givenUp();
        }
        Shortage shortage = data.claim().shortage();
        data.forget();
        DeviceLostException gone = home.traffic().lossOf(engine.memoryNode());
        if (gone != null) {
            retreat.begin(TaskState.ACQUIRING, gone);
            return leaveToOthers();
        }
        if (failure instanceof ConversionElsewhereException needed) {
            Job given = letGo();
            engine.ends(this);
            Retreat.untilConverted(given, needed, home.forms());
            return StepResult.PROGRESSED;
        }
        if (shortage != null) {
            failure = retreat.whyFail(job, leading.team(), shortage);
        }
        Job given = letGo();
        if (failure == null) {
            engine.ends(this);
            Completion.comeAgain(given);
        } else {
            Completion.endWithoutRunning(given, TaskState.ACQUIRING, failure);
            engine.ends(this);
        }
        return StepResult.PROGRESSED;
    }

    // The kernel.

    private StepResult launch(TaskState now) {
        DeviceLostException gone = leading.loss();
        if (gone != null) {
            return giveUp(now, gone);
        }
        synchronous = pipeline.isForSeveral() && unit.isSynchronous(job);
        if (synchronous && !pipeline.isOldest(this)) {
            awaitsItsTurn = now;
            return StepResult.PENDING;
        }
        if (!job.advance(now, TaskState.RUNNING)) {
            return givenUp();
        }
        announced = false;
        if (pipeline.isOldest(this)) {
            announce();
        }
        kernelContext.begin(job, data.claim(), leading.team(), 0);
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
            leading.start(data.claim(), home);
            Execution begun = unit.launch(engine.implementation(job), kernelContext);
            if (begun != Execution.FINISHED) {
                if (!begun.isFinished()) {
                    kernel.begin(begun);
                    launched = true;
                    return StepResult.PENDING;
                }
                time.ended(begun);
            }
        } catch (Throwable thrown) {
            failure = thrown;
        }
        DeviceLostException gone = engine.lossIn(failure);
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
        DeviceLostException gone = engine.lossIn(failure);
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
        if (leading.hasStarted()) {
            kernel.endWatch();
            kernelContext.end();
            return leading.kernelEnded(failure) ? teamEnded() : StepResult.PENDING;
        }
        end(failure);
        return StepResult.PROGRESSED;
    }

    private StepResult teamEnded() {
        Team led = leading.team();
        if (led.loss() != null) {
            return giveUp(TaskState.RUNNING, led.loss());
        }
        end(led.failure());
        return StepResult.PROGRESSED;
    }

    /** Gives the task up, whose kernel here the device took along; if others run it as well, when theirs have ended. */
    private StepResult kernelLost(DeviceLostException lost) {
        return leading.hasStarted() ? kernelEnded(lost) : giveUp(TaskState.RUNNING, lost);
    }

    /** Takes the data back of a task that was under way when a device was lost; then others may run it. */
    private StepResult giveUp(TaskState now, DeviceLostException lost) {
        if (job.isGivenUp()) {
            return givenUp();
        }
        retreat.begin(now, lost);
        awaitsItsTurn = null;
        kernelContext.end();
        kernel.endWatch();
        data.giveUp(job, lost, retreat.isOfBegunTask());
        return data.areGivenUp() ? leaveToOthers() : StepResult.PENDING;
    }

    /** Gives the task back to its context, unless its kernel had begun and others cannot run it. */
    private StepResult leaveToOthers() {
        boolean hadBegun = retreat.isOfBegunTask();
        Throwable why = retreat.whyFail(job, leading.team(), data.obstacle(job, hadBegun));
        if (hadBegun) {
            if (!announced) {
                announce();
            }
            ContextTasks.of(job).ended(job, engine, poppedFrom);
        }
        TaskState now = retreat.end();
        Job left = letGo();
        if (why != null) {
            Completion.fail(left, why);
        } else {
            Completion.leaveToOthers(left, now);
        }
        engine.ends(this);
        return StepResult.PROGRESSED;
    }

    /** The claim on the data of a task, if it is this one's; a glance of another thread. */
    Claim claimOf(Job asked) {
        return job == asked ? data.claim() : null;
    }

    private void end(Throwable failure) {
        if (job.isGivenUp()) {
            endLate();
            return;
        }
        kernelContext.end();
        if (!time.enter(job, leading.team(), failure == null) && launched && pipeline.isForSeveral()) {
            engine.account().ended(home.clock().nanoTime());
        }
        kernel.endWatch();
        leading.end();
        data.release(job);
        if (!announced) {
            announce(); // it has ended before the one ahead
        }
        ContextTasks.of(job).ended(job, engine, poppedFrom);
        poppedFrom = null;
        engine.finish(this, job, failure);
        launched = false;
        job = null;
        engine.ends(this);
    }

    private StepResult givenUp() {
        endLate();
        return StepResult.PROGRESSED;
    }

    /** Forgets a task that was given up: it has ended, and what it has claimed was taken back. */
    private void endLate() {
        kernelContext.end();
        kernel.endWatch();
        letGo();
        engine.ends(this);
    }

    /** Has nothing to do any more with the task, which does not end here; what it was. */
    private Job letGo() {
        Job left = job;
        data.forget();
        time.forget();
        launched = false;
        poppedFrom = null;
        job = null;
        leading.end();
        return left;
    }

    /** Gives up what a step threw in, which only an error of the core or of the virtual machine can bring about. */
    void recover(Throwable thrown) {
        Job given = job;
        kernel.end();
        kernelContext.end();
        launched = false;
        time.forget();
        deferred = false;
        awaitsItsTurn = null;
        leading.forget();
        poppedFrom = null;
        kernel.endWatch();
        try {
            if (retreat.isUnderWay()) {
                retreat.end();
                data.forget();
            } else if (given != null && given.isGivenUp()) {
                data.forget(); // what it has claimed was taken back then
            } else {
                data.abandon(thrown);
            }
        } finally {
            if (given != null) {
                Completion.endBroken(given, thrown);
            }
            job = null;
        }
    }
}
