package org.asterism.trace.export.internal.tasks;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.asterism.trace.TraceEvent;

/** Unfinished tasks of a recording that is being read, for one thread. A completed task is forgotten. */
public final class TaskRecords {
    private final Map<Long, TaskRecord> unfinished = new LinkedHashMap<>();
    private int submissions;
    private long edges;

    /**
     * Notes an event.
     *
     * @param event the next event of the recording
     * @return the task that the event is about; null if it is about no task
     */
    public TaskRecord add(TraceEvent event) {
        return switch (event) {
            case TraceEvent.Submitted it -> submitted(it);
            case TraceEvent.Dependency it -> dependency(it);
            // After the completion of the task, these would bring it back.
            case TraceEvent.TookPart it -> unfinished.get(it.task());
            case TraceEvent.CallbackBegan it -> unfinished.get(it.task());
            case TraceEvent.CallbackEnded it -> unfinished.get(it.task());
            case TraceEvent.Completed it -> {
                TaskRecord task = noted(it);
                unfinished.remove(it.task());
                yield task;
            }
            case TraceEvent.OfTask it -> noted(it);
            default -> null;
        };
    }

    private TaskRecord submitted(TraceEvent.Submitted event) {
        TaskRecord task = noted(event);
        task.submittedAs(submissions++);
        return task;
    }

    private TaskRecord dependency(TraceEvent.Dependency event) {
        Edge edge = new Edge(++edges, event.task(), event.successor());
        record(event.successor()).waitsFor(edge);
        TaskRecord task = unfinished.get(event.task());
        if (task != null) {
            task.isAwaitedThrough(edge);
        }
        return task;
    }

    private TaskRecord noted(TraceEvent.OfTask event) {
        TaskRecord task = record(event.task());
        task.add(event);
        return task;
    }

    private TaskRecord record(long id) {
        return unfinished.computeIfAbsent(id, TaskRecord::new);
    }

    /**
     * Passes the tasks that the recording leaves unfinished.
     *
     * @param reader is called with each, in the order of their first events
     */
    public void forEachUnfinished(Consumer<TaskRecord> reader) {
        unfinished.values().stream().filter(TaskRecord::isKnown).forEach(reader);
    }
}
