package org.asterism.trace.export.internal.replay;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.asterism.api.TaskState;
import org.asterism.trace.TraceComponent;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.TraceTree;
import org.asterism.trace.TraceWorker;

/**
 * Collects the steps of tasks through trees from the events of a recording. It passes the steps on at once, and keeps
 * the names and tasks that they need, the trees, and the unfinished tasks. For one thread.
 */
final class Replay {
    private static final int SEVERAL = -2;
    private static final int NONE = ReplayedTask.NONE;

    final Steps steps;
    final Dictionary contexts = new Dictionary();
    final Dictionary names = new Dictionary();
    final Dictionary workers = new Dictionary();
    final Dictionary codelets = new Dictionary();
    final Dictionary threads = new Dictionary();
    final List<TraceTree> trees = new ArrayList<>();

    final ReplayedTasks tasks = new ReplayedTasks();

    private final long origin;
    private final Map<Long, ReplayedTask> unfinished = new HashMap<>();

    /** The present tree of each context that has one. */
    private final Map<String, TraceTree> present = new HashMap<>();

    /** The worker on whose thread events happen, for threads of one worker only. */
    private final Map<String, Integer> workerOfThread = new HashMap<>();

    /**
     * Begins a replay.
     *
     * @param steps takes the steps
     * @param origin the time of the recording's begin, in nanoseconds
     */
    Replay(Steps steps, long origin) {
        this.steps = steps;
        this.origin = origin;
    }

    /** The worker whose thread it is; -1 if the thread is that of none, or of several. */
    int workerOf(String thread) {
        int worker = workerOfThread.getOrDefault(thread, NONE);
        return worker == SEVERAL ? NONE : worker;
    }

    void add(TraceEvent event) {
        switch (event) {
            case TraceEvent.TreeChanged it -> plant(it);
            case TraceEvent.Submitted it -> {
                ReplayedTask task = task(it.task());
                task.codelet = it.codelet();
                task.priority = it.priority();
                task.context = it.context();
            }
            case TraceEvent.Stored it -> store(it);
            case TraceEvent.Popped it -> pop(it);
            case TraceEvent.Launched it -> work(StepKind.LAUNCHED, it);
            case TraceEvent.Executed it -> work(StepKind.EXECUTED, it);
            case TraceEvent.Completed it -> complete(it);
            default -> {
                // Other events do not concern the places of tasks.
            }
        }
    }

    private ReplayedTask task(long id) {
        return unfinished.computeIfAbsent(id, _ -> new ReplayedTask());
    }

    private void plant(TraceEvent.TreeChanged event) {
        Optional<TraceTree> tree = event.tree();
        if (tree.isEmpty() && present.remove(event.context()) == null) {
            return;
        }
        tree.ifPresent(planted -> present.put(event.context(), planted));
        if (!steps.hasRoom()) {
            steps.leaveOut();
            return;
        }
        tree.ifPresent(trees::add);
        add(StepKind.TREE, event.context(), event, NONE, tree.isPresent() ? trees.size() - 1 : NONE);
    }

    private void store(TraceEvent.Stored event) {
        ReplayedTask task = task(event.task());
        task.context = event.context();
        task.isStored = true;
        task.isTaken = false;
        int place = event.component().isEmpty() || !steps.hasRoom() ? NONE : names.place(event.component());
        add(StepKind.STORED, task, event, place);
    }

    private void pop(TraceEvent.Popped event) {
        ReplayedTask task = task(event.task());
        if (task.context == null) {
            task.context = contextOf(event).orElse(null);
        }
        noteThread(event.thread().name(), event.worker());
        task.isStored = false;
        task.isTaken = task.context != null && present.containsKey(task.context);
        if (task.isTaken) {
            StepKind kind = event.policy().isPresent() ? StepKind.POPPED : StepKind.BOUND;
            add(kind, task, event, workers.place(event.worker().name()));
        }
    }

    /** Finds the context of a task that was submitted before the recording began. */
    private Optional<String> contextOf(TraceEvent.Popped event) {
        return present.entrySet().stream()
                .filter(context ->
                        event.policy().equals(Optional.of(context.getValue().policy())))
                .filter(context -> context.getValue().components().stream()
                        .anyMatch(component ->
                                component.workers().contains(event.worker().name())))
                .map(Map.Entry::getKey)
                .sorted()
                .findFirst();
    }

    private void noteThread(String thread, TraceWorker worker) {
        int place = workers.place(worker.name());
        workerOfThread.merge(thread, place, (one, other) -> one.equals(other) ? one : SEVERAL);
    }

    private <E extends TraceEvent.OfTask & TraceEvent.OfWorker> void work(StepKind kind, E event) {
        ReplayedTask task = unfinished.get(event.task());
        if (task != null && task.isTaken) {
            add(kind, task, event, workers.place(event.worker().name()));
        }
    }

    private void complete(TraceEvent.Completed event) {
        ReplayedTask task = unfinished.remove(event.task());
        if (task != null && task.isStored) {
            add(StepKind.LEFT, task, event, event.state() == TaskState.FAILED ? 1 : 2);
        }
    }

    private void add(StepKind kind, ReplayedTask task, TraceEvent.OfTask event, int place) {
        if (!steps.hasRoom()) {
            steps.leaveOut();
            return;
        }
        if (task.place == NONE) {
            int codelet = task.codelet == null ? NONE : codelets.place(task.codelet);
            task.place = tasks.add(event.task(), codelet, task.priority);
        }
        add(kind, task.context, event, task.place, place);
    }

    private void add(StepKind kind, String context, TraceEvent event, int task, int place) {
        steps.add(
                kind,
                contexts.place(context),
                event.time() - origin,
                task,
                place,
                threads.place(event.thread().name()));
    }

    /** The place of the worker at which a tree ends in a component; -1 if it does not end there. */
    int endOf(TraceComponent component) {
        return component.kind().equals("worker") && !component.workers().isEmpty()
                ? workers.place(component.workers().getFirst())
                : NONE;
    }
}
