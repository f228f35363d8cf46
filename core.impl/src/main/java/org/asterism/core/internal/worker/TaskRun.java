package org.asterism.core.internal.worker;

import org.asterism.api.AccessMode;
import org.asterism.api.Implementation;
import org.asterism.api.MemoryNode;
import org.asterism.api.StepResult;
import org.asterism.api.TaskState;
import org.asterism.core.internal.coherence.Claim;
import org.asterism.core.internal.coherence.ConversionElsewhereException;
import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.context.ContextWorker;
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
    private Job job;
    private Object poppedFrom;

    /** Who runs the task together, led by this worker; null for this worker alone. */
    private Team team;

    private Claim claim;
    private final KernelUnderWay kernel = new KernelUnderWay();
    private Watchdog.Watch watch;
    private Preludes preludes;
    private boolean launched;
    private boolean deferred;

    /** Whether the team's kernels were begun. */
    private boolean started;

    /** Whether its own kernel has ended, and others of the team have not. */
    private boolean awaitsTeam;

    /** Whether the kernel keeps the worker busy. */
    private boolean synchronous;

    /** The task's state while it waits for the tasks ahead to end, since its kernel keeps the worker busy; else null. */
    private TaskState awaitsItsTurn;

    /** Why the task was given up here, while its claim is taken back; else null. */
    private DeviceLostException loss;

    /** In which state it was then. */
    private TaskState lostIn;

    /** Whether the policy knows that the kernel begins. */
    private boolean announced;

    /** Whether the codelet's model learns from how long the kernel takes. */
    private boolean learns;

    /** Whether somebody wants to know how long the kernel takes. */
    private boolean timed;

    /** When the kernel was launched, if somebody wants to know. */
    private long launchTime;

    /** How long it ran, if its driver has told; else a negative number. */
    private long kernelNanos;

    TaskRun(WorkerEngine engine, Pipeline pipeline, ComputeUnit unit, EngineHome home) {
        this.engine = engine;
        this.pipeline = pipeline;
        this.unit = unit;
        this.home = home;
        kernelContext = new JobKernelContext(engine, home.runtime());
    }

    /** Begins with a task for which a team has come together that the worker leads. */
    StepResult begin(Team led) {
        team = led;
        return begin(led.job(), led.poppedFrom());
    }

    /** Begins with a task that was popped; null from a policy if the task was the worker's own. */
    StepResult begin(Job begun, Object policy) {
        job = begun;
        poppedFrom = policy;
        Throwable obstacle = ((Context) begun.host()).whyNotBegin();
        if (obstacle == null) {
            obstacle = corruptInput(begun);
        }
        if (obstacle != null) {
            endWithoutRunning(TaskState.SCHEDULED, obstacle);
            return StepResult.PROGRESSED;
        }
        pipeline.begins(this); // also for callbacks: the worker is not at rest
        if (begun.calls(Particulars.Moment.START)) {
            begun.call(Particulars.Moment.START);
        }
        if (needsClaim(begun)) {
            return acquire();
        }
        if (engine.account().charges(begun)) {
            deferred = true;
            return StepResult.PENDING;
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
            announced = true;
            ((Context) job.host()).begins(job, engine, poppedFrom);
        }
    }

    /** Whether it waits for its data or for the kernels of its team, and somebody will tell when it can go on. */
    boolean waitsForOthers() {
        return !kernel.isThere()
                && (awaitsTeam || loss != null || claim != null && !launched && !deferred && awaitsItsTurn == null);
    }

    /** Whether what it waited for has come. */
    boolean mayGoOn() {
        return awaitsTeam ? team.hasEnded() : loss != null ? claim.isGivenUp() : claim.isSettled();
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
        if (awaitsTeam) {
            return team.hasEnded() ? teamEnded() : StepResult.PENDING;
        }
        if (loss != null) {
            return claim.isGivenUp() ? leaveToOthers(claim.obstacle()) : StepResult.PENDING;
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
            return claim == null ? launch(TaskState.SCHEDULED) : claim.isSettled() ? acquired() : StepResult.PENDING;
        }
        return claim.isSettled() ? acquired() : StepResult.PENDING;
    }

    /** Data that are at home only need none for a kernel that works in main memory. */
    private boolean needsClaim(Job asked) {
        int count = asked.dataCount();
        if (count == 0) {
            return false;
        }
        if (engine.memoryNode() != MemoryNode.MAIN) {
            return true;
        }
        for (int index = 0; index < count; index++) {
            if (asked.data(index).replicates() != null || hasOwnMemory(asked, index)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the worker uses memory of its own in place of one of a task's data. */
    private static boolean hasOwnMemory(Job job, int index) {
        AccessMode mode = job.mode(index);
        return (mode == AccessMode.SCRATCH || mode == AccessMode.REDUX)
                && job.data(index).bytes() > 0;
    }

    private StepResult acquire() {
        job.advance(TaskState.SCHEDULED, TaskState.ACQUIRING);
        Claim wanted = home.traffic().claim(engine.memoryNode(), job, job.priority(), engine::goOn);
        for (int index = 0; index < job.dataCount(); index++) {
            if (hasOwnMemory(job, index)) {
                preludes = Preludes.addOwnMemory(wanted, job, index, engine, preludes);
            } else {
                wanted.add(job.data(index), job.mode(index), engine.architecture(), engine.timing() != null);
            }
        }
        claim = wanted;
        home.traffic().make(wanted);
        if (engine.account().charges(job)) {
            deferred = true;
            return StepResult.PENDING;
        }
        return wanted.isSettled() ? acquired() : StepResult.PENDING;
    }

    private StepResult acquired() {
        Throwable failure = claim.failure();
        if (failure == null) {
            if (!claim.conversions().isEmpty()) {
                preludes = Preludes.addConversions(claim, preludes);
            }
            return launch(TaskState.ACQUIRING);
        }
        Shortage shortage = claim.shortage();
        claim = null;
        preludes = null;
        DeviceLostException gone = home.traffic().lossOf(engine.memoryNode());
        if (gone != null) {
            loss = gone;
            lostIn = TaskState.ACQUIRING;
            return leaveToOthers(null);
        }
        if (failure instanceof ConversionElsewhereException needed) {
            convertElsewhere(needed);
            return StepResult.PROGRESSED;
        }
        if (shortage != null) {
            job.lacksRoom(shortage);
            if (canOthersExecute(job)) {
                goElsewhere();
                return StepResult.PROGRESSED;
            }
            failure = noRoomAnywhere(job);
        }
        endWithoutRunning(TaskState.ACQUIRING, failure);
        engine.ends(this);
        return StepResult.PROGRESSED;
    }

    /** Gives the task back until another worker has converted its data: this one must not wait, another may wait for it. */
    private void convertElsewhere(ConversionElsewhereException needed) {
        Job given = job;
        job = null;
        poppedFrom = null;
        dissolveTeam();
        engine.ends(this);
        home.forms().make(needed.forms(), needed.form(), given.host()).whenComplete((nothing, failure) -> {
            if (failure == null) {
                Completion.comeAgain(given);
            } else {
                Completion.endWithoutRunning(given, TaskState.ACQUIRING, failure);
            }
        });
    }

    /** Gives the task back, which has not begun, for a worker of another memory node. */
    private void goElsewhere() {
        Job given = job;
        job = null;
        poppedFrom = null;
        dissolveTeam();
        engine.ends(this);
        Completion.comeAgain(given);
    }

    private static IllegalStateException noRoomAnywhere(Job job) {
        return new IllegalStateException(
                job + " needs " + Shortage.list(job.shortages()) + ", and no other worker of context '"
                        + job.context().name()
                        + "' can execute it: give it smaller data, give the memory more room, or have the"
                        + " context and the codelet's implementations let a worker of a larger memory run it");
    }

    private void endWithoutRunning(TaskState now, Throwable why) {
        Job ended = job;
        job = null;
        poppedFrom = null;
        dissolveTeam();
        Completion.endWithoutRunning(ended, now, why);
    }

    private StepResult launch(TaskState now) {
        DeviceLostException gone = team == null ? engine.loss() : team.lossOfMember();
        if (gone != null) {
            return deviceLost(now, gone);
        }
        synchronous = pipeline.isForSeveral() && unit.isSynchronous(job);
        if (synchronous && !pipeline.isOldest(this)) {
            awaitsItsTurn = now;
            return StepResult.PENDING;
        }
        job.advance(now, TaskState.RUNNING);
        announced = pipeline.isOldest(this);
        if (announced) {
            ((Context) job.host()).begins(job, engine, poppedFrom);
        }
        kernelContext.begin(job, claim, team, 0);
        return launch();
    }

    /** Launches what is to run next for a task: what prepares its data, one after the other, then its own kernel. */
    private StepResult launch() {
        Throwable failure = null;
        try {
            if (preludes != null && !runPreludes()) {
                return StepResult.PENDING;
            }
            if (claim != null && claim.onlyConverts()) {
                return kernelEnded(null);
            }
            if (job.codelet().timeLimitNanos() != 0) {
                watch = home.watchdog().begin(job, engine, job.codelet().timeLimitNanos());
            }
            learns = home.predictions().learns(job, engine);
            timed = learns || home.isObserved() || engine.account().isShared() || isWatched();
            if (timed) {
                launchTime = home.clock().nanoTime();
            }
            if (team != null) {
                started = true;
                team.start(claim, home.clock().nanoTime());
            }
            kernelNanos = KernelUnderWay.UNKNOWN;
            Execution begun = unit.launch(engine.implementation(job), kernelContext);
            if (begun != Execution.FINISHED) {
                if (!begun.isFinished()) {
                    kernel.begin(begun);
                    launched = true;
                    if (watch != null) {
                        watch.isByItself();
                    }
                    return StepResult.PENDING;
                }
                takeTime(begun);
            }
        } catch (Throwable thrown) {
            failure = thrown;
        }
        DeviceLostException gone = engine.lossIn(failure);
        return gone == null ? kernelEnded(failure) : kernelLost(gone);
    }

    private void takeTime(Execution ended) {
        if (timed) {
            kernelNanos = KernelUnderWay.nanosOf(ended, engine);
        }
    }

    /** Whether somebody wants to know how long workers run tasks of the context. */
    private boolean isWatched() {
        return Context.of(job).busyTimes().areMeasured();
    }

    /** Runs what prepares a task's data; false if one of these kernels is under way. */
    private boolean runPreludes() throws Exception {
        while (preludes.hasNext()) {
            Implementation implementation = preludes.implementation(engine.architecture());
            if (implementation != null) {
                kernelContext.showOnly(preludes.views(claim));
                Execution begun = unit.launch(implementation, kernelContext);
                if (begun != Execution.FINISHED && !begun.isFinished()) {
                    kernel.begin(begun);
                    return false;
                }
            }
            preludes.ended(claim, home.traffic());
        }
        preludes = null;
        kernelContext.showAll();
        return true;
    }

    private StepResult poll() {
        if (watch != null) {
            home.watchdog().look(watch);
        }
        Throwable failure = null;
        try {
            if (!kernel.execution().isFinished()) {
                DeviceLostException gone = engine.loss();
                if (gone == null || engine.memoryNode() == MemoryNode.MAIN) {
                    return StepResult.PENDING;
                }
                throw gone; // it does not answer any more
            }
            if (preludes == null) {
                takeTime(kernel.execution());
            }
        } catch (Throwable thrown) {
            failure = thrown;
        }
        kernel.end();
        DeviceLostException gone = engine.lossIn(failure);
        if (gone != null) {
            return kernelLost(gone);
        }
        if (preludes != null && failure == null) {
            preludes.ended(claim, home.traffic());
            StepResult found = launch();
            return found == StepResult.PENDING ? StepResult.PROGRESSED : found;
        }
        return kernelEnded(failure);
    }

    // Lost devices.

    /** Gives the task up, whose kernel here the device took along; if others run it as well, when theirs have ended. */
    private StepResult kernelLost(DeviceLostException lost) {
        return team != null && started ? kernelEnded(lost) : deviceLost(TaskState.RUNNING, lost);
    }

    /** Takes the data back of a task that was under way when the device was lost; then others may run it. */
    private StepResult deviceLost(TaskState now, DeviceLostException lost) {
        loss = lost;
        lostIn = now;
        awaitsItsTurn = null;
        preludes = null;
        kernelContext.end();
        endWatch();
        if (claim == null) {
            return leaveToOthers(changedAtHome());
        }
        home.traffic().giveUp(claim, job, lost);
        return claim.isGivenUp() ? leaveToOthers(claim.obstacle()) : StepResult.PENDING;
    }

    /** Why a task that has worked on data at home cannot be begun anew, or null. */
    private String changedAtHome() {
        for (int index = 0; lostIn == TaskState.RUNNING && index < job.dataCount(); index++) {
            if (job.mode(index).reads() && job.mode(index).writes()) {
                return job.data(index) + " was being changed in place";
            }
        }
        return null;
    }

    /** Gives the task back to its context, unless its kernel had begun and others cannot run it. */
    private StepResult leaveToOthers(String dataObstacle) {
        Job left = job;
        DeviceLostException lost = loss;
        TaskState now = lostIn;
        boolean hadBegun = now == TaskState.RUNNING;
        Object where = team == null ? engine.name() : team.members();
        String obstacle = dataObstacle;
        if (hadBegun && obstacle == null && !canOthersExecute(left)) {
            obstacle = "no other worker of context '" + left.context().name() + "' can execute it";
        }
        if (hadBegun) {
            if (!announced) {
                ((Context) left.host()).begins(left, engine, poppedFrom);
            }
            ((Context) left.host()).ended(left, engine, poppedFrom);
        }
        loss = null;
        claim = null;
        timed = false;
        launched = false;
        poppedFrom = null;
        job = null;
        dissolveTeam();
        if (hadBegun && obstacle != null) {
            Completion.fail(
                    left,
                    new IllegalStateException(
                            lost.getMessage() + ". " + left + " was under way on " + where
                                    + " and cannot be run again: " + obstacle,
                            lost));
        } else {
            Completion.leaveToOthers(left, now);
        }
        engine.ends(this);
        return StepResult.PROGRESSED;
    }

    private boolean canOthersExecute(Job asked) {
        for (ContextWorker other : Context.of(asked).members()) {
            if ((other != engine || team != null) && !other.isLost() && other.canExecute(asked)) {
                return true;
            }
        }
        return false;
    }

    /** Ends the task or, if others run it as well, sees to it that they have ended too. */
    private StepResult kernelEnded(Throwable failure) {
        if (team != null && started) {
            endWatch();
            kernelContext.end();
            team.kernelEnded(failure);
            if (!team.hasEnded()) {
                awaitsTeam = true;
                return StepResult.PENDING;
            }
            return teamEnded();
        }
        end(failure);
        return StepResult.PROGRESSED;
    }

    private StepResult teamEnded() {
        awaitsTeam = false;
        if (team.loss() != null) {
            return deviceLost(TaskState.RUNNING, team.loss());
        }
        end(team.failure());
        return StepResult.PROGRESSED;
    }

    /** Lets the other members of the team go. */
    private void dissolveTeam() {
        started = false;
        if (team != null) {
            team.end();
            team = null;
            engine.teams().hasLed();
        }
    }

    private void end(Throwable failure) {
        preludes = null;
        kernelContext.end();
        if (timed) {
            timed = false;
            engine.account()
                    .executed(job, team, launchTime, home.clock().nanoTime(), kernelNanos, learns && failure == null);
        } else if (launched && pipeline.isForSeveral()) {
            engine.account().ended(home.clock().nanoTime());
        }
        endWatch();
        dissolveTeam();
        releaseData();
        if (!announced) {
            ((Context) job.host()).begins(job, engine, poppedFrom); // it has ended before the one ahead
        }
        ((Context) job.host()).ended(job, engine, poppedFrom);
        poppedFrom = null;
        engine.finish(this, job, failure);
        launched = false;
        job = null;
        engine.ends(this);
    }

    /**
     * Lets go of the data. Copies of data at home may have been asked for since the kernel began, by a prefetch that came late:
     * these may have seen what the kernel was about to write.
     */
    private void releaseData() {
        if (claim != null) {
            home.traffic().release(claim);
            claim = null;
            return;
        }
        for (int index = 0; index < job.dataCount(); index++) {
            if (job.mode(index).writes() && job.data(index).replicates() != null) {
                home.traffic().writtenAtHome(job.data(index));
            }
        }
    }

    private void endWatch() {
        if (watch != null) {
            home.watchdog().end(watch);
            watch = null;
        }
    }

    private static Throwable corruptInput(Job job) {
        for (int index = 0; index < job.dataCount(); index++) {
            Throwable corruption = job.data(index).corruption();
            if (corruption != null && job.mode(index).reads()) {
                return corruption;
            }
        }
        return null;
    }

    /** Gives up what a step threw in, which only an error of the core or of the virtual machine can bring about. */
    void recover(Throwable thrown) {
        Job given = job;
        preludes = null;
        kernel.end();
        kernelContext.end();
        launched = false;
        timed = false;
        deferred = false;
        awaitsItsTurn = null;
        awaitsTeam = false;
        started = false;
        team = null;
        if (loss != null) {
            loss = null;
        } else if (claim != null && !claim.isSettled()) {
            home.traffic().abandon(claim, thrown);
        } else if (claim != null && claim.failure() == null) {
            home.traffic().release(claim);
        }
        claim = null;
        endWatch();
        poppedFrom = null;
        job = null;
        if (given == null) {
            return;
        }
        switch (given.state()) {
            case RUNNING -> Completion.finish(given, thrown);
            case SCHEDULED, ACQUIRING -> Completion.endWithoutRunning(given, given.state(), thrown);
            default -> {
                // It has ended, or others have it.
            }
        }
    }
}
