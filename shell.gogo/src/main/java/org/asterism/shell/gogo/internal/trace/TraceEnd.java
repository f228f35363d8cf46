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
        TraceStatistics numbers = stopped.statistics();
        String records = count(numbers.records(), "record") + " of " + count(numbers.threads(), "thread");
        String lost = numbers.lost() == 0
                ? "no event was lost"
                : count(numbers.lost(), "event") + (numbers.lost() == 1 ? " was lost" : " were lost");
        String where = stopped.settings()
                .file()
                .map(file -> file + " has " + records + "; " + lost)
                .orElseGet(() -> records + (numbers.records() == 1 ? " is" : " are") + " in memory; " + lost
                        + "; asterism:trace save FILE writes them");
        // A run of the shell is in no runtime that could have been recorded before it.
        String hint = numbers.records() > 0
                ? ""
                : "; nothing happened in runtime '" + recordings.runtime()
                        + "': a run has a runtime of its own, which run --trace FILE records";
        return new Said("the recording has ended; " + where + hint, fields(stopped));
    }

    private static String count(long number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    static Said save(Recordings recordings, Path file) throws IOException {
        Recording recording = recordings.latest();
        recording.save(file);
        Map<String, Object> fields = fields(recording);
        fields.put("file", file.toString());
        return new Said(
                recording.isRunning()
                        ? file + " has the events up to now; the recording goes on"
                        : file + " has the events up to the end of the recording",
                fields);
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
