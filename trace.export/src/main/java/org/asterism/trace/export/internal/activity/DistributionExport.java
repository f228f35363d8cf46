package org.asterism.trace.export.internal.activity;

import java.io.IOException;
import org.asterism.trace.Trace;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.export.ExportFormat;
import org.asterism.trace.export.internal.Exporter;
import org.asterism.trace.export.internal.output.Names;
import org.asterism.trace.export.internal.output.Output;
import org.asterism.trace.export.internal.output.TextOutput;
import org.asterism.trace.export.internal.tasks.TaskRecord;
import org.asterism.trace.export.internal.tasks.TaskRecords;

/** Writes a line per execution: codelet, worker, size of the data, footprint, duration. */
public final class DistributionExport implements Exporter {
    @Override
    public ExportFormat format() {
        return new ExportFormat("distrib.data", "distrib.data", "the duration of each execution, as a table");
    }

    @Override
    public void write(Trace trace, Output output) throws IOException {
        TextOutput out = new TextOutput(output, trace.header().origin());
        TaskRecords tasks = new TaskRecords();
        trace.forEach(event -> {
            TaskRecord task = tasks.add(event);
            if (event instanceof TraceEvent.Executed executed && task.submitted() != null) {
                out.text(word(task.codelet()))
                        .text("\t")
                        .text(word(executed.worker().architecture()))
                        .number(executed.worker().id())
                        .text("\t")
                        .number(task.submitted().bytes())
                        .text("\t")
                        .text(Integer.toHexString(task.submitted().footprint()))
                        .text("\t")
                        .duration(executed.end() - executed.begin())
                        .line();
            }
        });
    }

    /** Readers split the lines at white space. */
    private static String word(String name) {
        return Names.onOneLine(name).replace(' ', '_');
    }
}
