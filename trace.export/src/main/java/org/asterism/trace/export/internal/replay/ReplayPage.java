package org.asterism.trace.export.internal.replay;

import static org.asterism.trace.export.internal.output.Names.quoted;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.asterism.trace.Trace;
import org.asterism.trace.TraceComponent;
import org.asterism.trace.TraceTree;
import org.asterism.trace.export.internal.output.TextOutput;

/** Writes the page: a template with its style, the steps as JSON, and the script, in one file. */
final class ReplayPage {
    private static final String DATA = "<!-- data -->\n";
    private static final double NANOS_PER_MILLI = 1e6;

    private final TextOutput out;
    private final String before;
    private final String after;

    /**
     * Reads the template.
     *
     * @throws IOException if the bundle cannot be read
     */
    ReplayPage(TextOutput out) throws IOException {
        this.out = out;
        String page = resource("replay.html")
                .replace("<!-- style -->\n", resource("replay.css"))
                .replace("<!-- script -->\n", resource("replay.js"));
        int at = page.indexOf(DATA);
        before = page.substring(0, at);
        after = page.substring(at + DATA.length());
    }

    private static String resource(String name) throws IOException {
        try (InputStream stream = ReplayPage.class.getResourceAsStream(name)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Writes what stands before the steps. */
    void begin() {
        out.text(before).line("{\"steps\":[");
    }

    /** Writes what stands behind the steps. */
    void end(Trace trace, Replay replay) {
        // First, as they name names and workers.
        List<String> trees =
                replay.trees.stream().map(tree -> tree(tree, replay)).toList();
        List<String> threads = replay.threads.names();
        out.line("],").text("\"tasks\":[");
        replay.tasks.writeTo(out);
        out.line("],");
        texts("contexts", replay.contexts.names());
        texts("names", replay.names.names());
        texts("workers", replay.workers.names());
        texts("codelets", replay.codelets.names());
        texts("threads", threads);
        list(
                "threadWorkers",
                threads.stream()
                        .map(thread -> Integer.toString(replay.workerOf(thread)))
                        .toList());
        list("trees", trees);
        out.text("\"virtual\":").text(Boolean.toString(trace.header().virtual()));
        out.text(",\"note\":").text(text(note(trace, replay.steps))).line("}");
        out.text(after);
    }

    private static String tree(TraceTree tree, Replay replay) {
        Map<String, Integer> places = new HashMap<>();
        tree.components().forEach(component -> places.put(component.name(), places.size()));
        List<String> components = new ArrayList<>();
        for (TraceComponent component : tree.components()) {
            components.add("[" + replay.names.place(component.name()) + "," + replay.names.place(component.kind()) + ","
                    + (component.reservoir() ? 1 : 0) + ","
                    + component.children().stream().map(places::get).toList() + "," + replay.endOf(component) + "]");
        }
        return "{\"policy\":" + text(tree.policy()) + ",\"components\":[" + String.join(",", components) + "]}";
    }

    /** Returns the parts that the page leaves out. */
    private static String note(Trace trace, Steps steps) {
        String note = trace.cutOff()
                .map(cut -> "The recording breaks off: " + cut.reason() + ". ")
                .orElse("");
        if (steps.written() < steps.total()) {
            note += String.format(
                    Locale.ROOT,
                    "The page has the first %,d of %,d steps, up to %.3f of %.3f ms. To see others, record a shorter"
                            + " part of the run.",
                    steps.written(),
                    steps.total(),
                    steps.lastTime() / NANOS_PER_MILLI,
                    (trace.lastTime() - trace.header().origin()) / NANOS_PER_MILLI);
        }
        return note.strip();
    }

    private void texts(String name, List<String> values) {
        list(name, values.stream().map(ReplayPage::text).toList());
    }

    private void list(String name, List<String> values) {
        out.text("\"").text(name).text("\":[").text(String.join(",", values)).line("],");
    }

    /** A JSON string that cannot end the element which it stands in. */
    private static String text(String value) {
        return quoted(value).replace("<", "\\u003c");
    }
}
