package org.asterism.core.internal.context;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.asterism.api.FailureMode;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskState;
import org.asterism.api.TasksFailedException;
import org.asterism.core.internal.protocol.FieldHandle;
import org.asterism.core.internal.task.CalledOff;
import org.asterism.core.internal.task.GraphNode;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.Outside;

/**
 * The tasks of a scope. It counts them, keeps their failures, and knows whether they are called off. All else is done
 * by the tasks of the context that they were made for.
 */
public final class ScopeTasks extends ForwardingTasks implements GraphNode {
    private static final VarHandle CAUSE = FieldHandle.of(MethodHandles.lookup(), "cause", CalledOff.class);

    private final String name;
    private final ScopeFailures failures;
    private final ScopeCounts counts = new ScopeCounts();

    /** Cancels what is nested in the scope, when this is cancelled. */
    private final Consumer<CalledOff> whenCancelled;

    /** Waits for the next moment at which no task is left; guarded by itself. */
    private final List<Runnable> listeners = new ArrayList<>(0);

    private volatile FailureMode mode = FailureMode.ISOLATED;

    /** Reason why no task of the scope begins any more, or null. */
    private volatile CalledOff cause;

    /** Whether a failure has cancelled the scope. */
    private volatile boolean hasFailedFast;

    private volatile boolean closed;

    ScopeTasks(String name, ContextTasks context, Consumer<CalledOff> whenCancelled) {
        super(context);
        this.name = name;
        this.whenCancelled = whenCancelled;
        failures = new ScopeFailures(toString(), home);
    }

    @Override
    public String toString() {
        return "scope '" + name + "'";
    }

    String name() {
        return name;
    }

    // The scope.

    /** Whether no task is left. */
    public boolean isQuiescent() {
        return counts.isQuiescent();
    }

    /** Makes the end of the last task wake those who wait; to be called before the last look whether one is left. */
    public void markAwaited() {
        counts.markAwaited();
    }

    /** Calls a listener once, at the next moment at which no task is left, on the thread that ends the last one. */
    void whenQuiescent(Runnable listener) {
        synchronized (listeners) {
            listeners.add(listener);
        }
        counts.markAwaited();
        if (counts.isQuiescent()) {
            callListeners();
        }
    }

    private void callListeners() {
        List<Runnable> all;
        synchronized (listeners) {
            all = List.copyOf(listeners);
            listeners.clear();
        }
        all.forEach(Runnable::run);
    }

    void onFailure(FailureMode wanted) {
        mode = wanted;
    }

    /** The reason why no task of the scope begins any more, or null. */
    CalledOff cause() {
        return cause;
    }

    /** Calls the tasks off that have not begun, and those of nested scopes; false if that was done before. */
    boolean cancel(CalledOff why) {
        if (!CAUSE.compareAndSet(this, null, why)) {
            return false;
        }
        context.cancellation().waiting(this, why);
        whenCancelled.accept(why);
        return true;
    }

    /**
     * Calls the tasks off that others wait for and that were not submitted: nobody can do so any more, or the thread
     * that waits would have.
     */
    void callOffUnsubmitted() {
        context.cancellation().unsubmitted(this, cause);
    }

    /** Refuses tasks from now on. To be called after the scope was cancelled, and when no task is left. */
    void close() {
        closed = true;
    }

    boolean isClosed() {
        return closed;
    }

    void requireOpen() {
        if (closed) {
            throw new IllegalStateException(this + " is closed and takes no more tasks: open another one");
        }
    }

    ScopeFailures failures() {
        return failures;
    }

    /** Reports all failures so far; null if nothing has failed and no task was called off. */
    TasksFailedException report() {
        return failures.report(hasFailedFast ? null : cause);
    }

    // The tasks.

    @Override
    public void submit(Job job) {
        requireOpen();
        context.submit(job);
    }

    /** A scope that is cancelled before the count is seen here. One that is cancelled later waits for the task. */
    @Override
    public void placed(Job job) {
        counts.submitted();
        callOffIfCancelled(job);
        context.placed(job);
    }

    @Override
    public void withdrawn(Job job) {
        counts.submitted();
        context.withdrawn(job);
    }

    private void callOffIfCancelled(Job job) {
        CalledOff why = cause;
        if (why != null) {
            job.poison(why);
        }
    }

    @Override
    public void ready(Job job) {
        callOffIfCancelled(job);
        context.ready(job);
    }

    @Override
    CalledOff whyNotBegin() {
        CalledOff why = cause;
        return why == null ? context.whyNotBegin() : why;
    }

    @Override
    public CalledOff whyNoFurtherRound() {
        CalledOff why = cause;
        return why == null ? context.whyNoFurtherRound() : why;
    }

    @Override
    public void waitsOutside(Outside obstacle) {
        context.waitsOutside(obstacle);
        CalledOff why = cause; // after it was added: this or cancel() notices the other
        if (why != null) {
            obstacle.callOff(why);
        }
    }

    @Override
    public void report(Throwable failure) {
        failures.add(failure);
    }

    @Override
    public void failed(TaskFailedException failure) {
        failures.add(failure);
        cancelIfFailFast(failure);
    }

    @Override
    public void reportDependent(TaskFailedException failure) {
        failures.failedDependently(failure);
        cancelIfFailFast(failure);
    }

    private void cancelIfFailFast(TaskFailedException failure) {
        if (mode == FailureMode.FAIL_FAST
                && cause == null
                && cancel(CalledOff.byRuntime(this + " fails fast, and " + failure.getMessage()))) {
            hasFailedFast = true; // the task that failed is not counted as ended, so nobody has had the report yet
        }
    }

    @Override
    public void settled(Job job, boolean awaited) {
        TaskState last = job.state();
        if (last == TaskState.CANCELLED) {
            failures.calledOff(job, cause); // first: the report must be there for a thread that sees the count
        }
        context.ended(job, last, awaited);
        if (counts.ended()) {
            callListeners();
            home.ended(this);
        }
    }

    /** Nothing in the graph waits for a scope, only threads do. */
    @Override
    public void forEachNext(Consumer<GraphNode> visitor) {}

    /** Whether a task is one of these. */
    public boolean has(Job job) {
        return job.host() == this;
    }
}
