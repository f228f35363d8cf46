package org.asterism.trace.export.internal.records;

import java.io.IOException;
import org.asterism.trace.Trace;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.export.ExportFormat;
import org.asterism.trace.export.internal.Exporter;
import org.asterism.trace.export.internal.output.Output;
import org.asterism.trace.export.internal.output.TextOutput;
import org.asterism.trace.export.internal.tasks.TaskRecord;
import org.asterism.trace.export.internal.tasks.TaskRecords;

/** Writes a record per push and per pop of a scheduling policy. */
public final class SchedulingExport implements Exporter {
    @Override
    public ExportFormat format() {
        return new ExportFormat("sched_tasks.rec", "sched_tasks.rec", "a record per push to and pop from a policy");
    }

    @Override
    public void write(Trace trace, Output output) throws IOException {
        RecordWriter records =
                new RecordWriter(new TextOutput(output, trace.header().origin()));
        TaskRecords tasks = new TaskRecords();
        trace.forEach(event -> {
            TaskRecord task = tasks.add(event);
            switch (event) {
                case TraceEvent.Pushed _ -> write("push", event.time(), task, records);
                case TraceEvent.Popped _ -> write("pop", event.time(), task, records);
                default -> {
                    // Other events are no decisions about queues.
                }
            }
        });
    }

    private static void write(String type, long time, TaskRecord task, RecordWriter record) {
        record.text("Type", type).time("Time", time);
        if (task.submitted() != null) {
            record.number("Priority", task.submitted().priority());
        }
        record.number("JobId", task.id()).end();
    }
}
