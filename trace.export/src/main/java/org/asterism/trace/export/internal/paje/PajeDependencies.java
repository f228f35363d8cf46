package org.asterism.trace.export.internal.paje;

import static org.asterism.trace.export.internal.paje.PajeWriter.quoted;

import java.util.LinkedHashMap;
import java.util.Map;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.export.internal.tasks.Edge;
import org.asterism.trace.export.internal.tasks.TaskRecord;
import org.asterism.trace.export.internal.timeline.Timeline;

/** Writes a link for each dependency, from the release of the successor to its execution. */
final class PajeDependencies {
    private final PajeWriter writer;
    private final Timeline timeline;
    private final Map<Long, String> open = new LinkedHashMap<>();
    private long edges;

    PajeDependencies(PajeWriter writer, Timeline timeline) {
        this.writer = writer;
        this.timeline = timeline;
    }

    void add(TraceEvent event, TaskRecord task) {
        switch (event) {
            case TraceEvent.Dependency it -> released(it, task);
            case TraceEvent.Executed it -> close(task, it.begin(), PajeMachine.worker(it.worker()));
            case TraceEvent.Completed it -> close(task, it.time(), null);
            default -> {
                // Other events begin or end no dependency.
            }
        }
    }

    private void released(TraceEvent.Dependency event, TaskRecord task) {
        edges++;
        if (task != null && task.executed() != null) {
            long edge = edges;
            String worker = PajeMachine.worker(task.executed().worker());
            open.put(edge, worker);
            timeline.at(event.time(), time -> link(PajeEvent.START_LINK, time, worker, edge));
        }
    }

    /** Ends the links to a task at its worker; where they began if the worker is null, as the task did not run. */
    private void close(TaskRecord task, long at, String worker) {
        for (Edge edge : task.before()) {
            String start = open.remove(edge.number());
            if (start != null) {
                String end = worker == null ? start : worker;
                timeline.at(at, time -> link(PajeEvent.END_LINK, time, end, edge.number()));
            }
        }
    }

    /** Ends the links to tasks that the recording leaves unfinished, because readers refuse links without an end. */
    void finish(long time) {
        open.forEach((edge, start) -> link(PajeEvent.END_LINK, time, start, edge));
    }

    private void link(PajeEvent event, long time, String container, long edge) {
        writer.at(time, event, PajeType.DEPENDENCY, PajeMachine.PROGRAM, quoted("Dependency"), container, "d" + edge);
    }
}
