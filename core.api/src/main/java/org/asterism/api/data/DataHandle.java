package org.asterism.api.data;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.MemoryNode;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The handle of one piece of data that tasks work on.
 *
 * <p>While it is open, the memory behind it belongs to the runtime. The program may read off-heap data again after the
 * tasks on them have ended, and heap arrays after {@link #close}.
 *
 * <p>Any thread may use a handle.
 */
@ProviderType
public interface DataHandle extends AutoCloseable {
    /**
     * A name for people.
     *
     * @return such as {@code vector#7}, unless it was named by {@link #named}
     */
    String name();

    /**
     * Names the handle, for messages and listings.
     *
     * @param name anything
     * @return this
     */
    DataHandle named(String name);

    /**
     * Returns the size of one copy of the data.
     *
     * @return bytes; 0 for data without content
     */
    long bytes();

    /**
     * Returns the layout of the data.
     *
     * @return never null
     */
    Layout layout();

    /**
     * Says how tasks that do not say otherwise are ordered on these data: in the order of their submission, or in any
     * order that keeps readers and writers apart. Without sequential consistency the data are {@link #arbitrated}.
     *
     * @param ordered true at first
     * @return this
     * @throws IllegalStateException if tasks on the data were submitted that have not ended
     */
    DataHandle sequentialConsistency(boolean ordered);

    /**
     * Lets tasks give up their order on these data, with {@link org.asterism.api.Task#unordered}. From now on each task
     * takes its turn on them when nothing else stands in its way: readers together, a writer alone; a task that needs a
     * turn on several such data takes all or none, so tasks cannot block each other.
     *
     * @return this
     * @throws IllegalStateException if tasks on the data were submitted that have not ended
     */
    DataHandle arbitrated();

    /**
     * Says how contributions of tasks with mode {@link org.asterism.api.Access#REDUX} begin and are put together. It
     * also sets the {@link #initialiser}.
     *
     * @param initialise writes the neutral element: one handle, mode W
     * @param combine adds the second to the first: two handles, modes RW (or COMMUTE) and R
     * @return this
     * @throws IllegalArgumentException if a codelet has other modes
     */
    DataHandle reduction(Codelet initialise, Codelet combine);

    /**
     * Says what writes the data if they are read before any task has written them.
     *
     * @param initialise one handle, mode W
     * @return this
     * @throws IllegalArgumentException if the codelet has other modes
     */
    DataHandle initialiser(Codelet initialise);

    // In the hands of the program.

    /**
     * Takes the data for the program, in main memory: waits for conflicting tasks submitted before. The views can be
     * written in any mode: writing under R is an error that is not detected, and tasks may see the old content or the
     * new.
     *
     * @param mode R, W or RW
     * @return the data, to be released
     * @throws IllegalArgumentException if the mode is another one
     * @throws IllegalStateException if the calling thread is a worker, or the handle is closed or cut
     * @throws CorruptDataException if the mode reads and the data's last writer failed
     * @throws InterruptedException if the waiting thread is interrupted; the data are not acquired then
     */
    default Acquisition acquire(Access mode) throws InterruptedException {
        return acquire(mode, MemoryNode.MAIN);
    }

    /**
     * {@link #acquire(Access)} on a memory node.
     *
     * @param mode R, W or RW
     * @param node the id of a memory node
     * @return the data, to be released
     * @throws IllegalArgumentException if the mode is another one, or there is no such node
     * @throws InterruptedException if the waiting thread is interrupted; the data are not acquired then
     */
    Acquisition acquire(Access mode, int node) throws InterruptedException;

    /**
     * Takes the data for the program without waiting; kernels and callbacks may call it as well.
     *
     * @param mode R, W or RW
     * @param node the id of a memory node
     * @return completes with the data, on the thread that removed the last obstacle, which must not wait for tasks
     * @throws IllegalArgumentException if the mode is another one, or there is no such node
     * @throws IllegalStateException if the handle is closed or cut
     */
    CompletionStage<Acquisition> acquireAsync(Access mode, int node);

    /**
     * Takes the data for the program, in main memory, if that is possible at once.
     *
     * @param mode R, W or RW
     * @return empty if a task is in the way, or the data would have to be fetched
     * @throws IllegalArgumentException if the mode is another one
     */
    Optional<Acquisition> tryAcquire(Access mode);

    // Where the data are.

    /**
     * Returns the state of the copy on a memory node.
     *
     * @param node the id of a memory node
     * @return the state at some moment during the call
     */
    ReplicateState stateOn(int node);

    /**
     * Whether there is memory for a copy on a node, valid or not.
     *
     * @param node the id of a memory node
     * @return the answer at some moment during the call
     */
    boolean isAllocatedOn(int node);

    /**
     * Copies the data to a memory node, after the tasks submitted before that write them.
     *
     * @param node the id of a memory node
     * @param kind its urgency
     * @param priority among transfers of the same kind, higher numbers first
     * @return completes when the data are there; also when the transfer was given up, for lack of memory or because a
     *     later task writes them
     * @throws IllegalArgumentException if there is no such node
     */
    CompletionStage<Void> transfer(int node, TransferKind kind, int priority);

    /**
     * {@link #transfer} for a task or thread that waits for it.
     *
     * @param node the id of a memory node
     * @return completes when the data are there
     */
    default CompletionStage<Void> fetch(int node) {
        return transfer(node, TransferKind.FETCH, 0);
    }

    /**
     * {@link #transfer} for later.
     *
     * @param node the id of a memory node
     * @return completes when the data are there, or that was given up
     */
    default CompletionStage<Void> prefetch(int node) {
        return transfer(node, TransferKind.PREFETCH, 0);
    }

    /**
     * {@link #transfer} when there is nothing else to do.
     *
     * @param node the id of a memory node
     * @return completes when the data are there, or that was given up
     */
    default CompletionStage<Void> idlePrefetch(int node) {
        return transfer(node, TransferKind.IDLE_PREFETCH, 0);
    }

    /**
     * Allocates memory for a copy on a memory node, without its content.
     *
     * @param node the id of a memory node
     * @return completes when it is there, or was given up for lack of memory
     */
    CompletionStage<Void> allocateOn(int node);

    /**
     * Says that the data will not be used for some time, after the tasks submitted before: devices that need memory
     * give up these data first, and the data come home when the link has nothing else to do.
     */
    void wontUse();

    /**
     * Gives up the content, after the tasks submitted before: all memory that the runtime took for it is free, and the
     * next task has to write it.
     */
    void invalidate();

    /**
     * Gives up the copy on a memory node; if it is the only valid one it is brought home first.
     *
     * @param node the id of a memory node other than main memory
     * @return completes with true if there is no copy there any more, with false if a task needs it now
     */
    CompletionStage<Boolean> evict(int node);

    /**
     * Sets nodes to which the data are copied whenever a task has written them elsewhere.
     *
     * @param nodes ids of memory nodes; none to end it
     * @return this
     */
    DataHandle writeThrough(int... nodes);

    /**
     * Lets the runtime compute the data again if a device, or a member of a cluster, is lost with their only valid
     * copy.
     *
     * <p>From now on the runtime remembers which tasks have written the data since main memory had a copy. After a loss
     * it runs the kernels of these tasks again, in the same order, on workers of the default context. Tasks and
     * acquisitions that need the data wait for that. The callbacks of the tasks are not called again.
     *
     * <p>The kernels must compute the same from the same data and argument, and do nothing else. The arguments must not
     * be changed. The data that these tasks read are needed as they were: they must not have been overwritten or
     * closed, or must have a lineage that leads to that value.
     *
     * <p>The data are lost as without a lineage, and the failure of the tasks that need them says why, if
     *
     * <ul>
     *   <li>a task has used several written data, or data with {@link Access#REDUX} or {@link Access#COMMUTE}, or data
     *       that are cut or have several forms;
     *   <li>more than 1000 tasks have written the data since main memory had a copy;
     *   <li>no worker can run one of the kernels, or one of them throws.
     * </ul>
     *
     * @return this
     * @throws IllegalArgumentException if the data have {@link MultiFormatLayout several forms}
     * @throws IllegalStateException if the data are cut, a part of others, or have a {@link #reduction}; these calls
     *     are refused later
     */
    DataHandle withLineage();

    // Cut into pieces.

    /**
     * Cuts the data now, after the tasks that were submitted on them, for as long as the partition is open. Meanwhile
     * only the children can be used.
     *
     * @param filter the rule for the cut
     * @return the children
     * @throws IllegalArgumentException if the filter does not accept the data, or they have {@link MultiFormatLayout
     *     several forms}
     * @throws IllegalStateException if they are cut already or have plans, or the calling thread is a worker
     * @throws InterruptedException if the waiting thread is interrupted; the data stay whole then
     */
    Partition partition(Filter filter) throws InterruptedException;

    /**
     * Prepares to cut the data in the flow of tasks: tasks may use the children or the whole, and the data are cut and
     * put together in between, as the order of submission demands. Data may have several plans.
     *
     * @param filter the rule for the cut
     * @return the children
     * @throws IllegalArgumentException if the filter does not accept the data, or they have {@link MultiFormatLayout
     *     several forms}
     * @throws IllegalStateException if they are cut by {@link #partition}
     */
    Partition plan(Filter filter);

    /**
     * The plans that were made for the data and are open.
     *
     * @return a snapshot, in the order in which they were made
     */
    List<Partition> plans();

    /**
     * Whether the data's last writer failed, so that reading them is an error until a task has overwritten them.
     *
     * @return the answer at some moment during the call
     */
    boolean isCorrupt();

    /**
     * Waits for the tasks on the data that were submitted before, brings the data home and forgets them. Must not be
     * called by kernels and callbacks. Partitions that are open are closed first. Does nothing the second time.
     *
     * @throws org.asterism.api.TasksStuckException as by {@link org.asterism.api.TaskRuntime#waitAll}, if those tasks
     *     will not end; at once if a thread got this exception before, and nothing has moved since. No further task may
     *     use the data, and they are closed when those tasks have ended
     * @throws IllegalStateException if the calling thread is a worker, or this is a child of a partition, which is
     *     closed with that
     * @throws CorruptDataException if the data's last writer failed; heap arrays keep their former content then
     */
    @Override
    void close();

    /**
     * {@link #close} without bringing the data home: whatever main memory contains at home stays there.
     *
     * @throws org.asterism.api.TasksStuckException as by {@link #close}; when those tasks have ended, the data come
     *     home
     * @throws IllegalStateException if the calling thread is a worker
     */
    void discard();

    /**
     * {@link #close} without waiting: no task can be submitted on the data any more, and when those submitted before
     * have ended the data come home and are forgotten.
     *
     * @return completes when that has happened, exceptionally with a {@link CorruptDataException} if the last writer
     *     failed
     * @throws IllegalStateException if it is a child of a partition, which is closed with that
     */
    CompletionStage<Void> closeAsync();
}
