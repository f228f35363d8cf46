package org.asterism.core.internal.task;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.asterism.api.Codelet;
import org.asterism.api.CombinedWorker;
import org.asterism.api.Task;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskState;
import org.asterism.core.internal.protocol.FieldHandle;

/**
 * A task inside the core: its state, its obstacles and its outcome.
 *
 * <p>The superclass has what the program has requested, and {@link Particulars} the attributes of few tasks. All but
 * the particulars is one object, because a program may submit millions of tasks: 64 bytes with compact object headers,
 * 72 without.
 *
 * <p>Some classes work on fields of the job: {@link Progress} on the state, {@link Successors} on the list of waiting
 * tasks, {@link Completion} and {@link Cancellation} on its end.
 *
 * <p><b>Obstacles.</b> {@link #obstacles} counts the predecessors that have not ended, and the submission until that is
 * complete. The thread that decrements it to zero makes the task ready. The decrement is a volatile read-modify-write,
 * or, of the last obstacle, a volatile read, so all that the predecessors did happens before the task runs.
 */
public final class Job extends Request implements Predecessor, Successor, Prerequisite {
    /** The obstacle that stands for the submission: more than there are others. */
    private static final int SUBMISSION = 1 << 30;

    private static final VarHandle OBSTACLES = FieldHandle.of(MethodHandles.lookup(), "obstacles", int.class);
    private static final VarHandle OUTCOME = FieldHandle.of(MethodHandles.lookup(), "outcome", Throwable.class);

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            // A class that is first needed while there is no memory could not be used ever again: tasks could not end.
            for (Class<?> needed : List.of(
                    Progress.class,
                    Edges.class,
                    Particulars.class,
                    Notes.class,
                    Callbacks.class,
                    Eligibility.class,
                    Bundle.class,
                    Completion.class,
                    Endings.class,
                    CalledOff.class,
                    Waiter.class)) {
                lookup.ensureInitialized(needed);
            }
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    /** The state and the marks; read and written by {@link Progress} only. */
    volatile int state;

    /** The successors that wait for this; only {@link Successors} reads and writes it. */
    volatile Object successors;

    /** Number of obstacles that are left, and {@link #SUBMISSION} until the submission is complete. */
    private volatile int obstacles;

    /** Reason why the task must not run or did not end well, or null. */
    private volatile Throwable outcome;

    /** See {@link #mayBePartOfCircle}; plain, since it is read for each dependency, and never taken back. */
    private boolean waitsForUnsubmitted;

    // Plain, like the Notes: a policy hands a task from thread to thread by means of its own.

    /** The number of the implementation that the policy has chosen. */
    private byte implementation;

    /** The number of the policy that has the task, 0 for none; see {@link #keeper}. */
    private short keeper; // small, so that it fills a gap: there may be millions of tasks

    public Job(TaskHost host, Codelet codelet, long id) {
        super(host, codelet, id);
        OBSTACLES.set(this, SUBMISSION); // plain: nobody else knows the task yet
    }

    @Override
    Job job() {
        return this;
    }

    @Override
    public Task submit() {
        DataCheck.requireData(this);
        if (!Progress.advance(this, TaskState.CREATED, TaskState.SUBMITTED)) {
            throw new IllegalStateException(
                    this + " is " + state() + " already: a task is submitted once; make another one");
        }
        host().submit(this);
        return this;
    }

    /** Submits a task of the core whose data nobody else uses meanwhile: it takes no place in their order. */
    public void submitWithoutOrder() {
        Progress.advance(this, TaskState.CREATED, TaskState.SUBMITTED);
        host().placed(this);
    }

    /** Lets the data of a task of the core be as valid after its end as before, even if it fails. */
    public void leaveMarks() {
        particular().leavesMarks = true;
    }

    // What anybody may ask.

    @Override
    public TaskState state() {
        return Progress.stateOf(this);
    }

    @Override
    public void await() throws InterruptedException {
        await(null);
    }

    @Override
    public boolean await(Duration time) throws InterruptedException {
        host().refuseWorkers("wait for " + this);
        if (state() == TaskState.CREATED) {
            throw new IllegalStateException(this + " was not submitted: there is nothing to wait for");
        }
        if (!host().await(this, time)) {
            return false;
        }
        if (state() != TaskState.DONE) {
            throw namedFailure();
        }
        return true;
    }

    @Override
    public Optional<Throwable> failure() {
        return state() == TaskState.FAILED ? Optional.of(outcome) : Optional.empty();
    }

    @Override
    public boolean cancel() {
        return Cancellation.cancel(this, null);
    }

    /** Whether it may have more than one round. */
    boolean repeats() {
        Particulars said = particulars();
        return said != null && said.again != null;
    }

    @Override
    public CompletionStage<Task> completion() {
        return EndStage.ofTask(this);
    }

    @Override
    public <T> CompletionStage<T> result(Class<T> type) {
        return EndStage.ofResult(this, type);
    }

    // What the core does with it.

    /**
     * Makes a task begin anew whose kernel has returned, with its submission as an obstacle again; false if it was
     * given up.
     */
    boolean submitAgain() {
        OBSTACLES.setVolatile(this, SUBMISSION);
        return Progress.recur(this, TaskState.RUNNING, TaskState.SUBMITTED);
    }

    /**
     * Notes that a policy has let go of a task that was called off; false if it did so before. This drops what the task
     * holds, or {@link #settle} does if that comes later.
     */
    public boolean markGone() {
        int before = Progress.mark(this, Progress.GONE);
        if ((before & Progress.GONE) != 0) {
            return false;
        }
        if ((before & Progress.SETTLED) != 0) {
            forget();
            forgetParticulars();
        }
        return true;
    }

    /** Notes the result of the kernel. */
    public void giveResult(Object given) {
        particular().giveResult(given);
    }

    /**
     * Lets the context find this task from now on if it may never run. A task with a place on its data will run, unless
     * it waits for itself. In such a circle, one task was submitted before one that it waits for had its place: the
     * context finds that one.
     */
    @Override
    public void waiterSubmitted() {
        if (isUnplaced() && !Successors.isClosed(this)) {
            host().promised(this);
        }
    }

    /** Whether the submission is not complete, so that the task may have no place on its data yet. Any thread. */
    public boolean isUnplaced() {
        return obstacles >= SUBMISSION;
    }

    /** Adds an obstacle; only before the submission is complete, or while another obstacle is sure to stay. */
    @Override
    public void addObstacle() {
        OBSTACLES.getAndAdd(this, 1);
    }

    /**
     * Whether one obstacle is left. It is the caller's then, if the caller has one to remove, and nobody adds another
     * meanwhile.
     */
    boolean hasOneObstacle() {
        return obstacles == 1;
    }

    /** Removes the only obstacle, without an atomic step, and makes the task ready. */
    void removeLastObstacle() {
        OBSTACLES.setOpaque(this, 0);
        host().ready(this);
    }

    /** Removes an obstacle and makes the task ready if it was the last. */
    public void removeObstacle() {
        if (removeObstacleQuietly()) {
            host().ready(this);
        }
    }

    /**
     * Removes an obstacle; if it was the last, this returns true and leaves the task to the caller. The last one needs
     * no atomic step: nobody adds or removes one meanwhile.
     */
    @Override
    public boolean removeObstacleQuietly() {
        if (obstacles == 1) {
            OBSTACLES.setOpaque(this, 0);
            return true;
        }
        return (int) OBSTACLES.getAndAdd(this, -1) == 1;
    }

    /** Removes the obstacle that stands for the submission; a task that waits for nobody skips the atomic step. */
    public void removeSubmissionObstacle() {
        if (obstacles == SUBMISSION) {
            OBSTACLES.setOpaque(this, 0);
            host().ready(this);
        } else if ((int) OBSTACLES.getAndAdd(this, -SUBMISSION) == SUBMISSION) {
            host().ready(this);
        }
    }

    /** Whether the task is not submitted and waits for nothing else so far. */
    public boolean waitsForNobody() {
        return obstacles == SUBMISSION && state() == TaskState.CREATED && !Progress.endsLater(this);
    }

    /**
     * Whether the task waits, directly or through others, for a task that was not submitted when it was named, or for a
     * tag. A task of which this is false cannot wait for one that is not submitted.
     */
    public boolean mayBePartOfCircle() {
        return waitsForUnsubmitted;
    }

    /** Notes that the task {@link #mayBePartOfCircle may be part of a circle}; false if that was known. */
    public boolean markPartOfCircle() {
        if (waitsForUnsubmitted) {
            return false;
        }
        waitsForUnsubmitted = true;
        return true;
    }

    @Override
    public void forEachNext(Consumer<GraphNode> visitor) {
        Successors.forEach(this, visitor);
        for (Round carried : tags()) {
            if (!carried.isDone()) {
                visitor.accept(carried);
            }
        }
    }

    /** Decides that the task will fail without running, because of a predecessor; the first cause counts. */
    @Override
    public void poison(Throwable cause) {
        OUTCOME.compareAndSet(this, null, cause);
    }

    /** Returns the reason why the task must not run, or null. */
    public Throwable poison() {
        return outcome;
    }

    public void fail(Throwable cause) {
        outcome = cause;
    }

    /**
     * Settles the task: completes its stages and drops all it holds.
     *
     * @param isWithPolicy whether a policy may still read what it holds
     * @return whether a thread waits for it
     */
    boolean settle(boolean isWithPolicy) {
        if (particulars() != null) {
            Eligibility.unbind(this, true);
            if (isWithPolicy) {
                Bundle.drop(this);
            } else {
                Bundle.leave(this);
            }
        }
        if (!isWithPolicy) {
            forget();
        }
        while (true) {
            int before = Progress.settleUnlessWatched(this);
            if ((before & Progress.WATCHED) != 0) {
                particulars().takeStages().forEach(stage -> stage.completeWith(this));
            } else {
                if (!isWithPolicy) {
                    forgetParticulars();
                } else if ((before & Progress.GONE) != 0) {
                    forget();
                    forgetParticulars();
                }
                return (before & Progress.AWAITED) != 0;
            }
        }
    }

    /** Notifies the tags that the task carries, when it has ended; see {@link Successors#close}. */
    void notifyTags(Throwable cause) {
        Round[] carried = tags();
        if (carried.length != 0) {
            host().tags().ended(this, carried, cause);
        }
    }

    /** Returns why the task did not end well, in an exception that names it. */
    public TaskFailedException namedFailure() {
        Throwable cause = outcome;
        if (cause instanceof TaskFailedException named && named.taskId() == id()) {
            return named;
        }
        if (cause instanceof CalledOff why) {
            return new TaskFailedException(id(), why.messageFor(this), why);
        }
        Particulars said = particulars();
        List<Throwable> earlier = said == null ? List.of() : said.failedAttempts();
        String after = earlier.isEmpty() ? "" : " after " + (earlier.size() + 1) + " attempts";
        TaskFailedException named =
                new TaskFailedException(id(), this + " failed" + after + ": " + Completion.textOf(cause), cause);
        earlier.forEach(named::addSuppressed);
        return named;
    }

    /** Returns the cause that this task, which has not ended well, passes to the tasks that need it. */
    public Throwable inheritance() {
        return outcome instanceof CalledOff why ? why : namedFailure();
    }

    // What policies note.

    @Override
    public int implementation() {
        return implementation;
    }

    /** Chooses the implementation that will run. */
    public void choose(int number) {
        implementation = (byte) number;
    }

    /**
     * Returns which policy has the task: the number of one in its context, or 0. Only the threads that are in the
     * policy, or that change it, read and write this. So a policy's own order from push to pop is enough for a plain
     * field.
     */
    public short keeper() {
        return keeper;
    }

    /** Notes which policy has the task from now on, 0 for none. */
    public void keptBy(short policy) {
        keeper = policy;
    }

    /** Notes the workers that the policy in charge makes run the task together; null for one alone. */
    public void team(CombinedWorker workers) {
        if (workers != null || particulars() != null) {
            particular().team = workers;
        }
    }

    /** Forgets what a policy has noted on the task, before another policy or the same one gets it. */
    public void forgetNotes() {
        implementation = 0; // the former policy may have chosen it for a worker of another kind
        Notes.forget(this);
    }
}
