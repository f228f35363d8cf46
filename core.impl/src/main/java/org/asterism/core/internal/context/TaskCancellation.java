package org.asterism.core.internal.context;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.api.TaskState;
import org.asterism.core.internal.task.Arbiter;
import org.asterism.core.internal.task.CalledOff;
import org.asterism.core.internal.task.Cancellation;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.Outside;
import org.asterism.core.internal.task.Progress;
import org.asterism.core.internal.task.Successors;

/** Cancels the remaining tasks of a context at its end. It tracks those tasks that could not be found otherwise. */
public final class TaskCancellation {
    private final ReadyPool pool;
    private final WorkerBindings bindings;
    private final Set<Job> promised = ConcurrentHashMap.newKeySet();
    private final Set<Outside> outside = ConcurrentHashMap.newKeySet();
    private final AtomicInteger calls = new AtomicInteger();
    private volatile CalledOff cause;

    /** Reason why tasks that are not submitted yet never will be, or null if they may be. */
    private volatile CalledOff refusal;

    /** The context that finds the tasks from now on, or null. */
    private volatile TaskCancellation heir;

    TaskCancellation(ReadyPool pool, WorkerBindings bindings) {
        this.pool = pool;
        this.bindings = bindings;
    }

    /**
     * Is told that a submitted task waits for one that may have no place on its data yet, or whose submission was taken
     * back since.
     */
    void promised(Job job) {
        Progress.markPromised(job);
        find(job);
        CalledOff why = whyRefused(); // after it was added: this or unsubmitted() notices the other
        if (why != null) {
            Cancellation.callOff(job, TaskState.CREATED, why);
        }
    }

    /** Makes a task as it was before its submission, which was refused. */
    void undoSubmission(Job job) {
        Progress.advance(job, TaskState.SUBMITTED, TaskState.CREATED);
        if (!Progress.isCalledOff(job)) {
            if (!Successors.isEmpty(job)) { // others wait for it, and it may never come
                promised(job);
            }
        } else { // by somebody who saw it submitted
            Cancellation.callOff(job, TaskState.CREATED, CalledOff.byProgram(job));
        }
    }

    private CalledOff whyRefused() {
        CalledOff why = refusal;
        TaskCancellation next = heir;
        return why == null && next != null ? next.whyRefused() : why;
    }

    private void find(Job job) {
        promised.add(job);
        if (Progress.isSettled(job)) {
            promised.remove(job);
        }
        TaskCancellation next = heir;
        if (next != null) {
            next.find(job);
        }
    }

    /**
     * Adds these tasks, and later ones, to another context. A thread that adds a task looks for the heir afterwards.
     * The heir is set before the tasks are copied, so that none is missed.
     */
    void passTo(TaskCancellation inheriting) {
        heir = inheriting;
        promised.forEach(inheriting::find);
        outside.forEach(inheriting::waitsOutside);
    }

    void promisedNoMore(Job job) {
        promised.remove(job);
        TaskCancellation next = heir;
        if (next != null) {
            next.promisedNoMore(job);
        }
    }

    /**
     * The tasks that others waited for before they had their places, until they have ended: they may have come to wait
     * for those others in turn.
     */
    public Collection<Job> promisedTasks() {
        return promised;
    }

    /** Is told that a submitted task waits for work that is not the runtime's. */
    void waitsOutside(Outside obstacle) {
        outside.add(obstacle);
        if (obstacle.isRemoved()) {
            outside.remove(obstacle);
        }
        TaskCancellation next = heir;
        if (next != null) {
            next.waitsOutside(obstacle);
        }
    }

    void waitsOutsideNoMore(Outside obstacle) {
        outside.remove(obstacle);
        TaskCancellation next = heir;
        if (next != null) {
            next.waitsOutsideNoMore(obstacle);
        }
    }

    /** The tasks that wait for such work, once for each piece of it. */
    public List<Job> tasksWaitingOutside() {
        return outside.stream().map(Outside::job).toList();
    }

    /** Returns the number of pieces of such work that may end although nothing moves in the runtime. */
    public long outsideWork() {
        return outside.stream().filter(Outside::endsByItself).count();
    }

    /**
     * Calls off the tasks that others wait for and that nobody can submit any more, since the context was closed
     * without an heir. Leaves all that were submitted alone.
     */
    public void unsubmitted(CalledOff why) {
        refusal = why;
        for (Job job : List.copyOf(promised)) {
            Cancellation.callOff(job, TaskState.CREATED, why);
        }
    }

    /** Calls the tasks of a scope off that others wait for and that were not submitted. */
    void unsubmitted(ScopeTasks scope, CalledOff why) {
        for (Job job : List.copyOf(promised)) {
            if (scope.has(job)) {
                Cancellation.callOff(job, TaskState.CREATED, why);
            }
        }
    }

    /** Calls the tasks of a scope off that wait for a worker, and those that wait for work outside of the runtime. */
    void waiting(ScopeTasks scope, CalledOff why) {
        List<Job> ready = pool.readyTasks();
        ready.addAll(bindings.readyTasks());
        for (Job job : ready) {
            if (scope.has(job)) {
                Cancellation.callOff(job, TaskState.READY, why);
            }
        }
        for (Outside obstacle : List.copyOf(outside)) {
            if (scope.has(obstacle.job())) {
                obstacle.callOff(why);
            }
        }
        TaskCancellation next = heir;
        if (next != null) {
            next.waiting(scope, why);
        }
    }

    /** Calls off every task that has not begun, for the end of the runtime; after the context was shut. */
    public void all(CalledOff why) {
        cause = why;
        unsubmitted(why);
        List.copyOf(outside).forEach(obstacle -> obstacle.callOff(why));
        callOffReady(why);
        for (Job job : List.copyOf(promised)) {
            callOffCircle(job, why);
            callOffBehind(job, why);
        }
    }

    /**
     * Is told that a ready task was parked or given to its worker; this may be too late for {@link #all}, which nobody
     * calls again.
     */
    void parked() {
        TaskCancellation next = heir;
        if (next != null) {
            next.parked();
            return;
        }
        CalledOff why = cause;
        if (why != null) {
            callOffReady(why);
        }
    }

    /** Breaks the circle that a task waits in, if it does: what waits for it fails before it has ended. */
    private static void callOffCircle(Job job, Throwable why) {
        if (job.state() == TaskState.SUBMITTED) {
            job.poison(why);
            Successors.release(job, why);
        }
    }

    /**
     * Calls off the tasks that wait for the turn of a task which has it until others end: perhaps until one of these
     * does.
     */
    private static void callOffBehind(Job job, CalledOff why) {
        if (Progress.endsLater(job)) {
            Arbiter.forEachTurn(job, handle -> {
                for (Job waiting : Arbiter.waiting(handle)) {
                    if (waiting.host().runsTasks()) {
                        Cancellation.cancel(waiting, why);
                    }
                }
            });
        }
    }

    /**
     * Cancels ready tasks one after the other. Tasks that this releases are put aside, and the thread that is already
     * cancelling handles them in turn, so that a long chain needs no stack.
     */
    private void callOffReady(CalledOff why) {
        if (calls.getAndIncrement() != 0) {
            return;
        }
        int answered;
        do {
            answered = calls.get(); // those that park a task after this look are answered in the next round
            for (Job job : pool.takeParked()) {
                Cancellation.callOff(job, TaskState.READY, why);
                job.markGone();
            }
            for (Job job : bindings.readyTasks()) {
                Cancellation.callOff(job, TaskState.READY, why);
            }
        } while (calls.addAndGet(-answered) != 0);
    }
}
