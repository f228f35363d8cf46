package org.asterism.examples.cholesky.internal;

import java.util.LinkedHashMap;
import java.util.Map;
import org.asterism.api.Runtime;
import org.asterism.api.Worker;

/** How many tasks each worker has run since a moment. */
final class WorkerTally {
    private final Runtime runtime;
    private final Map<Integer, Long> before = new LinkedHashMap<>();

    /** Begins to count now. */
    WorkerTally(Runtime runtime) {
        this.runtime = runtime;
        for (Worker worker : runtime.workers()) {
            before.put(worker.id(), worker.executedTasks());
        }
    }

    /** The counts by the workers' names; to be asked when all tasks have ended. */
    Map<String, Long> counts() {
        Map<String, Long> counts = new LinkedHashMap<>();
        for (Worker worker : runtime.workers()) {
            counts.put(worker.name(), worker.executedTasks() - before.getOrDefault(worker.id(), 0L));
        }
        return counts;
    }
}
