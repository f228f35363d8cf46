package org.asterism.kit.policy.placement;

import org.asterism.api.Access;
import org.asterism.api.Task;
import org.asterism.api.data.DataHandle;
import org.asterism.spi.policy.DataPlacement;

/**
 * Measures which data of tasks are missing in a memory, to find the task that lacks least. This is the task with the
 * fewest missing bytes. Among equals, it is the one with the fewest bytes that are not even under way, and then the one
 * for which the least memory has to be found.
 *
 * <p><b>Threads.</b> One at a time. It takes no lock, because the data may change at any time anyway.
 *
 * <p>Source: the policy dmdar of StarPU.
 */
public final class DataLack {
    private final DataPlacement data;

    // Of the task that was compared last.
    private long missing;
    private long unsent;
    private long unallocated;

    // The least so far.
    private boolean some;
    private long leastMissing;
    private long leastUnsent;
    private long leastUnallocated;

    /**
     * Starts a search.
     *
     * @param data of the policy's context
     */
    public DataLack(DataPlacement data) {
        this.data = data;
    }

    /** Starts a new search. */
    public void clear() {
        some = false;
    }

    /**
     * Measures what a task lacks, and compares that with the least so far.
     *
     * @param task may end meanwhile
     * @param node the id of a memory node
     * @return negative if the task lacks less or is the first, 0 if it lacks the same, positive if it lacks more
     */
    public int compare(Task task, int node) {
        missing = 0;
        unsent = 0;
        unallocated = 0;
        try {
            measure(task, node);
        } catch (IndexOutOfBoundsException gone) {
            // The task was called off just now and let go of its data: it lacks nothing, and leaves its queue first.
        }
        if (!some) {
            return -1;
        }
        int order = Long.compare(missing, leastMissing);
        if (order == 0) {
            order = Long.compare(unsent, leastUnsent);
        }
        return order == 0 ? Long.compare(unallocated, leastUnallocated) : order;
    }

    /** Makes what the task lacks that was compared last the least. */
    public void keep() {
        some = true;
        leastMissing = missing;
        leastUnsent = unsent;
        leastUnallocated = unallocated;
    }

    /**
     * Tells whether no task can lack less than the least so far.
     *
     * @return whether the task that was kept lacks nothing
     */
    public boolean isNothing() {
        return leastMissing == 0 && leastUnallocated == 0;
    }

    private void measure(Task task, int node) {
        for (int index = 0; index < task.dataCount(); index++) {
            Access mode = task.accessMode(index);
            if (mode == Access.SCRATCH || mode == Access.REDUX) {
                continue;
            }
            DataHandle handle = task.handle(index);
            if (data.state(handle, node).isValid()) {
                continue;
            }
            long bytes = handle.bytes();
            if (!data.isAllocated(handle, node)) {
                unallocated += bytes;
            }
            if (mode.reads()) {
                missing += bytes;
                if (!data.isValidOrRequested(handle, node)) {
                    unsent += bytes;
                }
            }
        }
    }
}
