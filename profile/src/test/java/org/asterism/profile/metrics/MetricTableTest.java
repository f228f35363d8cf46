package org.asterism.profile.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Keeps the table in the README equal to that in the code. */
class MetricTableTest {
    @Test
    void shouldDocumentEveryMetricAsItIs() throws IOException {
        List<String> documented = Files.readAllLines(Path.of("README.md")).stream()
                .filter(line -> line.startsWith("| `asterism_"))
                .toList();
        assertEquals(Arrays.stream(Metric.values()).map(MetricTableTest::row).toList(), documented);
    }

    private static String row(Metric metric) {
        String labels = metric.labels().stream().map(label -> "`" + label + "`").collect(Collectors.joining(", "));
        return "| `" + metric.family() + "` | " + metric.kind().name().toLowerCase(Locale.ROOT) + " | " + labels
                + (labels.isEmpty() ? "| " : " | ") + metric.help() + " |";
    }
}
