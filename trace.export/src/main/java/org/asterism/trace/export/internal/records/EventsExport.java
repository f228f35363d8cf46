package org.asterism.trace.export.internal.records;

import java.io.IOException;
import org.asterism.trace.Trace;
import org.asterism.trace.TraceWorker;
import org.asterism.trace.export.ExportFormat;
import org.asterism.trace.export.internal.Exporter;
import org.asterism.trace.export.internal.output.Output;
import org.asterism.trace.export.internal.output.TextOutput;
import org.asterism.trace.export.internal.tasks.TaskRecord;
import org.asterism.trace.export.internal.tasks.TaskRecords;
import org.asterism.trace.export.internal.timeline.WorkerState;
import org.asterism.trace.export.internal.timeline.WorkerStates;

/** Writes a record per change of a worker's state. */
public final class EventsExport implements Exporter {
    @Override
    public ExportFormat format() {
        return new ExportFormat("trace.rec", "trace.rec", "a record per change of a worker's state");
    }

    @Override
    public void write(Trace trace, Output output) throws IOException {
        RecordWriter records =
                new RecordWriter(new TextOutput(output, trace.header().origin()));
        TaskRecords tasks = new TaskRecords();
        WorkerStates states =
                new WorkerStates((worker, time, state, task) -> write(records, worker, time, state, task));
        trace.forEach(event -> states.add(event, tasks.add(event)));
        states.finish();
    }

    private static void write(RecordWriter records, TraceWorker worker, long time, WorkerState state, TaskRecord task) {
        records.text("E", "SetState")
                .text("N", task == null ? state.text() : task.codelet())
                .text("C", task == null ? "Runtime" : "Task")
                .number("W", worker.id())
                .text("T", worker.name())
                .time("S", time)
                .end();
    }
}
