package org.asterism.core.internal.worker;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.asterism.api.StepResult;
import org.asterism.core.internal.coherence.Claim;
import org.asterism.core.internal.protocol.FieldHandle;
import org.asterism.core.internal.task.Completion;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.Progress;
import org.asterism.core.internal.task.Successors;
import org.asterism.spi.driver.ComputeUnit;

/**
 * The tasks that a worker has under way, as many as its unit accepts at a time.
 *
 * <p><b>Threads.</b> Used by the thread that steps the worker; other threads may only glance.
 */
final class Pipeline {
    private static final VarHandle OF_TEAM = FieldHandle.of(MethodHandles.lookup(), "ofTeam", Job.class);

    private final UnitWorker worker;
    private final WorkerAccount account;
    private final WorkerSleep sleep;
    private final GivenUpTasks givenUp;
    private final EngineHome home;

    /** The tasks under way, the oldest at {@link #first}; as many as the unit takes at a time. */
    private final TaskRun[] runs;

    private int first;
    private int underWay;

    /** Whether a task has ended since {@link #takeEnd} was called. */
    private boolean hasEnded;

    /** The task of the team that the worker is in, for other threads; null outside of teams. */
    private Job ofTeam;

    Pipeline(
            UnitWorker worker,
            ComputeUnit unit,
            EngineHome home,
            WorkerAccount account,
            WorkerSleep sleep,
            GivenUpTasks givenUp) {
        this.worker = worker;
        this.account = account;
        this.sleep = sleep;
        this.givenUp = givenUp;
        this.home = home;
        runs = new TaskRun[Math.max(1, unit.pipeline())];
        for (int index = 0; index < runs.length; index++) {
            runs[index] = new TaskRun(worker, this, unit, home, account);
        }
    }

    boolean isEmpty() {
        return underWay == 0;
    }

    boolean isForSeveral() {
        return runs.length > 1;
    }

    /** See {@link TaskRun#announceBegin}; for a worker of one task at a time, of whose pops no observer hears. */
    boolean announceBegin(Job job) {
        return runs.length == 1 && home.costs() == null && !home.observers().wantPops() && runs[0].announceBegin(job);
    }

    /** Whether another task may be begun: there is a place for it, and the kernel of the one before was launched. */
    boolean hasRoom() {
        return underWay == 0 || underWay < runs.length && newest().leavesRoom();
    }

    private TaskRun newest() {
        return runs[wrapped(first + underWay - 1)];
    }

    /** Returns the run for the next task; only if there {@link #hasRoom is room}. */
    TaskRun next() {
        return runs[wrapped(first + underWay)];
    }

    /** A place behind the first; a division would cost as much as several accesses. */
    private int wrapped(int place) {
        return place < runs.length ? place : place - runs.length;
    }

    boolean isOldest(TaskRun run) {
        return run == runs[first];
    }

    /** Whether a task has ended, or the worker has left a team, since the last call. */
    boolean takeEnd() {
        boolean taken = hasEnded;
        hasEnded = false;
        return taken;
    }

    /** Goes on with what is under way; not if it is empty. */
    StepResult step() {
        TaskRun oldest = runs[first];
        StepResult found = oldest.step();
        if (found != StepResult.PENDING || runs.length == 1) {
            return found;
        }
        TaskRun newest = newest();
        return newest != oldest && !newest.isLaunched() ? newest.step() : found;
    }

    /** Asks after the kernel that ends next, without launching any; not if it is empty. */
    void pollKernel() {
        runs[first].step();
    }

    void begins() {
        underWay++;
    }

    /** Ends a task whose kernel has returned. */
    void finish(TaskRun run, Job job, Throwable failure) {
        account.oneMore();
        if (failure == null
                && Successors.isEmpty(job)
                && !Progress.hasTurns(job)) { // it releases no task, so nobody has to be woken
            Completion.finish(job, null);
            return;
        }
        // Callbacks may take their time, so a worker that has to call some is not counted on to pop soon; nor is one
        // without room.
        sleep.isAboutToPop(job.particulars() == null && home.costs() == null && hasRoomAfter(run));
        try {
            Completion.finish(job, failure);
        } finally {
            sleep.isAboutToPop(false);
        }
    }

    /** Whether there is room for another task when one that is under way has ended. */
    private boolean hasRoomAfter(TaskRun ending) {
        return runs.length == 1 || newest() == ending || newest().leavesRoom();
    }

    void ends(TaskRun run) {
        takeOut(run);
        worker.forgetInterrupt();
    }

    private void takeOut(TaskRun run) {
        if (runs.length == 1) {
            underWay = 0;
            oneEnded();
            return;
        }
        boolean wasOldest = run == runs[first];
        underWay--;
        if (wasOldest) {
            first = underWay == 0 ? first : wrapped(first + 1);
        }
        oneEnded();
        if (wasOldest && underWay > 0) {
            runs[first].isOldestNow();
        }
    }

    /** Says that a task has ended; without any under way, the worker has no task in its hands that was given up. */
    private void oneEnded() {
        hasEnded = true;
        if (underWay == 0) {
            givenUp.forget();
        }
    }

    void joinsTeamOf(Job job) {
        OF_TEAM.setOpaque(this, job);
    }

    void leavesTeam() {
        OF_TEAM.setOpaque(this, null);
        oneEnded();
    }

    /**
     * Returns the task that the worker runs, or in which it takes part, or null: the oldest of those under way. Any
     * thread may call it.
     */
    Job glance() {
        Job glanced = (Job) OF_TEAM.getOpaque(this);
        for (int place = 0; glanced == null && place < runs.length; place++) {
            glanced = runs[wrapped(first + place)].job();
        }
        return glanced;
    }

    /** Visits the tasks under way; a glance. Any thread. */
    void forEach(Consumer<Job> visitor) {
        for (TaskRun run : runs) {
            Job job = run.job();
            if (job != null) {
                visitor.accept(job);
            }
        }
    }

    List<RunState> states() {
        return IntStream.range(first, first + underWay)
                .mapToObj(place -> runs[wrapped(place)].state())
                .toList();
    }

    /** Whether all tasks under way are among others; a glance. Any thread. */
    boolean areAllIn(Set<Job> jobs) {
        for (TaskRun run : runs) {
            Job job = run.job();
            if (job != null && !jobs.contains(job)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the claim of a task under way, or null; a snapshot. Any thread may call it. */
    Claim claimOf(Job job) {
        Claim claim = null;
        for (TaskRun run : runs) {
            claim = claim == null ? run.claimOf(job) : claim;
        }
        return claim;
    }

    // Of those that wait, the newest does: the others have been launched. None of these is asked when it is empty.

    long nextPoll() {
        return Math.min(runs[first].kernel().nextPoll(), newest().kernel().nextPoll());
    }

    boolean hasKernel() {
        return runs[first].kernel().isThere() || newest().kernel().isThere();
    }

    /**
     * Whether it must be stepped again and again, because nobody will tell that a kernel has ended that is looked at
     * next.
     */
    boolean mustBePolled() {
        return runs[first].kernel().mustBePolled()
                || !newest().isLaunched() && newest().kernel().mustBePolled();
    }

    /**
     * Asks to be told of the ends of the kernels that are looked at next: the oldest task's, since the others end
     * later, and what the newest needs before its own.
     *
     * @return whether that was asked for now
     */
    boolean askToBeTold(Runnable wake) {
        boolean asked = runs[first].kernel().askToBeTold(wake);
        TaskRun newest = newest();
        return asked | (!newest.isLaunched() && newest.kernel().askToBeTold(wake));
    }

    /** Whether it can do nothing until somebody tells that it can. */
    boolean waitsForOthers() {
        return newest().waitsForOthers();
    }

    /** Whether what it waited for has come. */
    boolean mayGoOn() {
        return newest().mayGoOn();
    }

    /** Fails the tasks that were under way when a step threw. */
    void recover(Throwable thrown) {
        hasEnded = true;
        first = 0;
        underWay = 0;
        OF_TEAM.setOpaque(this, null);
        recover(0, thrown);
    }

    /** The others are recovered even if one cannot be. */
    private void recover(int from, Throwable thrown) {
        if (from < runs.length) {
            try {
                runs[from].recover(thrown);
            } finally {
                recover(from + 1, thrown);
            }
        }
    }
}
