package org.asterism.trace.export.internal.records;

import java.io.IOException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.asterism.api.Access;
import org.asterism.trace.Trace;
import org.asterism.trace.TraceAccess;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.export.ExportFormat;
import org.asterism.trace.export.internal.Exporter;
import org.asterism.trace.export.internal.output.Output;
import org.asterism.trace.export.internal.output.TextOutput;
import org.asterism.trace.export.internal.tasks.Edge;
import org.asterism.trace.export.internal.tasks.TaskRecord;
import org.asterism.trace.export.internal.tasks.TaskRecords;

/** Writes a record per task, in the order of completion. */
public final class TasksExport implements Exporter {
    private static final double FLOPS_PER_GFLOP = 1e9;

    @Override
    public ExportFormat format() {
        return new ExportFormat("tasks.rec", "tasks.rec", "a record per task, for recutils and StarVZ");
    }

    @Override
    public void write(Trace trace, Output output) throws IOException {
        RecordWriter records =
                new RecordWriter(new TextOutput(output, trace.header().origin()));
        TaskRecords tasks = new TaskRecords();
        trace.forEach(event -> {
            TaskRecord task = tasks.add(event);
            if (event instanceof TraceEvent.Completed) {
                write(task, records);
            }
        });
        tasks.forEachUnfinished(task -> write(task, records));
    }

    private static void write(TaskRecord task, RecordWriter record) {
        TraceEvent.Submitted submitted = task.submitted();
        record.text("Name", task.codelet());
        record.text("Model", task.codelet());
        record.number("JobId", task.id());
        if (submitted != null) {
            record.number("SubmitOrder", task.submitOrder());
            record.number("Priority", submitted.priority());
        }
        record.text("Iteration", task.iterationText());
        record.text(
                "DependsOn",
                task.before().stream().map(Edge::task).map(Object::toString).collect(Collectors.joining(" ")));
        execution(task, record);
        if (submitted != null) {
            data(submitted, record);
        }
        if (task.completed() != null) {
            record.text("State", task.completed().state().toString());
        }
        record.end();
    }

    private static void execution(TaskRecord task, RecordWriter record) {
        TraceEvent.Executed executed = task.executed();
        if (executed != null) {
            record.number("WorkerId", executed.worker().id());
            record.number("MemoryNode", executed.worker().node());
        }
        time("SubmitTime", task.submitted(), record);
        time("ReadyTime", task.ready(), record);
        if (executed != null) {
            record.time("StartTime", executed.begin());
            record.time("EndTime", executed.end());
        }
    }

    private static void time(String field, TraceEvent event, RecordWriter record) {
        if (event != null) {
            record.time(field, event.time());
        }
    }

    private static void data(TraceEvent.Submitted submitted, RecordWriter record) {
        record.hex("Footprint", submitted.footprint());
        if (submitted.flops() > 0) {
            record.number("GFlop", submitted.flops() / FLOPS_PER_GFLOP);
        }
        record.text("Parameters", list(submitted, access -> access.handle().name()));
        record.text(
                "Handles",
                list(submitted, access -> Integer.toHexString(access.handle().id())));
        record.text("Modes", list(submitted, access -> mode(access.mode())));
        record.text(
                "Sizes", list(submitted, access -> Long.toString(access.handle().bytes())));
        record.text("Context", submitted.context());
    }

    private static String list(TraceEvent.Submitted submitted, Function<TraceAccess, String> value) {
        return submitted.accesses().stream().map(value).collect(Collectors.joining(" "));
    }

    private static String mode(Access mode) {
        return switch (mode) {
            case R -> "R";
            case W -> "W";
            case RW -> "RW";
            case SCRATCH -> "S";
            case REDUX -> "X";
            case COMMUTE -> "RWC";
        };
    }
}
