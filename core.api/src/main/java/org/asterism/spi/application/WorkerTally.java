package org.asterism.spi.application;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.asterism.api.Runtime;
import org.asterism.api.Worker;

/**
 * How many tasks each worker has run since a moment: a figure that many applications report, as {@code tasks_per_worker}. For use
 * by one thread.
 */
public final class WorkerTally {
    private final Runtime runtime;
    private final Map<Integer, Long> before = new HashMap<>();

    /**
     * Begins to count now.
     *
     * @param runtime whose workers are meant; none of its tasks should run
     */
    public WorkerTally(Runtime runtime) {
        this.runtime = runtime;
        for (Worker worker : runtime.workers()) {
            before.put(worker.id(), worker.executedTasks());
        }
    }

    /**
     * The counts; to be asked when all tasks have ended.
     *
     * @return by the workers' names, in the order of their ids; without workers that have left
     */
    public Map<String, Long> counts() {
        Map<String, Long> counts = new LinkedHashMap<>();
        for (Worker worker : runtime.workers()) {
            counts.put(worker.name(), worker.executedTasks() - before.getOrDefault(worker.id(), 0L));
        }
        return counts;
    }

    /**
     * The counts of all workers of one kind together; to be asked when all tasks have ended.
     *
     * @return by the names of architectures, in the order of the workers' ids; without workers that have left
     */
    public Map<String, Long> countsPerArchitecture() {
        Map<String, Long> counts = new LinkedHashMap<>();
        for (Worker worker : runtime.workers()) {
            counts.merge(
                    worker.architecture().name(),
                    worker.executedTasks() - before.getOrDefault(worker.id(), 0L),
                    Long::sum);
        }
        return counts;
    }
}
