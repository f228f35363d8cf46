package org.asterism.trace.export.internal;

import java.io.IOException;
import org.asterism.trace.Trace;
import org.asterism.trace.export.ExportFormat;
import org.asterism.trace.export.internal.output.Output;

/**
 * Writer of one format. It keeps no state between two calls, reads the events once and in their order, and remembers
 * only what concerns unfinished tasks and transfers: a recording may be larger than the memory.
 */
public interface Exporter {
    /**
     * Returns the format.
     *
     * @return never null
     */
    ExportFormat format();

    /**
     * Writes a recording.
     *
     * @param trace the recording
     * @param output takes the bytes
     * @throws IOException if the recording cannot be read
     */
    void write(Trace trace, Output output) throws IOException;
}
