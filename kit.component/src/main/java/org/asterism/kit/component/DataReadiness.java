package org.asterism.kit.component;

import java.util.concurrent.atomic.AtomicReference;
import org.asterism.api.Access;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.kit.policy.TaskStore;
import org.asterism.spi.policy.DataPlacement;

/**
 * Chooses, of the tasks in a store that a worker can execute, the one of which the fewest bytes are missing in the
 * worker's memory; among equals, of which the fewest bytes are not even on their way, then for which the least memory
 * has to be found, then the first in order.
 *
 * <p><b>Threads.</b> Any number. Data are asked about without a lock, of a copy of the queue; a choice that has gone
 * meanwhile is made again.
 *
 * <p>Source: the policy dmdar of StarPU, as {@code policy.dmda} has it too.
 */
final class DataReadiness {
    /** What a task lacks in a memory. */
    private static final class Lack {
        long missing;
        long unsentFor;
        long unallocated;

        boolean isNothing() {
            return missing == 0 && unallocated == 0;
        }

        int compareTo(Lack other) {
            int order = Long.compare(missing, other.missing);
            if (order == 0) {
                order = Long.compare(unsentFor, other.unsentFor);
            }
            return order == 0 ? Long.compare(unallocated, other.unallocated) : order;
        }
    }

    /** What one choice needs, to be used again. */
    private static final class Workspace {
        final TaskStore.Candidates candidates = new TaskStore.Candidates();
        Lack least = new Lack();
        Lack looked = new Lack();

        void keepLooked() {
            Lack before = least;
            least = looked;
            looked = before;
        }
    }

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
        Workspace workspace = own == null ? new Workspace() : own;
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

    private int leastLacking(Workspace workspace, int node) {
        TaskStore.Candidates candidates = workspace.candidates;
        int best = -1;
        for (int index = 0; index < candidates.size(); index++) {
            if (best >= 0 && workspace.least.isNothing() && candidates.isBefore(best, index)) {
                continue;
            }
            measure(candidates.task(index), node, workspace.looked);
            int order = best < 0 ? -1 : workspace.looked.compareTo(workspace.least);
            if (order < 0 || order == 0 && candidates.isBefore(index, best)) {
                best = index;
                workspace.keepLooked();
            }
        }
        return best;
    }

    private void measure(Task task, int node, Lack lack) {
        lack.missing = 0;
        lack.unsentFor = 0;
        lack.unallocated = 0;
        try {
            measureData(task, node, lack);
        } catch (IndexOutOfBoundsException gone) {
            // The task was called off just now and let go of its data: what it still lacks is of no account.
        }
    }

    private void measureData(Task task, int node, Lack lack) {
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
                lack.unallocated += bytes;
            }
            if (mode.reads()) {
                lack.missing += bytes;
                if (!data.isValidOrRequested(handle, node)) {
                    lack.unsentFor += bytes;
                }
            }
        }
    }
}
