package org.asterism.profile.metrics;

import java.math.BigDecimal;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * The text format of <a href="https://prometheus.io/docs/specs/om/open_metrics_spec/">OpenMetrics 1.0</a>, which
 * Prometheus and its relatives read.
 */
public final class OpenMetricsText {
    /** The media type of the text. */
    public static final String MEDIA_TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8";

    private OpenMetricsText() {}

    /**
     * Writes samples.
     *
     * @param samples in any order, each combination of metric and labels once
     * @return the text, up to the line {@code # EOF}
     */
    public static String of(Collection<Sample> samples) {
        StringBuilder text = new StringBuilder();
        for (Metric metric : Metric.values()) {
            List<Sample> family =
                    samples.stream().filter(each -> each.metric() == metric).toList();
            if (!family.isEmpty()) {
                writeFamily(text, metric, family);
            }
        }
        return text.append("# EOF\n").toString();
    }

    private static void writeFamily(StringBuilder text, Metric metric, List<Sample> family) {
        String name = metric.family();
        text.append("# TYPE ")
                .append(name)
                .append(' ')
                .append(metric.kind().name().toLowerCase(Locale.ROOT));
        if (!metric.unit().isEmpty()) {
            text.append("\n# UNIT ").append(name).append(' ').append(metric.unit());
        }
        text.append("\n# HELP ").append(name).append(' ').append(metric.help()).append('\n');
        for (Sample sample : family) {
            text.append(name).append(metric.kind() == Metric.Kind.COUNTER ? "_total" : "");
            text.append("{runtime=\"").append(escaped(sample.runtime())).append('"');
            for (int label = 0; label < sample.labels().size(); label++) {
                text.append(',').append(metric.labels().get(label)).append("=\"");
                text.append(escaped(sample.labels().get(label))).append('"');
            }
            text.append("} ").append(number(sample.value())).append('\n');
        }
    }

    private static String escaped(String label) {
        return label.replace("\\", "\\\\").replace("\n", "\\n").replace("\"", "\\\"");
    }

    /** Without exponent, for people. */
    private static String number(double value) {
        return Double.isFinite(value)
                ? new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString()
                : "NaN";
    }
}
