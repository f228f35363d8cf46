package org.asterism.api;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.asterism.api.data.DataHandle;
import org.osgi.annotation.versioning.ProviderType;

/**
 * One request for work: a codelet, the data it works on, and when it may run. Made by {@link Runtime#task} or
 * {@link SchedulingContext#task}, described by the methods that return {@code this}, then {@link #submit submitted} once.
 *
 * <p>A task waits for the tasks {@link #after named} as its predecessors and, for each of its handles, for the tasks
 * submitted before it whose access conflicts with its own.
 *
 * <p>Until it is submitted, one thread at a time may describe it (naming it as another task's predecessor is allowed to
 * any thread at any time); afterwards any thread may ask it for its state and wait for it.
 */
@ProviderType
public interface Task {
    /**
     * Gives the data, in the order of the codelet's access modes.
     *
     * @param handles one per access mode of the codelet
     * @return this
     * @throws IllegalArgumentException if the number does not fit the codelet, or a handle is another runtime's
     * @throws IllegalStateException if the task is submitted, or a handle is closed
     */
    Task data(DataHandle... handles);

    /**
     * Adds one handle, for a codelet that leaves the access modes to its tasks.
     *
     * @param handle the data
     * @param mode what the task does with them
     * @return this
     * @throws IllegalArgumentException if the codelet fixes its access modes, or the handle is another runtime's
     * @throws IllegalStateException if the task is submitted, or the handle is closed
     */
    Task access(DataHandle handle, AccessMode mode);

    /**
     * Gives an object to the kernel; see {@link KernelContext#argument}.
     *
     * @param argument anything, or null for nothing
     * @return this
     * @throws IllegalStateException if the task is submitted
     */
    Task argument(Object argument);

    /**
     * Says how urgent the task is. Policies that sort run higher numbers first; others ignore it.
     *
     * @param priority any number; 0 at first
     * @return this
     * @throws IllegalStateException if the task is submitted
     */
    Task priority(int priority);

    /**
     * Makes the task wait until others have ended, submitted or not yet. If one of them fails, this one fails too, without
     * running.
     *
     * @param predecessors tasks of the same runtime
     * @return this
     * @throws IllegalArgumentException if one is this task, depends on it, or belongs to another runtime
     * @throws IllegalStateException if the task is submitted
     */
    Task after(Task... predecessors);

    /**
     * Has a callback called once, when the task has ended in any way, by the thread that ended it and after the tasks that
     * depend on it were let go. It may submit tasks; it must not wait for tasks. What it throws is reported by
     * {@link Runtime#waitAll} and does not change the task's state. Several callbacks are called in the order given.
     *
     * @param callback is given this task
     * @return this
     * @throws IllegalStateException if the task is submitted
     */
    Task onCompletion(Consumer<? super Task> callback);

    /**
     * Hands the task over. Never blocks, except while other threads submit tasks on the same data.
     *
     * @return this
     * @throws IllegalStateException if the task is submitted already, lacks data that its codelet wants, or the runtime is
     *     closed
     */
    Task submit();

    /**
     * Waits until the task has ended and its callbacks have returned.
     *
     * @throws TaskFailedException if it failed or was called off
     * @throws IllegalStateException if the task was never submitted, or if the calling thread is a worker: what must follow
     *     a task is said with {@link #after} or {@link #onCompletion}
     * @throws InterruptedException if the waiting thread is interrupted
     */
    void await() throws InterruptedException;

    /**
     * {@link #await()} for a limited time.
     *
     * @param time how long to wait at most
     * @return false if the task had not ended by then
     * @throws TaskFailedException if it failed or was called off
     * @throws InterruptedException if the waiting thread is interrupted
     */
    boolean await(Duration time) throws InterruptedException;

    /**
     * A number that no other task of the runtime has; tasks made later by the same thread have higher ones.
     *
     * @return from 1
     */
    long id();

    /**
     * Where the task is in its life.
     *
     * @return the state at some moment during the call
     */
    TaskState state();

    /**
     * Why the task failed.
     *
     * @return empty unless its state is {@link TaskState#FAILED}
     */
    Optional<Throwable> failure();

    /**
     * What kind of work it is.
     *
     * @return never null
     */
    Codelet codelet();

    /**
     * See {@link #priority(int)}.
     *
     * @return 0 unless it was set
     */
    int priority();

    /**
     * The context that schedules the task.
     *
     * @return never null
     */
    SchedulingContext context();
}
