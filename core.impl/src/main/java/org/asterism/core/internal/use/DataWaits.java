package org.asterism.core.internal.use;

import java.util.concurrent.CompletableFuture;
import org.asterism.api.TasksStuckException;
import org.asterism.core.internal.protocol.DeferredInterrupt;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.TaskHost;

/**
 * Waits of a thread that closes data or a partition.
 *
 * <p>A close that has begun has to finish, so an interrupt does not end such a wait. The thread's interrupt flag is set
 * again afterwards.
 */
final class DataWaits {
    private final TaskHost tasks;
    private final ProgramWait waiting;

    DataWaits(TaskHost tasks, ProgramWait waiting) {
        this.tasks = tasks;
        this.waiting = waiting;
    }

    /**
     * Waits for the end of tasks, to close something.
     *
     * @param closing the data or partition that is closed
     * @throws TasksStuckException if they will not end by themselves; at once if that was just reported
     */
    void toClose(CompletableFuture<Void> done, String closing) {
        if (done.isDone()) {
            return;
        }
        try {
            refuseStuck();
            forTasks(done, closing);
        } catch (TasksStuckException stuck) {
            throw cannotClose(closing, stuck);
        }
    }

    /** The exception for data that cannot be closed yet, because tasks that use them will not end by themselves. */
    static TasksStuckException cannotClose(String closing, TasksStuckException stuck) {
        return new TasksStuckException(
                closing + " cannot be closed yet, and is when its tasks have ended: " + stuck.getMessage(),
                stuck.waiting());
    }

    /**
     * Refuses to wait for tasks that were just reported to be stuck: the program has to hear that, and closes its data.
     */
    void refuseStuck() {
        TasksStuckException standing = tasks.standing();
        if (standing != null) {
            throw standing;
        }
    }

    /**
     * Waits for what happens when tasks have ended, such as the end of a change that was submitted.
     *
     * @throws TasksStuckException if they will not end by themselves
     */
    void forTasks(CompletableFuture<Void> done, String what) {
        DeferredInterrupt.await(() -> waiting.awaitTasks(done, what));
    }

    /** Waits until copies have moved, and nothing else. */
    void forCopies(CompletableFuture<Void> done, String what) {
        DeferredInterrupt.await(() -> waiting.await(done, what));
    }

    /** Waits until a task has settled. */
    void forTask(Job job) {
        DeferredInterrupt.await(() -> tasks.await(job, null));
    }
}
