package org.asterism.core.internal.context;

import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.asterism.api.Worker;
import org.asterism.api.WorkerState;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.Particulars;

/** The tasks of a context that programs bind to workers: the worker of each, and its obstacles. */
final class WorkerBindings {
    private final Context context;
    private final ContextTasks tasks;
    private final Set<ContextWorker> workers = ConcurrentHashMap.newKeySet();

    WorkerBindings(Context context, ContextTasks tasks) {
        this.context = context;
        this.tasks = tasks;
    }

    /** Takes note that a task was given to a worker, with a number or 0; refuses what cannot be. */
    void bind(Job job, Worker worker, long order) {
        if (!(worker instanceof ContextWorker ours) || context.member(ours.id()) != ours) {
            throw new IllegalArgumentException(outside(job, worker));
        }
        if (order > 0) {
            ours.makeBoundTasks().reserve(job, order);
        }
    }

    /** Takes note that a worker has tasks of the context. */
    void know(ContextWorker worker) {
        workers.add(worker);
    }

    private String outside(Job job, Worker worker) {
        return job + " cannot be given to " + worker.name() + ", which is not a worker of its context '"
                + context.name() + "': there are " + context.members();
    }

    /** Refuses a task that is submitted if its worker has left the context since it was named, or cannot execute it. */
    void refuseUnable(Job job) {
        ContextWorker worker = workerOf(job);
        if (worker != null && context.member(worker.id()) != worker) {
            throw new IllegalStateException(outside(job, worker));
        }
        IllegalStateException misfit = misfit(job);
        if (misfit != null) {
            throw misfit;
        }
    }

    /** Passes the tasks of workers to another context. */
    void passTo(WorkerBindings heir) {
        heir.workers.addAll(workers);
    }

    /** Takes note that a task is not the worker's any more. */
    static void unbind(Job job, Worker worker, long order, boolean ended) {
        if (order == 0 || !(worker instanceof ContextWorker ours)) {
            return;
        }
        if (!ended) {
            ours.makeBoundTasks().giveBack(job, order);
        } else if (ours.makeBoundTasks().pass(job, order)) {
            VarHandle.fullFence();
            ours.wakeForOwnTask();
        }
    }

    /** The worker that a task was given to, or null. */
    static ContextWorker workerOf(Job job) {
        Particulars said = job.particulars();
        return said != null && said.worker() instanceof ContextWorker worker ? worker : null;
    }

    /** Returns the reason why a task cannot run on the worker that it was given to, or null. */
    static IllegalStateException misfit(Job job) {
        ContextWorker worker = workerOf(job);
        if (worker == null || worker.canExecute(job)) {
            return null;
        }
        String usual = worker.hasChoice()
                ? "that worker's unit does not have its codelet, or the codelet's condition rules the worker out"
                : "the condition of its codelet rules that worker out";
        return new IllegalStateException(job + " cannot run on " + worker.name() + ", which it was given to: "
                + worker.refusal(job).orElse(usual));
    }

    /** Gives a task that is ready to its worker; if it throws, for want of memory, the worker has not got the task. */
    void push(Job job, ContextWorker worker) {
        workers.add(worker); // before the task: adding it a second time takes no memory
        worker.makeBoundTasks().add(job, job.particulars().order());
        workers.add(worker); // after the task, as forgetIfIdle needs
        tasks.tellOfBound(worker);
        VarHandle.fullFence();
        worker.wakeForOwnTask();
    }

    /** The tasks of the context that wait for their workers. */
    List<Job> readyTasks() {
        return workers.stream()
                .flatMap(worker -> worker.makeBoundTasks().of(tasks).stream())
                .toList();
    }

    /** The task that each of the workers has taken last, if it has not begun it. */
    List<Job> takenTasks() {
        return workers.stream()
                .map(worker -> worker.makeBoundTasks().taken(tasks))
                .flatMap(Optional::stream)
                .toList();
    }

    /** Returns the obstacle of a ready task that was bound to a worker, or null if it was bound to none. */
    static String obstacleOf(Job job) {
        Particulars said = job.particulars();
        ContextWorker worker = workerOf(job);
        return worker == null ? null : worker.makeBoundTasks().obstacleOf(job, said.order());
    }

    /**
     * Lets go of tasks that were called off, and of workers that have stopped, which would keep their drivers in
     * memory.
     */
    void tidy() {
        workers.forEach(this::tidy);
    }

    /** Does so for one worker. */
    void tidy(ContextWorker worker) {
        if (workers.contains(worker)) {
            worker.makeBoundTasks().tidy();
            if (worker.state() == WorkerState.STOPPED) {
                forgetIfIdle(worker);
            }
        }
    }

    /**
     * Forgets a worker without tasks; a task that comes at the same time is seen here, or its thread adds the worker
     * again.
     */
    private void forgetIfIdle(ContextWorker worker) {
        BoundTasks bound = worker.makeBoundTasks();
        if (bound.isEmpty()) {
            workers.remove(worker);
            if (!bound.isEmpty()) {
                workers.add(worker);
            }
        }
    }
}
