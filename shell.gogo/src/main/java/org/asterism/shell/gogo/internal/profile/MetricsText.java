package org.asterism.shell.gogo.internal.profile;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.asterism.profile.metrics.OpenMetricsText;
import org.asterism.profile.metrics.Sample;
import org.asterism.report.text.Answer;

/**
 * Metrics, as text for monitoring systems and as objects.
 *
 * @param samples the values
 */
record MetricsText(List<Sample> samples) implements Answer {
    @Override
    public String text(int width) {
        return OpenMetricsText.of(samples).stripTrailing();
    }

    @Override
    public Object json() {
        return samples.stream().map(MetricsText::fields).toList();
    }

    private static Map<String, Object> fields(Sample sample) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("metric", sample.metric().family());
        fields.put("runtime", sample.runtime());
        for (int label = 0; label < sample.labels().size(); label++) {
            fields.put(sample.metric().labels().get(label), sample.labels().get(label));
        }
        fields.put("value", sample.value());
        return fields;
    }
}
