package org.asterism.trace.report.internal.analysis;

import java.util.HashMap;
import java.util.Map;
import org.asterism.trace.TraceEvent;

/** The unfinished tasks while a recording is read. */
final class LiveTasks {
    private final Map<Long, LiveTask> tasks = new HashMap<>();

    /** Returns the task of an event, made if it is new; null if the event is about no task or comes after its end. */
    LiveTask of(TraceEvent event) {
        return switch (event) {
            case TraceEvent.Submitted it -> {
                LiveTask task = get(it.task());
                task.codelet = it.codelet();
                task.context = it.context();
                task.footprint = it.footprint();
                yield task;
            }
            case TraceEvent.CallbackBegan it -> tasks.get(it.task());
            case TraceEvent.CallbackEnded it -> tasks.get(it.task());
            case TraceEvent.TookPart it -> tasks.get(it.task());
            case TraceEvent.OfTask it -> get(it.task());
            default -> null;
        };
    }

    /** Returns a task, made if it is new. */
    LiveTask get(long id) {
        return tasks.computeIfAbsent(id, LiveTask::new);
    }

    /** Forgets the task of an event that is its last one. */
    void after(TraceEvent event) {
        if (event instanceof TraceEvent.Completed it) {
            tasks.remove(it.task());
        }
    }

    int size() {
        return tasks.size();
    }
}
