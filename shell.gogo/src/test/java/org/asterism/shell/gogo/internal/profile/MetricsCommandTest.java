package org.asterism.shell.gogo.internal.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.asterism.profile.metrics.Metric;
import org.asterism.profile.metrics.Metrics;
import org.asterism.profile.metrics.Sample;
import org.asterism.report.text.Answer;
import org.asterism.shell.gogo.internal.command.BundlesForTests;
import org.junit.jupiter.api.Test;

class MetricsCommandTest {
    private final Metrics metrics = () -> List.of(new Sample(Metric.TASKS, "default", List.of("default", "done"), 7));

    @Test
    void shouldPrintOpenMetricsAndTheSameAsJson() {
        Answer answer = new MetricsCommand(BundlesForTests.with(metrics)).metrics();
        assertEquals("""
                # TYPE asterism_tasks counter
                # HELP asterism_tasks Completed tasks: done, failed or cancelled.
                asterism_tasks_total{runtime="default",context="default",state="done"} 7
                # EOF""", answer.text(80));
        assertEquals(
                List.of(Map.of(
                        "metric", "asterism_tasks",
                        "runtime", "default",
                        "context", "default",
                        "state", "done",
                        "value", 7.0)),
                answer.json());
    }
}
