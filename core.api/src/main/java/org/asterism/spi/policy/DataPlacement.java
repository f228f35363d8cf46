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
 * Queries of policies about data. An answer is a hint: it holds for some moment during the call. They take no lock, and
 * any thread may call these methods at any time. Implementations without data, such as those of tests, need not
 * override {@link #missingBytes} and {@link #transferNanos(DataHandle, int)}.
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
     * Returns the state of the copy of a handle on a node.
     *
     * @param handle any handle of the runtime
     * @param node the id of a memory node
     * @return the state
     */
    ReplicateState state(DataHandle handle, int node);

    /**
     * Returns whether a copy is valid on a node or on its way there. A part also counts if the data around it are valid
     * there, because it then becomes valid without being copied.
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
     * Returns how much of a task's input is not yet on a node. Parts lie within the data they were cut from. So a part
     * misses nothing where the whole is. A whole that is to be put together on a node misses only the parts that are
     * elsewhere.
     *
     * @param task any task
     * @param node the id of a memory node
     * @return bytes; 0 if the runtime has no data
     */
    default long missingBytes(Task task, int node) {
        return 0;
    }

    /**
     * Returns how long it is expected to take to bring a handle's data to a node, from the core's source: over the
     * direct link that is expected to be fastest, else through main memory.
     *
     * <p>A copy takes the link's latency, plus the time of its bytes at the link's bandwidth, times the
     * {@link org.asterism.api.model.LinkSettings contention}. Bytes that {@link #missingBytes} does not count take no
     * time. For data of several forms ({@link org.asterism.api.data.MultiFormatLayout}) the answer includes the
     * conversion that a worker of the node will have to make, if the model of its codelet knows the time.
     *
     * @param handle any handle of the runtime
     * @param node the id of a memory node
     * @return nanoseconds; 0 if there is nothing to bring because the data are empty, there, or on their way, or if the
     *     link is unknown; {@link Long#MAX_VALUE} if no copy is valid anywhere
     */
    default long transferNanos(DataHandle handle, int node) {
        return 0;
    }

    /**
     * Returns how long it is expected to take to bring all input of a task to a node, one transfer after the other. All
     * workers of a node need the same: ask once for each node.
     *
     * @param task any task
     * @param node the id of a memory node
     * @return nanoseconds; data that have no value yet, and data to which tasks only contribute, count nothing
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
     * Returns how long a copy from one node to another is expected to take, for any data: the latency of the direct
     * link, plus the time of the bytes at its bandwidth, times the {@link org.asterism.api.model.LinkSettings
     * contention}. Without a direct link it is the sum of two copies, through main memory. Costs a look into a table
     * and no call of a driver.
     *
     * @param from the id of a memory node
     * @param to the id of another
     * @param bytes the size of the copy, from 0, which gives the latency
     * @return nanoseconds, at least 1 on a known link; 0 if both nodes are the same, and for unknown links: in real
     *     time another thread measures them from then on
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
     * Brings the input of a task to a worker's node. Data fetched as {@link TransferKind#TASK_PREFETCH} stay there
     * until the task has ended. On a node with limited memory, the data that the task only writes get memory that is
     * free; they lose it if another fetch, or a prefetch for another task, needs it. Does nothing in a runtime
     * {@linkplain org.asterism.api.RuntimeConfiguration#withPrefetch without prefetching}, so policies need not check
     * that.
     *
     * @param task a ready task in the policy
     * @param worker the worker that is expected to run it
     * @param kind its urgency; not {@link TransferKind#FETCH}
     * @param priority among transfers of that kind, higher numbers first; the same for all tasks if the policy runs
     *     them in the order in which they came
     */
    void prefetch(Task task, Worker worker, TransferKind kind, int priority);

    /**
     * {@link #prefetch(Task, Worker, TransferKind, int)} with the task's own priority.
     *
     * @param task a ready task in the policy
     * @param worker the worker that is expected to run it
     * @param kind its urgency; not {@link TransferKind#FETCH}
     */
    default void prefetch(Task task, Worker worker, TransferKind kind) {
        prefetch(task, worker, kind, task.priority());
    }
}
