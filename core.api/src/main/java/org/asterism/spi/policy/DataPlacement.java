package org.asterism.spi.policy;

import java.util.List;
import java.util.Optional;
import org.asterism.api.MemoryNode;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ReplicateState;
import org.asterism.api.data.TransferKind;
import org.asterism.api.model.Link;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Queries of policies about data. Answers are hints as of some moment during the call. They take no lock, and any
 * thread may ask at any time.
 */
@ProviderType
public interface DataPlacement {
    /**
     * The memories of the runtime.
     *
     * @return by id; the same list until nodes come or go
     */
    List<MemoryNode> memoryNodes();

    /**
     * What the copy of a handle on a node is worth.
     *
     * @param handle any handle of the runtime
     * @param node the id of a memory node
     * @return the state
     */
    ReplicateState state(DataHandle handle, int node);

    /**
     * Whether a copy is valid on a node or on its way there, or will be valid there without being copied since the
     * handle is part of data that are valid there.
     *
     * @param handle any handle of the runtime
     * @param node the id of a memory node
     * @return true if nothing more has to be done
     */
    boolean isValidOrRequested(DataHandle handle, int node);

    /**
     * Whether a handle has memory on a node, whatever that contains.
     *
     * @param handle any handle of the runtime
     * @param node the id of a memory node
     * @return true if none would have to be found
     */
    default boolean isAllocated(DataHandle handle, int node) {
        return isValidOrRequested(handle, node);
    }

    /**
     * How much of what a task reads is not yet on a node. Parts lie within the data they were cut from, so a part
     * misses nothing where the whole is, and a whole that is to be put together on a node misses only the parts that
     * are elsewhere.
     *
     * @param task any task
     * @param node the id of a memory node
     * @return bytes
     */
    long missingBytes(Task task, int node);

    /**
     * How long it is expected to take to bring a handle's data to a node, from where the core would take them: over the
     * direct link that is expected to be fastest, else through main memory. A copy takes the link's latency and, for
     * its bytes, as long as the link's bandwidth allows times the {@link org.asterism.api.model.LinkSettings
     * contention}. What {@link #missingBytes} does not count takes no time. For data of several forms
     * ({@link org.asterism.api.data.MultiFormatLayout}) the conversion is counted that a worker of the node will have
     * to make, as far as the model of its codelet knows how long it takes.
     *
     * @param handle any handle of the runtime
     * @param node the id of a memory node
     * @return nanoseconds; 0 if there is nothing to bring because the data are empty, there, or on their way, and where
     *     nothing is known of the link; {@link Long#MAX_VALUE} if no copy is valid anywhere
     */
    long transferNanos(DataHandle handle, int node);

    /**
     * How long it is expected to take to bring everything that a task reads to a node, one transfer after the other.
     * All workers of a node need the same: ask once for each node.
     *
     * @param task any task
     * @param node the id of a memory node
     * @return nanoseconds; data that have no value yet, and what tasks only contribute to, count nothing
     */
    long transferNanos(Task task, int node);

    /**
     * {@link #transferNanos(Task, int)} to a worker's node, with the conversions that this worker will have to make.
     *
     * @param task any task
     * @param worker any worker
     * @return nanoseconds
     */
    default long transferNanos(Task task, Worker worker) {
        return transferNanos(task, worker.memoryNode());
    }

    /**
     * How long a copy from one node to another is expected to take, whatever is copied: the latency of the direct link
     * and the bytes by its bandwidth, times the {@link org.asterism.api.model.LinkSettings contention}. Where there is
     * no direct link it is the sum of two copies, through main memory. Costs a look into a table and no call of a
     * driver.
     *
     * @param from the id of a memory node
     * @param to the id of another
     * @param bytes how much is copied, from 0, which gives the latency
     * @return nanoseconds, at least 1 on a link that is known; 0 if both nodes are the same, and for links of which
     *     nothing is known: in real time they are measured from then on, by another thread
     * @throws IllegalArgumentException if there is no such node, or the bytes are negative
     */
    long transferNanos(int from, int to, long bytes);

    /**
     * The direct link from one node to another: its latency and bandwidth, alone and without contention. To be asked
     * anew after a while if the numbers are unknown: in real time they are measured from then on, by another thread.
     *
     * @param from the id of a memory node
     * @param to the id of another
     * @return as it is known now; empty if data are copied through main memory, and if both nodes are the same
     * @throws IllegalArgumentException if there is no such node
     */
    Optional<Link> link(int from, int to);

    /**
     * Has what a task reads brought to a worker's node. Data fetched as {@link TransferKind#TASK_PREFETCH} stay there
     * until the task has ended. Does nothing in a runtime
     * {@linkplain org.asterism.api.RuntimeConfiguration#withPrefetch without prefetching}, so policies need not ask for
     * that.
     *
     * @param task is ready, and in the policy
     * @param worker is meant to run it
     * @param kind how urgent it is; not {@link TransferKind#FETCH}
     * @param priority among transfers of that kind, higher numbers first; the same for all tasks if the policy runs
     *     them in the order in which they came
     */
    void prefetch(Task task, Worker worker, TransferKind kind, int priority);

    /**
     * {@link #prefetch(Task, Worker, TransferKind, int)} with the task's own priority.
     *
     * @param task is ready, and in the policy
     * @param worker is meant to run it
     * @param kind how urgent it is; not {@link TransferKind#FETCH}
     */
    default void prefetch(Task task, Worker worker, TransferKind kind) {
        prefetch(task, worker, kind, task.priority());
    }
}
