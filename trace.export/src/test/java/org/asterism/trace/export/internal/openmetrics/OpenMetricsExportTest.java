package org.asterism.trace.export.internal.openmetrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.asterism.trace.export.Exports;
import org.asterism.trace.export.Sample;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Totals in the text format of OpenMetrics. */
class OpenMetricsExportTest {
    private static final Pattern SAMPLE = Pattern.compile(
            "([a-z_]+)(\\{(?:[a-z]+=\"(?:[^\"\\\\\\n]|\\\\[\\\\n\"])*\",?)+})?" + " [0-9]+(?:\\.[0-9]+)?");

    private List<String> lines;

    @BeforeEach
    void export() throws Exception {
        lines = Exports.lines(Sample.trace(), "openmetrics");
    }

    @Test
    void shouldFollowTheGrammarOfTheFormat() {
        assertEquals("# EOF", lines.getLast());
        String family = null;
        String type = null;
        Set<String> seen = new HashSet<>();
        Set<String> samples = new HashSet<>();
        for (String line : lines.subList(0, lines.size() - 1)) {
            if (line.startsWith("# ")) {
                String[] words = line.split(" ", 4);
                if (words[1].equals("HELP")) {
                    family = words[2];
                    assertTrue(seen.add(family), "a family comes once: " + line);
                } else if (words[1].equals("TYPE")) {
                    type = words[3];
                } else {
                    assertEquals("UNIT", words[1]);
                    assertTrue(family.endsWith("_" + words[3]), "the name ends with the unit: " + line);
                }
                assertEquals(family, words[2]);
            } else {
                Matcher sample = SAMPLE.matcher(line);
                assertTrue(sample.matches(), line);
                assertEquals(type.equals("counter") ? family + "_total" : family, sample.group(1));
                assertTrue(samples.add(line.substring(0, line.lastIndexOf(' '))), "a sample comes once: " + line);
            }
        }
    }

    @Test
    void shouldCountTasksTimesBytesAndSwaps() {
        List<String> missing = new ArrayList<>(List.of(
                "asterism_tasks_total{codelet=\"gemm \\\"big\\\"\",worker=\"cpu0\",state=\"DONE\"} 1",
                "asterism_tasks_total{codelet=\"broken\",worker=\"\",state=\"FAILED\"} 1",
                "asterism_task_seconds_total{codelet=\"trsm\",worker=\"cuda0\",architecture=\"cuda\"} 0.005",
                "asterism_worker_seconds_total{worker=\"cuda0\",architecture=\"cuda\",state=\"waiting for data\"}"
                        + " 0.0012",
                "asterism_worker_seconds_total{worker=\"cpu0\",architecture=\"cpu\",state=\"callback\"} 0.0002",
                "asterism_transferred_bytes_total{from=\"ram\",to=\"cuda0 memory\"} 8000000",
                "asterism_evictions_total{node=\"cuda0 memory\"} 1",
                "asterism_policy_swaps_total{context=\"main\"} 1",
                "asterism_lost_events_total 3",
                "asterism_trace_seconds 0.014"));
        missing.removeAll(lines);
        assertEquals(List.of(), missing, lines::toString);
    }
}
