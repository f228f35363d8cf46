package org.asterism.core.internal.context;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.api.ContextDescription;
import org.asterism.api.ExpectedWork;
import org.asterism.api.FailureMode;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskState;
import org.asterism.api.Worker;
import org.asterism.core.internal.task.CalledOff;
import org.asterism.core.internal.task.Cancellation;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.Outside;
import org.asterism.core.internal.task.Prerequisites;
import org.asterism.core.internal.task.Progress;
import org.asterism.core.internal.task.Remainder;
import org.asterism.core.internal.task.TagBoard;
import org.asterism.core.internal.task.TaskHost;
import org.asterism.core.internal.use.CutOrder;

/**
 * The tasks of a context, from submission to end. It answers the requests of each task that was made for the context.
 *
 * <p>If the context is closed, another context may inherit these tasks. They then belong to the heir as well; see
 * {@link #acting}.
 */
public final class ContextTasks extends RuntimeTasks {
    private final Context context;
    private final ReadyPool pool;
    private final TaskCounts counts = new TaskCounts();

    /** Number of threads that wait for all of them. */
    private final AtomicInteger waits = new AtomicInteger();

    private final FailFast failFast;
    private final Failures failures;
    private final WorkerBindings bindings;
    private final TaskCancellation cancellation;
    private final TaskDispatch dispatch;
    private volatile SubmissionLimit limit;
    private volatile RemainingWork remainingWork;

    /** The tasks of the heir that took over these, or null. */
    private volatile ContextTasks inheritedBy;

    /** Whether they were left to the context that theirs was nested in, because there was no heir. */
    private volatile boolean leftToParent;

    /** Number of submitted tasks at the time when all had ended and were released. */
    private volatile long submittedBeforeTidying;

    /** Number of times that tasks of other contexts were taken over. */
    private final AtomicInteger inheritances = new AtomicInteger();

    private final MachineModel machine;

    ContextTasks(Context context, ContextHome home, ContextDescription description) {
        super(home);
        this.context = context;
        pool = new ReadyPool(context, home, this, this::hasInherited);
        bindings = new WorkerBindings(context, this);
        cancellation = new TaskCancellation(pool, bindings);
        machine = home.machine();
        failFast = new FailFast(description.name(), this::callOffReady);
        dispatch = new TaskDispatch(home, pool, bindings, cancellation, failFast);
        failures = new Failures(home.clock(), failFast);
        limit(description.goOnSubmitting(), description.mostSubmitted());
        range(description);
    }

    ReadyPool pool() {
        return pool;
    }

    // What the context says of its tasks.

    void limit(long goOn, long most) {
        limit = SubmissionLimit.of(goOn, most);
    }

    void range(ContextDescription description) {
        pool.range(Priorities.of(description));
    }

    void expect(ExpectedWork work) {
        remainingWork = new RemainingWork(work);
    }

    void onFailure(FailureMode mode) {
        failFast.mode(mode);
    }

    // Inheritance.

    public static ContextTasks of(Job job) {
        return ((RuntimeTasks) job.host()).ofContext();
    }

    @Override
    ContextTasks ofContext() {
        return this;
    }

    /** Returns the context that owns these tasks: the one for which they were created, or its heir. */
    @Override
    public Context context() {
        return acting().context;
    }

    /**
     * The last heir if there is one, as for other tasks; not the parent, though it counts those of a context without an
     * heir.
     */
    @Override
    public Context contextAtEnd() {
        ContextTasks last = this;
        while (!last.leftToParent && last.inheritedBy != null) {
            last = last.inheritedBy;
        }
        return last.context;
    }

    public void waitBegins() {
        waits.incrementAndGet();
    }

    public void waitEnds() {
        waits.decrementAndGet();
    }

    /**
     * Whether a thread may wait for all of them, or for those of a context around theirs. Of tasks that were inherited,
     * perhaps by one context after another, nobody knows here whether a thread waits for one in between.
     */
    public boolean isAwaited() {
        if (inheritedBy != null) {
            return true;
        }
        boolean isAwaited = waits.get() > 0;
        for (Context around = context.nestedIn(); !isAwaited && around != null; around = around.nestedIn()) {
            isAwaited = around.tasks().waits.get() > 0;
        }
        return isAwaited;
    }

    /** Returns the tasks of the present owner. */
    ContextTasks acting() {
        ContextTasks next = inheritedBy;
        if (next == null) {
            return this;
        }
        ContextTasks last = next.acting();
        if (last != next && !next.leftToParent) {
            inheritedBy = next.inheritedBy; // so that chains stay short
        }
        return last;
    }

    /** Whether a task is one of these now: it was made for their context, or for one that this has inherited from. */
    public boolean has(Job job) {
        return pool.has(job);
    }

    private boolean hasInherited(Job job) {
        return job.host() instanceof RuntimeTasks maker && maker.ofContext().acting() == this;
    }

    public long inheritances() {
        return inheritances.get();
    }

    /**
     * Leaves the tasks that no worker has taken to another context: those that are ready in their order, the others
     * when they become so. Those that workers have been given stay with these. The other context counts all of them as
     * well, and reports what has failed. After it was shut.
     */
    public void bequeath(ContextTasks inheriting) {
        counts.passTo(inheriting.counts);
        failures.passTo(inheriting.failures);
        cancellation.passTo(inheriting.cancellation);
        bindings.passTo(inheriting.bindings);
        failFast.passTo(inheriting.failFast);
        inheritedBy = inheriting;
        inheriting.inheritances.incrementAndGet();
        pool.passOn(inheriting.pool);
    }

    /**
     * The same for a context without an heir: all of its tasks have ended but for those that other threads are about to
     * submit.
     */
    public void leaveToParent(ContextTasks parent) {
        leftToParent = true;
        bequeath(parent);
    }

    // Submission.

    @Override
    public void submit(Job job) {
        boolean mayHavePlace = false;
        boolean hasPlace = false;
        try {
            if (job.particulars() != null) {
                acting().bindings.refuseUnable(job);
            }
            Priorities range = pool.priorities();
            if (range != null) {
                range.submitted(job);
            }
            machine.prepare(job);
            acting().makeRoom();
            context.closing().requireOpen();
            Prerequisites.submitted(job);
            mayHavePlace = true;
            Remainder left = CutOrder.declare(job, home.holds());
            hasPlace = true;
            Remainder.complete(left);
            if (job.particulars() != null) {
                TagBoard.submitted(job, job.tags());
            }
            home.observers().submitted(job);
            acting().pool.hooks().ofSubmitted(job, home.currentWorker());
        } catch (Throwable thrown) {
            hasPlace |= mayHavePlace && thrown instanceof Error; // it may have a place on some of its data
            if (hasPlace) {
                job.poison(thrown); // it ends at its place, since others may come behind it
            } else {
                cancellation.undoSubmission(job);
            }
            throw thrown;
        } finally {
            if (hasPlace) {
                job.host().placed(job);
                machine.submissionEnds();
            }
        }
    }

    private void makeRoom() {
        SubmissionLimit now = limit;
        if (now != null && counts.left() >= now.most()) {
            home.makeRoom(context, now.goOn());
        }
    }

    @Override
    public TaskHost quiet() {
        return new QuietTasks(this);
    }

    @Override
    public void placed(Job job) {
        counts.submitted(home.currentWorker());
        job.removeSubmissionObstacle();
    }

    @Override
    public void bind(Job job, Worker worker, long order) {
        acting().bindings.bind(job, worker, order);
    }

    @Override
    public void unbind(Job job, Worker worker, long order, boolean ended) {
        WorkerBindings.unbind(job, worker, order, ended);
    }

    /** Informs the present owner that a worker received one of these tasks. */
    void tellOfBound(ContextWorker worker) {
        ContextTasks acting = acting();
        if (acting != this) {
            acting.bindings.know(worker);
        }
    }

    @Override
    public void promised(Job job) {
        cancellation.promised(job);
    }

    @Override
    public void withdrawn(Job job) {
        counts.submitted(home.currentWorker());
    }

    @Override
    public void waitsOutside(Outside obstacle) {
        cancellation.waitsOutside(obstacle);
    }

    @Override
    public void waitsOutsideNoMore(Outside obstacle) {
        cancellation.waitsOutsideNoMore(obstacle);
    }

    // From the last obstacle to the policy.

    @Override
    public void ready(Job job) {
        dispatch.ready(job);
    }

    @Override
    public void schedule(Job job) {
        dispatch.schedule(job);
    }

    @Override
    public void again(Job job) {
        dispatch.push(job);
        home.cameAgain();
    }

    public void tellToSchedule() {
        acting().pool.hooks().toSchedule(home.currentWorker());
    }

    // On a worker.

    /** Returns the reason why a task that a worker has taken must not begin, or null. */
    public static CalledOff whyNotBegin(Job job) {
        return ((RuntimeTasks) job.host()).whyNotBegin();
    }

    @Override
    CalledOff whyNotBegin() {
        return failFast.whyNotBegin();
    }

    /**
     * Tells the policy that has handed out a task that its kernel is about to run; null for a task that a program gave
     * to the worker.
     */
    public void begins(Job job, ContextWorker worker, PolicyInstance poppedFrom) {
        if (poppedFrom != null && poppedFrom.hasBefore()) {
            acting().pool.hooks().ofKernel(job, worker, poppedFrom, true);
        }
    }

    /** Tells the same policy that the kernel has run. */
    public void ended(Job job, ContextWorker worker, PolicyInstance poppedFrom) {
        RemainingWork said = remainingWork;
        if (said != null) {
            said.ran(job);
        }
        if (poppedFrom != null && poppedFrom.hasAfter()) {
            acting().pool.hooks().ofKernel(job, worker, poppedFrom, false);
        }
    }

    // The end.

    @Override
    public void ends(Job job) {
        home.observers().completed(job); // after a wait for a task or for all, observers have heard of it
    }

    @Override
    public boolean hearsOfEnds() {
        return home.observers().wantEnds();
    }

    @Override
    public void settled(Job job, boolean awaited) {
        TaskState last = job.state();
        if (last == TaskState.CANCELLED) {
            failures.calledOff(job); // first: the report must be there for a thread that sees the count
        }
        ended(job, last, awaited);
    }

    /** Counts the end of a task whose failure has been kept, here or in its scope. */
    void ended(Job job, TaskState last, boolean awaited) {
        if (Progress.isPromised(job)) {
            cancellation.promisedNoMore(job);
        }
        ContextWorker current = home.currentWorker();
        counts.ended(last, current);
        RemainingWork said = remainingWork;
        if (said != null) {
            said.settled();
        }
        home.settled(job, awaited, current);
    }

    @Override
    public CalledOff whyNoFurtherRound() {
        if (home.isTerminating()) {
            return CalledOff.because("its runtime was closed or asked to end", null);
        }
        return context().closing().whyNoFurtherRound();
    }

    @Override
    public void report(Throwable failure) {
        failures.add(failure);
    }

    @Override
    public void failed(TaskFailedException failure) {
        failures.failed(failure);
    }

    @Override
    public void reportDependent(TaskFailedException failure) {
        failures.failedDependently(failure);
    }

    private void callOffReady(CalledOff why) {
        readyTasks().forEach(job -> Cancellation.callOff(job, TaskState.READY, why));
    }

    /**
     * Lets go of tasks that have ended if all have, unless none has come since the last time: then this looks at no
     * worker, since on a large machine each one calls this when it runs out of tasks.
     *
     * @return whether all have ended
     */
    public boolean tidyIfQuiet() {
        // Before the look whether they have ended: those that come later are for the next time.
        long submitted = counts.submittedSoFar();
        if (!counts.isQuiescent()) {
            return false;
        }
        if (submitted != submittedBeforeTidying) {
            tidy();
            submittedBeforeTidying = submitted;
        }
        return true;
    }

    public void tidy() {
        pool.tidy();
        bindings.tidy();
    }

    public void tidy(ContextWorker stopped) {
        bindings.tidy(stopped);
        context.busyTimes().forget(stopped.id());
    }

    // Looking.

    public TaskCounts counts() {
        return counts;
    }

    public Failures failures() {
        return failures;
    }

    /** Returns the tasks that are cancelled at the end of the context and cannot be found otherwise. */
    public TaskCancellation cancellation() {
        return cancellation;
    }

    /** Returns the work that the program has announced, or null. */
    public RemainingWork remainingWork() {
        return remainingWork;
    }

    /** The tasks that wait for a worker, in no order. */
    public List<Job> readyTasks() {
        List<Job> ready = pool.readyTasks();
        ready.addAll(bindings.readyTasks());
        return ready;
    }

    /** The tasks that a worker has taken and not begun; it may not show them yet. */
    public List<Job> takenTasks() {
        List<Job> taken = pool.takenTasks();
        taken.addAll(bindings.takenTasks());
        return taken;
    }

    /** Shows tasks that wait for any worker of the context to a visitor; see {@link HeldTasks#showReady}. */
    public void showReady(ReadyVisitor visitor) {
        pool.showReady(visitor);
    }

    /** Returns the obstacle of a ready task that was bound to a worker, or null if it was bound to none. */
    public static String obstacleOfBound(Job job) {
        return WorkerBindings.obstacleOf(job);
    }
}
