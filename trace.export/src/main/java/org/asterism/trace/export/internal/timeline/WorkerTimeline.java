package org.asterism.trace.export.internal.timeline;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.asterism.trace.TraceWorker;
import org.asterism.trace.export.internal.tasks.TaskRecord;

/** What one worker does at present, as the {@link WorkerStates} know it. */
final class WorkerTimeline {
    private final TraceWorker worker;
    private final Map<WorkerState, Integer> active = new EnumMap<>(WorkerState.class);
    private final List<TaskRecord> running = new ArrayList<>(1);
    private WorkerState shown;
    private TaskRecord shownTask;

    WorkerTimeline(TraceWorker worker) {
        this.worker = worker;
        active.put(WorkerState.SCHEDULING, 1);
    }

    void enter(WorkerState state) {
        active.merge(state, 1, Integer::sum);
    }

    void leave(WorkerState state) {
        active.computeIfPresent(state, (_, count) -> count == 1 ? null : count - 1);
    }

    void end(WorkerState state) {
        active.remove(state);
    }

    void begin(TaskRecord task) {
        // A hold that lasted too long has let it begin already.
        if (!running.contains(task)) {
            running.add(task);
            enter(WorkerState.EXECUTING);
        }
    }

    void end(TaskRecord task) {
        if (running.remove(task)) {
            leave(WorkerState.EXECUTING);
        }
    }

    /** Reports the state if it is another one than before. */
    void show(long time, WorkerStates.Listener listener) {
        WorkerState state = active.keySet().iterator().next();
        TaskRecord task = state == WorkerState.EXECUTING ? running.getFirst() : null;
        if (state != shown || task != shownTask) {
            shown = state;
            shownTask = task;
            listener.changed(worker, time, state, task);
        }
    }
}
