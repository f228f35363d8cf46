package org.asterism.api;

import java.time.Duration;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Numbers that programs give to tasks and to points in a graph. A tag is open until the first task that carries it has
 * ended, or until the program {@link #notify notifies} it. From then on the tag is done, and the tasks and threads that
 * wait for it continue. A tag exists from its first use. Any thread may use tags; kernels and callbacks must not wait
 * for them.
 */
@ProviderType
public interface Tags {
    /**
     * Notifies a tag when others are done: a join point without a task. If one of them failed, this tag fails too. A
     * join holds for one round: name it again after a {@link #restart}. A join of a tag that is done has no effect.
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
     *     for each other in a circle, or if nothing moves and no thread notifies it. It may be waited for again
     * @throws IllegalStateException if the calling thread is a worker, or the runtime was closed meanwhile
     * @throws InterruptedException if the waiting thread is interrupted
     */
    void await(long... tags) throws InterruptedException;

    /**
     * Waits until a tag is done, for a limited time.
     *
     * @param tag any number
     * @param time the longest time to wait
     * @return false if it was still open by then
     * @throws TaskFailedException if the first task with it to end failed or was called off
     * @throws TasksStuckException as by {@link #await(long...)}, if that is detected before the time is over; not in
     *     virtual time
     * @throws IllegalStateException if the calling thread is a worker, or the runtime was closed meanwhile
     * @throws InterruptedException if the waiting thread is interrupted
     */
    boolean await(long tag, Duration time) throws InterruptedException;

    /**
     * Returns whether a tag is done, successfully or not.
     *
     * @param tag any number
     * @return false if it is open or was never named
     */
    boolean isDone(long tag);

    /**
     * Opens a tag that is done again, for the next round. Has no effect on an open tag. Tasks that got the tag before
     * do not notify it again, however late they end. Tasks and threads that waited for it before have already been
     * released.
     *
     * @param tag any number
     */
    void restart(long tag);

    /**
     * Forgets a tag. Tasks and threads that wait for it go on waiting for the tasks that carry it now. A later use of
     * the number means a new tag.
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
