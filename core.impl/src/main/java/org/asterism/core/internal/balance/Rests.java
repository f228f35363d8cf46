package org.asterism.core.internal.balance;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.asterism.core.internal.worker.WorkerEngine;

/**
 * Records since when each worker has rested. A worker rests if it has no task now and has ended none since the last
 * look.
 *
 * <p>The measurement does not slow down running workers. A rest may be detected up to one look late. Not thread-safe.
 */
final class Rests {
    private static final class Rest {
        long executed = -1;
        long since;
    }

    private final Map<Integer, Rest> rests = new HashMap<>();

    /** Looks at all workers. */
    void look(List<WorkerEngine> workers, long now) {
        for (WorkerEngine worker : workers) {
            Rest rest = rests.computeIfAbsent(worker.id(), any -> new Rest());
            boolean runs = worker.glance() != null;
            long executed = worker.executedTasks();
            if (runs || executed != rest.executed) {
                rest.executed = executed;
                rest.since = now;
            }
        }
        if (rests.size() > workers.size()) {
            Set<Integer> there = workers.stream().map(WorkerEngine::id).collect(Collectors.toSet());
            rests.keySet().retainAll(there);
        }
    }

    /** Returns the time for which a worker has rested, in nanoseconds. */
    long nanos(WorkerEngine worker, long now) {
        Rest rest = rests.get(worker.id());
        return rest == null ? 0 : now - rest.since;
    }
}
