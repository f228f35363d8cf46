package org.asterism.api;

import java.time.Duration;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Numbers that programs give to tasks and to moments in a graph. A tag is open until the first task that carries it has
 * ended, or until the program {@link #notify notifies} it. Then it stays done, and the tasks and threads that wait for
 * it continue. A tag exists from its first use. Any thread may use tags; kernels and callbacks must not wait for them.
 */
@ProviderType
public interface Tags {
    /**
     * Has a tag notified when others are done: a join point without a task. If one of them was not done well, neither
     * is this tag. A join holds for one round: after a {@link #restart} it is named again. It changes nothing for a tag
     * that is done.
     *
     * @param tag the join point
     * @param predecessors the tags it waits for, at least one
     * @throws IllegalArgumentException if there are none, or one of them waits for this tag already: the message names
     *     the circle
     */
    void join(long tag, long... predecessors);

    /**
     * Marks a tag as done; nothing if it is done already.
     *
     * @param tag any number
     */
    void notify(long tag);

    /**
     * Waits until tags are done.
     *
     * @param tags any numbers, one at least
     * @throws IllegalArgumentException if there are none
     * @throws TaskFailedException if the first task with one of them to end failed or was called off
     * @throws TasksStuckException as by {@link TaskRuntime#waitAll}, if the tasks that would notify one of them wait
     *     for each other in a circle, or if nothing moves and nobody notifies it. It may be waited for again
     * @throws IllegalStateException if the calling thread is a worker, or the runtime was closed meanwhile
     * @throws InterruptedException if the waiting thread is interrupted
     */
    void await(long... tags) throws InterruptedException;

    /**
     * Waits until a tag is done, for a limited time.
     *
     * @param tag any number
     * @param time how long to wait at most
     * @return false if it was open still by then
     * @throws TaskFailedException if the first task with it to end failed or was called off
     * @throws TasksStuckException as by {@link #await(long...)}, if that is noticed before the time is over; not in
     *     virtual time
     * @throws IllegalStateException if the calling thread is a worker, or the runtime was closed meanwhile
     * @throws InterruptedException if the waiting thread is interrupted
     */
    boolean await(long tag, Duration time) throws InterruptedException;

    /**
     * Whether a tag is done, well or not.
     *
     * @param tag any number
     * @return false if it is open, or nobody has named it
     */
    boolean isDone(long tag);

    /**
     * Opens a tag that is done again, for the next round. Nothing if it is open. Tasks that were given the tag before
     * do not notify it again, however late they end, and who waited for it before has been let go.
     *
     * @param tag any number
     */
    void restart(long tag);

    /**
     * Forgets a tag. Who waits for it goes on waiting for tasks that carry it now; who names the number later means a
     * new tag.
     *
     * @param tag any number
     */
    void remove(long tag);

    /** Forgets all tags, as by {@link #remove}. */
    void clear();

    /**
     * The task that carries a tag.
     *
     * @param tag any number
     * @return the task submitted last with it, if it has not ended
     */
    Optional<Task> task(long tag);
}
