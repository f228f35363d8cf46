package org.asterism.kit.policy.placement;

import java.util.Arrays;
import org.asterism.spi.policy.DataPlacement;

/**
 * Chooses one of the tasks that wait for a worker: the one that {@link DataLack lacks least}, and the oldest one among
 * equals. In a sorted queue it considers only tasks with the priority of the first one. The search ends at the first
 * task that lacks nothing.
 *
 * <p><b>Threads.</b> One at a time: each worker has its own.
 */
final class Readiness {
    private static final int AT_A_TIME = 32;

    private final DataLack lack;
    private final int node;
    private final Placed[] seen = new Placed[AT_A_TIME];

    Readiness(DataPlacement data, int node) {
        lack = new DataLack(data);
        this.node = node;
    }

    /**
     * Chooses a task; called by the worker.
     *
     * @param first the first one by order
     * @param window the number of tasks to look at
     * @return the first one, or one that lacks less
     */
    Placed choose(WorkerQueue queue, Placed first, int window) {
        if (window <= 1) {
            return first;
        }
        lack.clear();
        lack.compare(first.task, node);
        lack.keep();
        if (lack.isNothing()) {
            return first;
        }
        try {
            return chooseAmong(queue, first, window);
        } finally {
            Arrays.fill(seen, null); // so that an idle worker keeps no task
        }
    }

    private Placed chooseAmong(WorkerQueue queue, Placed first, int window) {
        Placed best = first;
        int looked = 0;
        Placed from = first;
        while (from != null && looked < window) {
            int count = queue.copy(from, seen);
            for (int index = 0; index < count && looked < window; index++) {
                looked++;
                if (seen[index] != first && lack.compare(seen[index].task, node) < 0) {
                    best = seen[index];
                    lack.keep();
                    if (lack.isNothing()) {
                        return best;
                    }
                }
            }
            from = count < seen.length ? null : seen[count - 1].next;
        }
        return best;
    }
}
