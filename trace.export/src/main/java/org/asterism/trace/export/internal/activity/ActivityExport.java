package org.asterism.trace.export.internal.activity;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.asterism.trace.Trace;
import org.asterism.trace.TraceWorker;
import org.asterism.trace.export.ExportFormat;
import org.asterism.trace.export.internal.Exporter;
import org.asterism.trace.export.internal.output.Names;
import org.asterism.trace.export.internal.output.Output;
import org.asterism.trace.export.internal.output.TextOutput;
import org.asterism.trace.export.internal.tasks.TaskCounts;
import org.asterism.trace.export.internal.tasks.TaskRecord;
import org.asterism.trace.export.internal.tasks.TaskRecords;
import org.asterism.trace.export.internal.timeline.WorkerStates;

/** Writes what share of each period every worker computed and slept, and the numbers of tasks. */
public final class ActivityExport implements Exporter {
    private static final int PERIODS = 1000;
    private static final int SHORTEST = 1_000_000;

    @Override
    public ExportFormat format() {
        return new ExportFormat("activity.data", "activity.data", "shares of computing and sleeping over time");
    }

    @Override
    public void write(Trace trace, Output output) throws IOException {
        TextOutput out = new TextOutput(output, trace.header().origin());
        Map<String, Integer> ofKind = new HashMap<>();
        for (TraceWorker worker : trace.workers()) {
            int number = ofKind.merge(worker.architecture(), 1, Integer::sum) - 1;
            out.text("name\t").number(worker.id()).text("\t").text(word(worker.architecture()));
            out.text("\t").number(number).line();
        }
        out.text("set_profiling\t").time(trace.firstTime()).line("\t1");
        long period = Math.max(SHORTEST, (trace.lastTime() - trace.firstTime()) / PERIODS);
        WorkerPeriods periods = new WorkerPeriods(out, period);
        WorkerStates states = new WorkerStates(periods);
        TaskRecords tasks = new TaskRecords();
        TaskCounts counts = new TaskCounts(
                (time, count) -> count(out, "cnt_submitted", time, count),
                (time, count) -> count(out, "cnt_ready", time, count));
        trace.forEach(event -> {
            TaskRecord task = tasks.add(event);
            counts.add(event);
            states.add(event, task);
        });
        states.finish();
        periods.finish(trace.lastTime());
        out.text("set_profiling\t").time(trace.lastTime()).line("\t0");
    }

    private static void count(TextOutput out, String name, long time, int count) {
        out.text(name).text("\t").time(time).text("\t").number(count).line();
    }

    private static String word(String name) {
        return Names.onOneLine(name).replace(' ', '_');
    }
}
