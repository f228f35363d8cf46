package org.asterism.shell.gogo.internal.trace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.asterism.report.text.Said;
import org.asterism.trace.Recording;
import org.asterism.trace.TraceStatistics;

/** Stops and saves recordings, and says what they contain. */
final class TraceEnd {
    private TraceEnd() {}

    static Said stop(Recordings recordings) throws IOException {
        Recording stopped = recordings.stop();
        String where = stopped.settings()
                .file()
                .map(file -> file + " has " + numbers(stopped))
                .orElseGet(() -> numbers(stopped) + " are in memory: asterism:trace save FILE writes them");
        return new Said("the recording has ended; " + where, fields(stopped));
    }

    static Said save(Recordings recordings, Path file) throws IOException {
        Recording recording = recordings.last();
        recording.save(file);
        Map<String, Object> fields = fields(recording);
        fields.put("file", file.toString());
        return new Said(
                recording.isRunning()
                        ? file + " has the events up to now; the recording goes on"
                        : file + " has the events up to the end of the recording",
                fields);
    }

    private static String numbers(Recording recording) {
        TraceStatistics numbers = recording.statistics();
        return numbers.records() + " records of " + numbers.threads() + " threads"
                + (numbers.lost() == 0 ? ", none was lost" : ", and " + numbers.lost() + " events were lost");
    }

    private static Map<String, Object> fields(Recording recording) {
        TraceStatistics numbers = recording.statistics();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("file", recording.settings().file().map(Path::toString).orElse(null));
        fields.put("records", numbers.records());
        fields.put("lost", numbers.lost());
        fields.put("bytes", numbers.bytes());
        return fields;
    }
}
