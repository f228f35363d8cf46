package org.asterism.bench.revisions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
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
        Costs costs = new Costs();
        costs.add(100, 110);
        costs.add(200, 210);
        costs.add(100, 120);
        table.tasks(row, costs);
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

    @Test
    void shouldTakeTheRatioOfAJvmFromItsPairs() {
        // The machine was slower for the second pair and the third, both runs of it.
        Costs costs = new Costs();
        costs.add(List.of(100.0, 200.0, 300.0), List.of(110.0, 220.0, 330.0));
        costs.add(List.of(300.0, 100.0, 100.0), List.of(330.0, 110.0, 220.0));
        assertEquals(1.1, costs.ratios().least(), 1e-9);
        assertEquals(1.1, costs.ratios().greatest(), 1e-9);
    }

    @Test
    void shouldSayHowLongACacheLineTakesFromCoreToCore() {
        table.lines(List.of(230.0, 9000.0, 50.4, 51.0, 52.0));
        assertEquals(
                "a cache line went from core to core in 52 ns (median; half of the times in 51 to 230 ns)",
                toString().strip());
    }

    @Test
    void shouldSayNothingOfCacheLinesOnASingleProcessor() {
        table.lines(List.of(0.0, 0.0));
        assertEquals("", toString());
    }

    private static Costs six(double other, double current) {
        Costs costs = new Costs();
        for (int group = 0; group < 6; group++) {
            costs.add(other, current);
        }
        return costs;
    }

    @Override
    public String toString() {
        return printed.toString(StandardCharsets.UTF_8);
    }
}
