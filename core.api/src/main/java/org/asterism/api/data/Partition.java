package org.asterism.api.data;

import java.util.List;
import java.util.function.Function;
import org.asterism.api.Task;
import org.osgi.annotation.versioning.ProviderType;

/**
 * A piece of data cut into children, each with its own handle. Any thread may use it.
 *
 * <p>{@link DataHandle#partition} cuts at once and for as long as the partition is open. With {@link DataHandle#plan}
 * the data change between whole and cut in the order in which tasks that use the parent or the children are submitted.
 */
@ProviderType
public interface Partition extends AutoCloseable {
    /**
     * Returns the data that are cut.
     *
     * @return the handle of the whole
     */
    DataHandle parent();

    /**
     * Returns the rule of the cut.
     *
     * @return the filter it was made with
     */
    Filter filter();

    /**
     * The children.
     *
     * @return in the filter's order
     */
    List<DataHandle> children();

    /**
     * A child, or a child's child.
     *
     * @param path the index of the child, then that of its child in the child's first partition, and so on
     * @return the handle
     * @throws IndexOutOfBoundsException if there is none
     * @throws IllegalStateException if a handle on the path is not cut
     */
    DataHandle child(int... path);

    /**
     * Submits a task per child.
     *
     * @param maker makes the task of a child, or submits it itself; null for none
     * @return the tasks, all submitted, in the order of the children
     */
    List<Task> forEach(Function<? super DataHandle, ? extends Task> maker);

    /**
     * Cuts the data when the tasks submitted before have released the whole, without waiting for that. For plans, which
     * otherwise cut when a child is first used.
     *
     * @param readOnly whether the children will only be read: other partitions, and the whole, may be read meanwhile
     * @throws IllegalStateException if this is no plan, or is closed
     */
    void submitPartition(boolean readOnly);

    /**
     * Puts the data together again when the tasks submitted before have released the children, without waiting for
     * that. For plans, which otherwise do so when the whole, or a child of another plan, is used.
     *
     * @throws IllegalStateException if this is no plan, or is closed
     */
    void submitUnpartition();

    /**
     * Puts the data together again and closes the children, after the tasks that were submitted on them. Does nothing
     * the second time.
     *
     * @throws org.asterism.api.TasksStuckException as by {@link org.asterism.api.TaskRuntime#waitAll}, if those tasks
     *     will not end; at once if a thread got this exception before, and nothing has moved since. The partition is
     *     closed when those tasks have ended
     * @throws IllegalStateException if the calling thread is a worker, or a child is cut itself
     */
    @Override
    void close();
}
