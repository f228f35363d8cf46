package org.asterism.shell.gogo.internal.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.asterism.run.Failure;
import org.asterism.run.RunHost;
import org.asterism.trace.Recording;
import org.asterism.trace.TraceStatistics;

/**
 * Recording of one run.
 *
 * @param file where the recording goes
 * @param recording writes it
 */
record RunTrace(Path file, Recording recording) implements RunHost.Recording {
    @Override
    public Map<String, Object> end() {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("trace", file.toString());
        String trouble = null;
        try {
            recording.stop();
        } catch (IOException failed) {
            trouble = Failure.line(failed);
        }
        TraceStatistics numbers = recording.statistics();
        figures.put("trace_records", numbers.records());
        figures.put("trace_lost", numbers.lost());
        String known = numbers.trouble().orElse(trouble);
        if (known != null) {
            figures.put("trace_trouble", known);
        }
        return figures;
    }
}
