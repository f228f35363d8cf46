package org.asterism.profile.internal;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.asterism.api.Task;
import org.asterism.api.TaskGraph;
import org.asterism.api.Worker;

/**
 * What a worker that finds nothing could see: the running task that most others wait for, and a task that the policy
 * keeps. Any thread; it looks at few tasks only, because workers fall asleep often.
 */
final class Sight {
    private static final int MOST_RUNNING = 16;

    private final TaskGraph graph;
    private final Workers workers;

    /** The last answer for each context: it holds as long as the task runs. */
    private final Map<ContextClock, TaskRecord> blockers = new ConcurrentHashMap<>();

    Sight(TaskGraph graph, Workers workers) {
        this.graph = graph;
        this.workers = workers;
    }

    /** Looks around for a worker that has fallen asleep. */
    void look(WorkerClock sleeper) {
        blockers.values().removeIf(blocker -> !blocker.isUnderWay()); // also those of contexts that have ended
        TaskRecord running = null;
        TaskRecord waiting = null;
        for (ContextClock context : workers.of(sleeper.worker())) {
            waiting = waiting == null ? kept(context, sleeper.worker()) : waiting;
            running = running == null ? blocker(context) : running;
        }
        sleeper.sees(running, waiting);
    }

    private static TaskRecord kept(ContextClock context, Worker worker) {
        for (TaskRecord record : context.samples()) {
            Task task = record.task();
            if (task != null && worker.canExecute(task)) {
                return record;
            }
        }
        return null;
    }

    private TaskRecord blocker(ContextClock context) {
        TaskRecord known = blockers.get(context);
        if (known != null && known.isUnderWay()) {
            return known;
        }
        TaskRecord best = null;
        int most = -1;
        int seen = 0;
        for (WorkerClock clock : workers.all()) {
            TaskRecord record = clock.current();
            if (record != null && workers.of(clock.worker()).contains(context)) {
                int waiting = successors(record);
                if (waiting > most) {
                    best = record;
                    most = waiting;
                }
                if (++seen == MOST_RUNNING) {
                    break;
                }
            }
        }
        if (best != null) {
            blockers.put(context, best);
        } else {
            blockers.remove(context);
        }
        return best;
    }

    private int successors(TaskRecord record) {
        Task task = record.task();
        int[] count = {0};
        if (task != null) {
            graph.forEachSuccessor(task, _ -> count[0]++);
        }
        return count[0];
    }
}
