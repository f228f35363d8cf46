package org.asterism.kit.component;

import java.util.concurrent.atomic.AtomicReference;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.kit.policy.TaskStore;
import org.asterism.kit.policy.placement.DataLack;
import org.asterism.spi.policy.DataPlacement;

/**
 * Chooses a task from a store for a worker. Of the tasks that the worker can execute, it chooses the one that
 * {@link DataLack lacks least} in the worker's memory, and the first one among equals.
 *
 * <p><b>Threads.</b> Any number. It queries the data of a copy of the queue, without a lock. If another thread has
 * taken the chosen task, it chooses again.
 */
final class DataReadiness {
    /** Reusable working memory of one choice. */
    private record Workspace(TaskStore.Candidates candidates, DataLack lack) {}

    private final TaskStore store;
    private final DataPlacement data;
    private final boolean allRanks;
    private final int window;
    private final AtomicReference<Workspace> spare = new AtomicReference<>();

    DataReadiness(TaskStore store, DataPlacement data, StorageSettings settings) {
        this.store = store;
        this.data = data;
        allRanks = settings.choice() == StorageSettings.Choice.READY_FIRST;
        window = settings.window();
    }

    /** Takes the task that lacks least; null if there is none. */
    Task takeFor(Worker worker) {
        Workspace own = spare.getAndSet(null);
        Workspace workspace = own == null ? new Workspace(new TaskStore.Candidates(), new DataLack(data)) : own;
        TaskStore.Candidates candidates = workspace.candidates;
        try {
            while (true) {
                store.look(worker, allRanks, window, candidates);
                if (candidates.size() == 0) {
                    return null;
                }
                int best = candidates.size() == 1 ? 0 : leastLacking(workspace, worker.memoryNode());
                Task task = candidates.task(best);
                if (store.take(candidates, best)) {
                    return task;
                }
                candidates.clear();
            }
        } finally {
            candidates.clear();
            spare.set(workspace);
        }
    }

    private static int leastLacking(Workspace workspace, int node) {
        TaskStore.Candidates candidates = workspace.candidates;
        DataLack lack = workspace.lack;
        lack.clear();
        int best = -1;
        for (int index = 0; index < candidates.size(); index++) {
            if (best >= 0 && lack.isNothing() && candidates.isBefore(best, index)) {
                continue;
            }
            int order = lack.compare(candidates.task(index), node);
            if (order < 0 || order == 0 && candidates.isBefore(index, best)) {
                best = index;
                lack.keep();
            }
        }
        return best;
    }
}
