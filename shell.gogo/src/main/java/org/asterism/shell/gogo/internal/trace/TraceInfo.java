package org.asterism.shell.gogo.internal.trace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.asterism.report.text.Answer;
import org.asterism.report.text.Column;
import org.asterism.report.text.Fields;
import org.asterism.report.text.Listing;
import org.asterism.report.text.Ranges;
import org.asterism.trace.CutOff;
import org.asterism.trace.Trace;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.TraceHeader;
import org.asterism.trace.TraceNode;
import org.asterism.trace.TraceWorker;

/**
 * Describes a recording: how it was made, the machine, the events by kind, and what is missing.
 *
 * @param fields the properties of the recording
 * @param events the number of events of each kind
 */
public record TraceInfo(Fields fields, Listing<Map.Entry<String, Long>> events) implements Answer {
    private static final double NANOS_PER_MILLISECOND = 1e6;

    /**
     * Reads a recording.
     *
     * @param file its file
     * @param trace the recording
     * @return its description
     * @throws IOException if the file cannot be read
     */
    public static TraceInfo of(Path file, Trace trace) throws IOException {
        Map<String, Long> kinds = new TreeMap<>();
        long[] lost = new long[1];
        trace.forEach(event -> {
            kinds.merge(kind(event), 1L, Long::sum);
            if (event instanceof TraceEvent.EventsLost some) {
                lost[0] += some.count();
            }
        });
        TraceHeader header = trace.header();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("file", file.toString());
        fields.put("format", header.major() + "." + header.minor());
        fields.put("started", header.started().toString());
        fields.put("time", header.virtual() ? "virtual" : "real");
        fields.put("duration_ms", (trace.lastTime() - trace.firstTime()) / NANOS_PER_MILLISECOND);
        fields.put(
                "workers",
                Ranges.workers(trace.workers().stream().map(TraceWorker::name).toList()));
        fields.put("memory_nodes", trace.nodes().stream().map(TraceNode::name).toList());
        fields.put("threads", trace.threads().size());
        fields.put("records", trace.records());
        fields.put("lost", lost[0]);
        fields.put("cut_off", trace.cutOff().map(TraceInfo::text).orElse(null));
        List<Column<Map.Entry<String, Long>>> columns =
                List.of(Column.of("event", Map.Entry::getKey), Column.of("count", Map.Entry::getValue));
        return new TraceInfo(new Fields(fields), new Listing<>(List.copyOf(kinds.entrySet()), columns, "No events."));
    }

    /** {@code PolicyChanged} is written {@code policy_changed}. */
    private static String kind(TraceEvent event) {
        return event.getClass()
                .getSimpleName()
                .replaceAll("(?<=.)(?=\\p{Lu})", "_")
                .toLowerCase(java.util.Locale.ROOT);
    }

    private static String text(CutOff cut) {
        return cut.reason() + ": readable up to byte " + cut.offset();
    }

    @Override
    public String text(int width) {
        return fields.text(width) + "\n\n" + events.text(width);
    }

    @Override
    public Object json() {
        Map<String, Object> all = new LinkedHashMap<>(fields.json());
        Map<String, Long> counts = new LinkedHashMap<>();
        events.forEach(event -> counts.put(event.getKey(), event.getValue()));
        all.put("events", counts);
        return all;
    }

    @Override
    public String toString() {
        return text(USUAL_WIDTH);
    }
}
