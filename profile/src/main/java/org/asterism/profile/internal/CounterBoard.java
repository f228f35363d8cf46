package org.asterism.profile.internal;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.asterism.api.Task;
import org.asterism.api.TaskState;
import org.asterism.api.Worker;
import org.asterism.profile.CounterSample;
import org.asterism.profile.CounterScope;
import org.asterism.profile.CounterSet;
import org.asterism.profile.internal.CountedTask.Stage;

/** The counters of a runtime, of its workers and of its codelets. Any thread. */
public final class CounterBoard {
    private static final int MOST = 1000;
    private static final String OTHERS = "others";

    private final TaskCounts runtime = new TaskCounts();
    private final Map<String, TaskCounts> codelets = new ConcurrentSkipListMap<>();
    private final Map<String, TaskCounts> workers = new ConcurrentSkipListMap<>();

    /** Begins with all counters at 0. */
    public CounterBoard() {}

    /** Begins to count a task, from where it is on its way. */
    CountedTask count(Task task) {
        TaskState state = task.state();
        Stage stage = state.compareTo(TaskState.READY) < 0
                ? Stage.WAITING
                : state.compareTo(TaskState.RUNNING) < 0 ? Stage.READY : Stage.LAUNCHED;
        return new CountedTask(runtime, counts(codelets, task.codelet().name()), stage);
    }

    /** Counts a kernel that has ended. */
    void executed(CountedTask task, Worker worker, long nanos) {
        task.executed(nanos);
        counts(workers, worker.name()).executed(nanos);
    }

    private static TaskCounts counts(Map<String, TaskCounts> all, String name) {
        TaskCounts known = all.get(name);
        return known != null ? known : all.computeIfAbsent(all.size() < MOST ? name : OTHERS, _ -> new TaskCounts());
    }

    /** The values of a set of counters. */
    List<CounterSample> read(CounterSet set, long time) {
        return switch (set.scope()) {
            case RUNTIME -> List.of(new CounterSample(CounterScope.RUNTIME, "", time, runtime.values(set.counters())));
            case WORKER -> samples(workers, set, time);
            case CODELET -> samples(codelets, set, time);
        };
    }

    private static List<CounterSample> samples(Map<String, TaskCounts> all, CounterSet set, long time) {
        return all.entrySet().stream()
                .filter(entry -> set.names().isEmpty() || set.names().contains(entry.getKey()))
                .map(entry -> new CounterSample(
                        set.scope(), entry.getKey(), time, entry.getValue().values(set.counters())))
                .toList();
    }

    void reset() {
        runtime.reset();
        codelets.values().forEach(TaskCounts::reset);
        workers.values().forEach(TaskCounts::reset);
    }
}
