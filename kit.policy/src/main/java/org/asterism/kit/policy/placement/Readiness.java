package org.asterism.kit.policy.placement;

import org.asterism.api.Access;
import org.asterism.api.Task;
import org.asterism.api.data.DataHandle;
import org.asterism.spi.policy.DataPlacement;

/**
 * Chooses, of the tasks that wait for a worker (of those of the first one's priority, if the queue is sorted), the one
 * of which the fewest bytes are missing; among equals, of which the fewest bytes are not even on their way, then for
 * which the least memory has to be found, then the oldest. The first that lacks nothing at all ends the search.
 *
 * <p><b>Threads.</b> One at a time: each worker has its own.
 */
final class Readiness {
    private static final int AT_A_TIME = 32;

    private final DataPlacement data;
    private final int node;
    private final Placed[] seen = new Placed[AT_A_TIME];

    // Of the task looked at last.
    private long missing;
    private long unsentFor;
    private long unallocated;

    Readiness(DataPlacement data, int node) {
        this.data = data;
        this.node = node;
    }

    /**
     * Chooses a task; called by the worker.
     *
     * @param window how many tasks to look at
     * @return null if there are none
     */
    Placed choose(WorkerQueue queue, int window) {
        Placed first = queue.first();
        if (first == null || first.next == null) {
            return first;
        }
        Placed best = null;
        long leastMissing = 0;
        long leastUnsentFor = 0;
        long leastUnallocated = 0;
        int looked = 0;
        Placed from = first;
        while (from != null && looked < window) {
            int count = queue.copy(from, seen);
            for (int index = 0; index < count && looked < window; index++) {
                Placed placed = seen[index];
                looked++;
                measure(placed.task);
                boolean lessMissing = best == null || missing < leastMissing;
                if (lessMissing
                        || missing == leastMissing
                                && (unsentFor < leastUnsentFor
                                        || unsentFor == leastUnsentFor && unallocated < leastUnallocated)) {
                    best = placed;
                    leastMissing = missing;
                    leastUnsentFor = unsentFor;
                    leastUnallocated = unallocated;
                    if (lessMissing && missing == 0 && unallocated == 0) {
                        return best;
                    }
                }
            }
            from = count < seen.length ? null : seen[count - 1].next;
        }
        return best;
    }

    private void measure(Task task) {
        missing = 0;
        unsentFor = 0;
        unallocated = 0;
        try {
            measureData(task);
        } catch (IndexOutOfBoundsException gone) {
            // The task was called off just now and let go of its data: it lacks nothing, and leaves the queue first.
        }
    }

    private void measureData(Task task) {
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
                    unsentFor += bytes;
                }
            }
        }
    }
}
