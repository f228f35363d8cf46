package org.asterism.policy.modular.internal.tree;

import java.util.Collection;
import java.util.List;
import org.asterism.api.CombinedWorker;
import org.asterism.api.Worker;
import org.asterism.spi.component.WorkerSet;

/** Union of sets of workers. */
final class Below {
    private Below() {}

    /** Returns the workers and the combined workers of all sets. */
    static WorkerSet united(Collection<WorkerSet> sets) {
        List<Worker> workers =
                sets.stream().flatMap(set -> set.list().stream()).distinct().toList();
        List<CombinedWorker> combined =
                sets.stream().flatMap(set -> set.combined().stream()).distinct().toList();
        return new WorkerSet(workers, combined);
    }
}
