package org.asterism.trace.export.internal.paje;

import java.io.IOException;
import org.asterism.trace.Trace;
import org.asterism.trace.export.ExportFormat;
import org.asterism.trace.export.internal.Exporter;
import org.asterism.trace.export.internal.output.Output;
import org.asterism.trace.export.internal.output.TextOutput;

/** Writes schedules in the format Paje. */
public final class PajeExport implements Exporter {
    @Override
    public ExportFormat format() {
        return new ExportFormat("paje", "paje.trace", "the schedule for ViTE, pj_dump and other tools for Paje");
    }

    @Override
    public void write(Trace trace, Output output) throws IOException {
        PajeWriter writer = new PajeWriter(new TextOutput(output, trace.header().origin()));
        PajeTrace paje = new PajeTrace(trace, writer);
        trace.forEach(paje::add);
        paje.finish();
    }
}
