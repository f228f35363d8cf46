package org.asterism.trace.export.internal.records;

import org.asterism.trace.Trace;
import org.asterism.trace.TraceHandle;
import org.asterism.trace.export.ExportFormat;
import org.asterism.trace.export.internal.Exporter;
import org.asterism.trace.export.internal.output.Output;
import org.asterism.trace.export.internal.output.TextOutput;

/** Writes a record per handle. */
public final class DataExport implements Exporter {
    @Override
    public ExportFormat format() {
        return new ExportFormat("data.rec", "data.rec", "a record per piece of data");
    }

    @Override
    public void write(Trace trace, Output output) {
        RecordWriter record =
                new RecordWriter(new TextOutput(output, trace.header().origin()));
        for (TraceHandle handle : trace.handles()) {
            record.hex("Handle", handle.id())
                    .text("Name", handle.name())
                    .number("Size", handle.bytes())
                    .end();
        }
    }
}
