package org.asterism.shell.gogo.internal.profile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.asterism.api.MemoryNode;
import org.asterism.api.Task;
import org.asterism.api.TaskOverview;
import org.asterism.api.Worker;
import org.asterism.api.model.Predictor;
import org.asterism.profile.Decision;
import org.asterism.profile.Moment;
import org.asterism.profile.TaskHistory;
import org.asterism.report.text.Column;
import org.asterism.report.text.Fields;
import org.asterism.report.text.Listing;
import org.asterism.shell.gogo.internal.command.NamedRuntime;
import org.asterism.shell.gogo.internal.command.Page;

/** What is known of a task: from the task itself while it is unfinished, and from a profiler if one has seen it. */
final class TaskFacts {
    private static final double NANOS_PER_MILLISECOND = 1e6;

    private record Data(String name, String access, long bytes, List<String> validOn) {}

    private final NamedRuntime runtime;
    private final Optional<Task> live;
    private final Optional<TaskHistory> history;
    private final Map<String, Object> fields = new LinkedHashMap<>();

    /**
     * Makes a description.
     *
     * @param runtime the task's; null if it has ended
     * @param live the task, if it is unfinished
     * @param history what a profiler knows of it; one of the two is present
     */
    TaskFacts(NamedRuntime runtime, Optional<Task> live, Optional<TaskHistory> history) {
        this.runtime = runtime;
        this.live = live;
        this.history = history;
    }

    Page page() {
        fields.put("runtime", runtime == null ? "ended" : runtime.name());
        live.ifPresentOrElse(this::describe, () -> describe(history.orElseThrow()));
        live.ifPresent(this::describeWaiting);
        fields.put("predecessors", predecessors());
        fields.put("successors", successors());
        history.ifPresent(this::describeTimes);
        live.ifPresent(this::describePredictions);
        if (history.isEmpty()) {
            fields.put("times", "not recorded: asterism:stats on records them for tasks submitted from then on");
        }
        Listing<Data> data = new Listing<>(
                data(),
                List.of(
                        Column.of("data", Data::name),
                        Column.of("access", Data::access),
                        Column.of("bytes", Data::bytes),
                        Column.of("valid_on", Data::validOn)),
                "It uses no data.");
        return new Page().add("", "", new Fields(fields), true).add("", "data", data, !data.isEmpty());
    }

    private void describe(Task task) {
        describe(
                task.codelet().name(),
                task.id(),
                task.context().name(),
                task.state().name(),
                task.priority());
    }

    private void describe(TaskHistory past) {
        describe(past.codelet(), past.id(), past.context(), past.state().name(), past.priority());
    }

    private void describe(String codelet, long id, String context, String state, int priority) {
        fields.put("task", id);
        fields.put("codelet", codelet);
        fields.put("context", context);
        fields.put("state", state.toLowerCase(Locale.ROOT));
        fields.put("priority", priority);
        history.map(TaskHistory::iterations)
                .filter(iterations -> !iterations.isEmpty())
                .ifPresent(iterations -> fields.put("iteration", iterations));
        fields.put("worker", history.flatMap(TaskHistory::worker).orElse(null));
        fields.put("policy", history.flatMap(TaskHistory::policy).orElse(null));
    }

    private void describeWaiting(Task task) {
        TaskOverview overview = runtime.runtime().tasks(task.context(), Integer.MAX_VALUE);
        overview.oldestRunning().stream()
                .filter(running -> running.id() == task.id())
                .forEach(running -> fields.put("worker", running.worker()));
        overview.oldestWaiting().stream()
                .filter(waiting -> waiting.id() == task.id())
                .forEach(waiting -> fields.put("waits_for", waiting.waitsFor()));
    }

    private List<Long> predecessors() {
        TreeSet<Long> ids = new TreeSet<>(history.map(TaskHistory::predecessors).orElse(List.of()));
        live.ifPresent(task -> runtime.runtime()
                .unfinishedTasks()
                .forEach(other -> runtime.runtime().graph().forEachSuccessor(other, successor -> {
                    if (successor.id() == task.id()) {
                        ids.add(other.id());
                    }
                })));
        return List.copyOf(ids);
    }

    private List<Long> successors() {
        TreeSet<Long> ids = new TreeSet<>(history.map(TaskHistory::successors).orElse(List.of()));
        live.ifPresent(task -> runtime.runtime().graph().forEachSuccessor(task, successor -> ids.add(successor.id())));
        return List.copyOf(ids);
    }

    private void describeTimes(TaskHistory past) {
        Map<Moment, Long> moments = past.moments();
        Long origin = moments.values().stream().min(Long::compare).orElse(0L);
        moments.forEach((moment, time) ->
                fields.put(moment.name().toLowerCase(Locale.ROOT) + "_ms", (time - origin) / NANOS_PER_MILLISECOND));
        if (moments.containsKey(Moment.STARTED) && moments.containsKey(Moment.ENDED)) {
            fields.put("actual_ms", (moments.get(Moment.ENDED) - moments.get(Moment.STARTED)) / NANOS_PER_MILLISECOND);
        }
        past.decision().ifPresent(decision -> describe(decision, origin));
    }

    private void describe(Decision decision, long origin) {
        fields.put("decided_for", decision.worker());
        fields.put("expected_start_ms", known((decision.start() - origin) / NANOS_PER_MILLISECOND));
        fields.put("predicted_ms", known(decision.length() / NANOS_PER_MILLISECOND));
        fields.put("predicted_transfer_ms", known(decision.transfer() / NANOS_PER_MILLISECOND));
        fields.put("predicted_joules", known(decision.joules()));
    }

    private static Double known(double number) {
        return Double.isFinite(number) ? number : null;
    }

    /** What models expect on each kind of worker that can run the task. */
    private void describePredictions(Task task) {
        Predictor predictor = runtime.runtime().predictor();
        Map<Integer, String> kinds = new LinkedHashMap<>();
        Map<String, Object> predicted = new LinkedHashMap<>();
        for (Worker worker : task.context().workers()) {
            if (worker.canExecute(task) && kinds.putIfAbsent(predictor.kind(worker), worker.name()) == null) {
                Double nanos = known(predictor.executionNanos(task, worker, 0));
                predicted.put(worker.name(), nanos == null || nanos == 0 ? null : nanos / NANOS_PER_MILLISECOND);
            }
        }
        fields.put("predicted_ms_by_worker", predicted);
    }

    private List<Data> data() {
        if (live.isEmpty()) {
            return history.map(TaskHistory::data).orElse(List.of()).stream()
                    .map(use -> new Data(use.name(), use.access(), use.bytes(), List.of()))
                    .toList();
        }
        Task task = live.get();
        List<Data> data = new ArrayList<>();
        for (int index = 0; index < task.dataCount(); index++) {
            int each = index;
            data.add(new Data(
                    task.handle(index).name(),
                    task.accessMode(index).toString(),
                    task.handle(index).bytes(),
                    runtime.runtime().memoryNodes().stream()
                            .filter(node -> task.handle(each).stateOn(node.id()).isValid())
                            .map(MemoryNode::name)
                            .toList()));
        }
        return data;
    }
}
