package org.asterism.bench.revisions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TableTest {
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final Table table = new Table(new PrintStream(printed, true, StandardCharsets.UTF_8));
    private final Row row =
            Options.of("--against", "main", "--mode", "chain").rows().getFirst();

    @Test
    void shouldPrintTheRatiosOfJvmsAndNotThatOfMedians() {
        // Both vary by a factor of two from JVM to JVM, but together.
        table.tasks(row, new Costs(List.of(100.0, 200.0, 100.0), List.of(110.0, 210.0, 120.0)));
        assertEquals(
                List.of("chain", "eager", "1", "100.0", "ns", "120.0", "ns", "1.100", "1.050", "1.200", "unclear"),
                List.of(printed.toString(StandardCharsets.UTF_8).strip().split("\\s+")));
    }

    @Test
    void shouldFailIfARowIsSlowerByMoreThanIsTolerated() {
        table.tasks(row, six(100, 103));
        assertTrue(table.end(), this::toString);
        table.tasks(row, six(100, 106));
        assertFalse(table.end(), this::toString);
        assertTrue(toString().endsWith("2 slower; slower than 1.05 beyond doubt: chain eager 1\n"), this::toString);
    }

    @Test
    void shouldCountStartsAmongTheRows() {
        table.starts("start, wall time", six(1e9, 2e9));
        assertFalse(table.end(), this::toString);
        assertTrue(toString().contains("1000 ms      2000 ms    2.000"), this::toString);
    }

    @Test
    void shouldShowWhatCannotBeCompared() {
        table.refused(row, "the other says: there is no policy 'eager'");
        assertTrue(table.isEmpty());
        assertTrue(table.end(), "what is missing is not slower");
        assertTrue(toString().contains("missing: the other says: there is no policy 'eager'"), this::toString);
    }

    private static Costs six(double other, double current) {
        return new Costs(Collections.nCopies(6, other), Collections.nCopies(6, current));
    }

    @Override
    public String toString() {
        return printed.toString(StandardCharsets.UTF_8);
    }
}
