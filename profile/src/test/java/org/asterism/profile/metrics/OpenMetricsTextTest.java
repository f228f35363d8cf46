package org.asterism.profile.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OpenMetricsTextTest {
    @Test
    void shouldKeepTheSamplesOfAFamilyTogetherAndEscapeLabels() {
        assertEquals(
                """
                # TYPE asterism_ready_tasks gauge
                # HELP asterism_ready_tasks Tasks in the queues, which wait for a worker only.
                asterism_ready_tasks{runtime="a",context="x\\\\y\\"z\\n"} 3
                asterism_ready_tasks{runtime="b",context="default"} 12345678901
                # TYPE asterism_sent_bytes counter
                # UNIT asterism_sent_bytes bytes
                # HELP asterism_sent_bytes Data copied from the memory to others.
                asterism_sent_bytes_total{runtime="a",node="ram"} 0
                # EOF
                """,
                OpenMetricsText.of(List.of(
                        new Sample(Metric.READY_TASKS, "a", List.of("x\\y\"z\n"), 3),
                        new Sample(Metric.SENT, "a", List.of("ram"), 0),
                        new Sample(Metric.READY_TASKS, "b", List.of("default"), 12345678901.0))));
    }

    @Test
    void shouldWriteFractionsWithoutExponent() {
        String text = OpenMetricsText.of(List.of(new Sample(Metric.UPTIME, "a", List.of(), 1e-7)));
        assertTrue(text.contains("asterism_uptime_seconds{runtime=\"a\"} 0.0000001\n"), text);
    }

    @Test
    void shouldRefuseASampleWithOtherLabelsThanItsMetric() {
        assertEquals(
                "SENT has the labels [node], but the values [] are given",
                assertThrows(IllegalArgumentException.class, () -> new Sample(Metric.SENT, "a", List.of(), 1))
                        .getMessage());
    }

    /** The rules of OpenMetrics for names, units and suffixes. */
    @ParameterizedTest
    @EnumSource
    void shouldNameMetricsAsTheFormatDemands(Metric metric) {
        assertTrue(metric.family().matches("asterism_[a-z_]+"), metric.family());
        assertTrue(
                List.of("_total", "_count", "_sum", "_bucket", "_created", "_info").stream()
                        .noneMatch(metric.family()::endsWith),
                metric.family());
        assertTrue(metric.help().endsWith(".") && !metric.help().contains("\n"), metric.help());
        assertTrue(metric.labels().stream().allMatch(label -> label.matches("[a-z]+")), metric.labels()::toString);
        assertEquals(
                1,
                Arrays.stream(Metric.values())
                        .filter(other -> other.family().equals(metric.family()))
                        .count());
    }
}
