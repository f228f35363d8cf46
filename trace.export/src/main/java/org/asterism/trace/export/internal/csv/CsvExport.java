package org.asterism.trace.export.internal.csv;

import java.io.IOException;
import org.asterism.trace.Trace;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.export.ExportFormat;
import org.asterism.trace.export.internal.Exporter;
import org.asterism.trace.export.internal.output.Output;
import org.asterism.trace.export.internal.output.TextOutput;
import org.asterism.trace.export.internal.tasks.TaskRecord;
import org.asterism.trace.export.internal.tasks.TaskRecords;

/** Writes a table with a line per task, in the order of completion. Times are milliseconds. */
public final class CsvExport implements Exporter {
    @Override
    public ExportFormat format() {
        return new ExportFormat("csv", "tasks.csv", "a line per task, for spreadsheets and data frames");
    }

    @Override
    public void write(Trace trace, Output output) throws IOException {
        CsvRow row = new CsvRow(new TextOutput(output, trace.header().origin()));
        for (CsvColumn column : CsvColumn.values()) {
            row.text(column.title());
        }
        row.end();
        TaskRecords tasks = new TaskRecords();
        trace.forEach(event -> {
            TaskRecord task = tasks.add(event);
            if (event instanceof TraceEvent.Completed) {
                write(task, row);
            }
        });
        tasks.forEachUnfinished(task -> write(task, row));
    }

    private static void write(TaskRecord task, CsvRow row) {
        for (CsvColumn column : CsvColumn.values()) {
            column.write(task, row);
        }
        row.end();
    }
}
