package org.asterism.trace.export.internal.openmetrics;

import java.io.IOException;
import org.asterism.trace.Trace;
import org.asterism.trace.export.ExportFormat;
import org.asterism.trace.export.internal.Exporter;
import org.asterism.trace.export.internal.output.Output;
import org.asterism.trace.export.internal.output.TextOutput;
import org.asterism.trace.export.internal.tasks.TaskRecords;
import org.asterism.trace.export.internal.timeline.WorkerStates;

/** Writes the totals of a recording in the text format of OpenMetrics 1.0. */
public final class OpenMetricsExport implements Exporter {
    private static final double NANOS_PER_SECOND = 1e9;

    @Override
    public ExportFormat format() {
        return new ExportFormat(
                "openmetrics", "metrics.txt", "totals of tasks, workers and links, for Prometheus and its relatives");
    }

    @Override
    public void write(Trace trace, Output output) throws IOException {
        Totals totals = new Totals();
        TaskRecords tasks = new TaskRecords();
        WorkerTimes times = new WorkerTimes(totals.workerSeconds());
        WorkerStates states = new WorkerStates(times);
        trace.forEach(event -> {
            var task = tasks.add(event);
            totals.add(event, task);
            states.add(event, task);
        });
        states.finish();
        times.finish(trace.lastTime());
        TextOutput out = new TextOutput(output, trace.header().origin());
        totals.writeTo(out);
        out.line("# HELP asterism_trace_seconds Duration of the recording.")
                .line("# TYPE asterism_trace_seconds gauge")
                .line("# UNIT asterism_trace_seconds seconds")
                .text("asterism_trace_seconds ")
                .number((trace.lastTime() - trace.firstTime()) / NANOS_PER_SECOND)
                .line()
                .line("# EOF");
    }
}
