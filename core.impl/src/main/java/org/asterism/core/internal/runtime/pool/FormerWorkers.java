package org.asterism.core.internal.runtime.pool;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.asterism.api.FormerWorker;
import org.asterism.core.internal.worker.WorkerEngine;
import org.asterism.spi.driver.DeviceLostException;

/**
 * Descriptions of workers that have left. They keep neither the workers nor their drivers in memory. Any thread may use
 * it.
 */
final class FormerWorkers {
    /** Drivers may come and go for years. */
    private static final int MOST = 1_000;

    private final Map<Integer, FormerWorker> ended = new LinkedHashMap<>();
    private final Map<Integer, WorkerEngine> leaving = new LinkedHashMap<>();

    /** Takes note of workers that get no further tasks, but may be about to end some. */
    synchronized void leave(List<WorkerEngine> workers) {
        workers.forEach(worker -> leaving.put(worker.id(), worker));
    }

    /** Takes note that these have stopped. */
    synchronized void end(List<WorkerEngine> workers) {
        for (WorkerEngine worker : workers) {
            leaving.remove(worker.id());
            ended.put(worker.id(), described(worker));
        }
        while (ended.size() > MOST) {
            ended.remove(ended.keySet().iterator().next());
        }
    }

    /** Only with the text of the loss: the exception's class may be of a bundle that leaves as well. */
    private static FormerWorker described(WorkerEngine worker) {
        DeviceLostException loss = worker.loss();
        return new FormerWorker(
                worker.id(),
                worker.name(),
                worker.architecture(),
                worker.executedTasks(),
                Optional.ofNullable(loss).map(DeviceLostException::getMessage));
    }

    /** The last ones, in the order in which they ended; then those that are about to. */
    synchronized List<FormerWorker> all() {
        List<FormerWorker> all = new ArrayList<>(ended.values());
        leaving.values().forEach(worker -> all.add(described(worker)));
        return all;
    }
}
