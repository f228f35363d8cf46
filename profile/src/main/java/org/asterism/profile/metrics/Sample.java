package org.asterism.profile.metrics;

import java.util.List;

/**
 * A value of a metric.
 *
 * @param metric the metric
 * @param runtime the name of the runtime
 * @param labels the values of the metric's {@link Metric#labels labels}, in their order
 * @param value in the metric's unit
 */
public record Sample(Metric metric, String runtime, List<String> labels, double value) {
    /** Copies the list, and refuses other labels than the metric has. */
    public Sample {
        labels = List.copyOf(labels);
        if (labels.size() != metric.labels().size()) {
            throw new IllegalArgumentException(
                    metric + " has the labels " + metric.labels() + ", but the values " + labels + " are given");
        }
    }
}
