package org.asterism.trace.export.internal.perfetto;

import java.io.IOException;
import org.asterism.trace.Trace;
import org.asterism.trace.export.ExportFormat;
import org.asterism.trace.export.internal.Exporter;
import org.asterism.trace.export.internal.output.Output;

/** Writes traces for Perfetto. */
public final class PerfettoExport implements Exporter {
    @Override
    public ExportFormat format() {
        return new ExportFormat(
                "perfetto", "trace.pftrace", "tasks, workers, links, contexts and counters, for ui.perfetto.dev");
    }

    @Override
    public void write(Trace trace, Output output) throws IOException {
        Packets packets = new Packets(output, trace.header().origin());
        PerfettoTrace perfetto = new PerfettoTrace(packets, trace);
        trace.forEach(perfetto::add);
        perfetto.finish();
    }
}
