package org.asterism.api;

import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Tasks that should be placed together, because they work on the same data.
 *
 * <p>When a worker gets the first of them, the others are reserved for workers of the same memory node. A task that its
 * program has {@link Task#on(Worker) bound to a worker} still runs on that worker. A task whose data can never fit into
 * that memory leaves the bundle. Any thread may use it.
 */
@ProviderType
public interface TaskBundle extends AutoCloseable {
    /**
     * The bundle's name, for people.
     *
     * @return never empty
     */
    String name();

    /**
     * The tasks in the bundle that have not ended.
     *
     * @return a snapshot, by id
     */
    List<Task> tasks();

    /**
     * Takes a task out that was put in with {@link Task#bundle}; if it was not submitted.
     *
     * @param task in the bundle
     * @throws IllegalArgumentException if it is not in the bundle
     * @throws IllegalStateException if it was submitted
     */
    void remove(Task task);

    /**
     * Returns the memory node of the bundle.
     *
     * @return the id of a memory node, or -1 while none of its tasks was given to a worker
     */
    int memoryNode();

    /** Takes no further tasks; those it has stay together. Does nothing the second time. */
    @Override
    void close();
}
