package org.asterism.spi.application;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.asterism.api.Architecture;
import org.asterism.api.FormerWorker;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;

/**
 * Counts the tasks that each worker has run since a moment. Many applications report them as {@code tasks_per_worker}.
 * Not thread-safe.
 */
public final class WorkerTally {
    /** Stands behind the name of a worker that has gone: another one may have the name now. */
    private static final String GONE = " (gone)";

    private record Count(int worker, String name, Architecture architecture, long tasks) {}

    private final TaskRuntime runtime;
    private final Map<Integer, Worker> first = new LinkedHashMap<>();
    private final Map<Integer, Long> before = new HashMap<>();

    /**
     * Begins to count now.
     *
     * @param runtime the runtime with the workers; none of its tasks should run
     */
    public WorkerTally(TaskRuntime runtime) {
        this.runtime = runtime;
        for (Worker worker : runtime.workers()) {
            first.put(worker.id(), worker);
            before.put(worker.id(), worker.executedTasks());
        }
        runtime.formerWorkers().forEach(former -> before.put(former.id(), former.executedTasks()));
    }

    /**
     * The counts; to be asked when all tasks have ended.
     *
     * @return by the workers' names, in the order of their ids; of workers that have gone since, those that were there
     *     at first or have run a task, with {@code (gone)} behind their names
     */
    public Map<String, Long> counts() {
        Map<String, Long> counts = new LinkedHashMap<>();
        all().forEach(count -> counts.merge(count.name(), count.tasks(), Long::sum));
        return counts;
    }

    /**
     * The counts of all workers of one kind together; to be asked when all tasks have ended.
     *
     * @return by the names of architectures, in alphabetical order; with workers that have gone
     */
    public Map<String, Long> countsPerArchitecture() {
        Map<String, Long> counts = new TreeMap<>();
        all().forEach(count -> counts.merge(count.architecture().name(), count.tasks(), Long::sum));
        return counts;
    }

    private List<Count> all() {
        Map<Integer, Count> all = new TreeMap<>();
        List<Worker> there = runtime.workers(); // first: who leaves meanwhile is a former one afterwards
        for (FormerWorker former : runtime.formerWorkers()) {
            long tasks = former.executedTasks() - before.getOrDefault(former.id(), 0L);
            if (tasks > 0 || first.containsKey(former.id())) {
                all.put(former.id(), new Count(former.id(), former.name() + GONE, former.architecture(), tasks));
            }
        }
        // Those that are in the runtime still, but not in the context that it stands for, are no former workers of it.
        first.forEach((id, worker) -> all.putIfAbsent(id, count(worker, GONE)));
        there.forEach(worker -> all.put(worker.id(), count(worker, "")));
        return List.copyOf(all.values());
    }

    private Count count(Worker worker, String mark) {
        long tasks = worker.executedTasks() - before.getOrDefault(worker.id(), 0L);
        return new Count(worker.id(), worker.name() + mark, worker.architecture(), tasks);
    }
}
