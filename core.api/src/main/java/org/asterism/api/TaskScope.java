package org.asterism.api;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.osgi.annotation.versioning.ProviderType;

/**
 * A group of tasks that a block of a program submits, waits for, and whose failures it hears of together:
 *
 * <pre>{@code
 * try (TaskScope scope = runtime.openScope("tiles")) {
 *     for (DataHandle tile : tiles) {
 *         scope.task(smooth).data(tile).submit();
 *     }
 *     scope.join();
 * }
 * }</pre>
 *
 * <p>The tasks of a scope are those that were made with {@link #task}. Its context schedules them like all others, and
 * they may depend on tasks outside of the scope. Their failures are the scope's: {@link TaskRuntime#waitAll} waits for
 * the tasks too, and does not report what failed. Two scopes know nothing of each other, unless one is nested in the
 * other. A task outside of the scope that needs one of its tasks fails or is called off with it, and the task's own
 * context or scope reports that.
 *
 * <p>No task of a scope runs after {@link #close} has returned. Kernels that run are never interrupted; closing waits
 * for them. Any thread may use a scope, kernels and callbacks included, but {@link #join} and {@link #close} wait, and
 * workers must not.
 */
@ProviderType
public interface TaskScope extends AutoCloseable {
    /**
     * Returns the name that messages have.
     *
     * @return as it was given
     */
    String name();

    /**
     * Returns the context that schedules the tasks.
     *
     * @return never null
     */
    SchedulingContext context();

    /**
     * Makes a task of this scope. When the scope is cancelled, a task that is submitted afterwards is called off at
     * once.
     *
     * @param codelet the kind of work
     * @return a task to be described and submitted; once the scope is closed, its submission is refused
     * @throws IllegalStateException if the scope is closed
     */
    Task task(Codelet codelet);

    /**
     * Opens a scope within this one, in the same context. It is cancelled when this one is, and closed with this one if
     * it is open still. Its tasks and failures are its own.
     *
     * @param name for messages
     * @return the scope, in use until it is closed
     * @throws IllegalStateException if this scope is closed
     */
    TaskScope openScope(String name);

    /**
     * Says what a failure means to the other tasks of the scope.
     *
     * @param mode {@link FailureMode#ISOLATED} at first. With {@link FailureMode#FAIL_FAST} the first failure from now
     *     on cancels the scope
     * @return this
     */
    TaskScope onFailure(FailureMode mode);

    /**
     * Waits until every task of the scope has ended, those included that its tasks submit meanwhile. Then it reports
     * all failures. A scope in which something has failed or was cancelled reports that each time.
     *
     * <p>If the thread is interrupted, the scope is cancelled. The thread waits until the tasks that run have ended,
     * and those that wait for tasks of others; then it gets the exception. So the data of the tasks are not in use any
     * more.
     *
     * @throws TasksFailedException if tasks or callbacks failed, or tasks were called off together: the cause is the
     *     first failure, further ones are suppressed exceptions, at most a hundred
     * @throws TasksStuckException as by {@link TaskRuntime#waitAll}, as far as tasks of this scope are concerned
     * @throws IllegalStateException if the calling thread is a worker
     * @throws InterruptedException if the waiting thread is interrupted; {@link #close} then reports the failures
     */
    void join() throws InterruptedException;

    /**
     * {@link #join()} for a limited time. The tasks go on if they have not ended by then.
     *
     * @param time the longest time to wait
     * @return false if tasks were left by then; failures are not reported then
     * @throws TasksFailedException as by {@link #join()}
     * @throws TasksStuckException as by {@link #join()}, if that is detected before the time is over; not in virtual
     *     time
     * @throws IllegalStateException if the calling thread is a worker
     * @throws InterruptedException if the waiting thread is interrupted, as by {@link #join()}
     */
    boolean join(Duration time) throws InterruptedException;

    /**
     * Returns the end of the scope's tasks, for the program's other asynchronous code. To be called when all tasks are
     * submitted but for those that they submit themselves.
     *
     * @return completes with this scope at the next moment at which none of its tasks is left, exceptionally with what
     *     {@link #join} would throw; on the thread that ended the last one, which must not wait for tasks
     */
    CompletionStage<TaskScope> completion();

    /**
     * Cancels the scope for good: calls off its tasks that have not begun, now and when they are submitted later, and
     * cancels the scopes nested in it. Tasks that run go on. A task that waits for others ends when these have. Any
     * thread may call this, kernels included, and none waits.
     *
     * @param reason a few words for the exceptions of waiting threads
     * @return false if the scope was cancelled or closed before; the first reason counts
     */
    boolean cancel(String reason);

    /**
     * Returns whether the scope was cancelled: by {@link #cancel}, by a failure, by an interrupt or by {@link #close}.
     *
     * @return true from then on
     */
    boolean isCancelled();

    /**
     * Closes the scopes nested in this one, and then this one, which takes no more tasks. Nothing is left to do if
     * {@link #join} has returned. Tasks that are left mean that an exception or a {@code return} has left the block
     * before: they are called off as by {@link #cancel}. An interrupt does not end the wait for those that run; the
     * thread is interrupted again afterwards. Closing a scope that is closed does nothing.
     *
     * @throws TasksFailedException if something has failed that neither {@link #join} nor {@link #completion} has
     *     reported, or if tasks were left. If an exception has left the block, Java adds this one to it
     * @throws TasksStuckException as by {@link #join()}; the scope stays cancelled, and may be closed again
     * @throws IllegalStateException if tasks are left and the calling thread is a worker: they are called off, and the
     *     scope stays open
     */
    @Override
    void close();
}
