package org.asterism.trace.export.internal.openmetrics;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.asterism.trace.export.internal.output.TextOutput;

/** Family of counters that differ by their labels. */
final class Counter {
    private static final double NANOS_PER_SECOND = 1e9;

    private final String name;
    private final String unit;
    private final String help;
    private final List<String> labels;
    private final Map<List<String>, Long> values = new LinkedHashMap<>();

    /**
     * Makes a family without counters.
     *
     * @param unit {@code seconds} for values that are added in nanoseconds; {@code bytes}; or empty. The name ends with
     *     it
     */
    Counter(String name, String unit, String help, String... labels) {
        this.name = name;
        this.unit = unit;
        this.help = help;
        this.labels = List.of(labels);
    }

    void add(long value, String... labelValues) {
        values.merge(Arrays.asList(labelValues), value, Long::sum);
    }

    void writeTo(TextOutput out) {
        if (values.isEmpty()) {
            return;
        }
        out.text("# HELP ").text(name).text(" ").line(help);
        out.text("# TYPE ").text(name).line(" counter");
        if (!unit.isEmpty()) {
            out.text("# UNIT ").text(name).text(" ").line(unit);
        }
        values.forEach((labelValues, value) -> {
            out.text(name).text("_total");
            write(labelValues, out);
            out.text(" ");
            if (unit.equals("seconds")) {
                out.number(value / NANOS_PER_SECOND).line();
            } else {
                out.number(value).line();
            }
        });
    }

    private void write(List<String> labelValues, TextOutput out) {
        String separator = "{";
        for (int i = 0; i < labels.size(); i++) {
            out.text(separator)
                    .text(labels.get(i))
                    .text("=\"")
                    .text(escaped(labelValues.get(i)))
                    .text("\"");
            separator = ",";
        }
        if (!labels.isEmpty()) {
            out.text("}");
        }
    }

    private static String escaped(String label) {
        return label.replace("\\", "\\\\").replace("\n", "\\n").replace("\"", "\\\"");
    }
}
