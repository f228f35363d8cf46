package org.asterism.bench.revisions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class OptionsTest {
    @Test
    void shouldCompareEverythingWithTwoPoliciesOnOneAndTwoWorkers() {
        Options options = Options.of("--against", "main");
        assertEquals("main", options.against());
        assertEquals(Row.LOADS.size() * 4, options.rows().size());
        assertEquals(
                List.of("indep eager 1", "indep eager 2", "indep prio 1", "indep prio 2"), names(options.rows(), 4));
    }

    @Test
    void shouldCompareOnlyTheRowsThatWereAskedFor() {
        Options options = Options.of("--mode", "sync,data-r", "--policy", "ws", "--cpu", "3", "--against", "main");
        assertEquals(List.of("sync ws 3", "data-r ws 3"), names(options.rows(), 9));
        assertEquals(
                options,
                Options.of("--against", "main", "--rows", "sync,data-r", "--policies", "ws", "--workers", "3"));
    }

    private static List<String> names(List<Row> rows, int limit) {
        return rows.stream()
                .limit(limit)
                .map(row -> row.load().name() + " " + row.policy() + " " + row.workers())
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "--mode, tre, 'allowed are: indep, indep-1us, data, data-r,'",
        "--cpu, 0, 'whole number, 1 or more'",
        "--cpu, two, 'whole number, 1 or more'",
        "--jvms, 0, 'whole number, 1 or more'",
        "--starts, -1, 'whole number, 0 or more'",
        "--policy, '', 'needs a value'",
        "--pairs, 3, 'no option'"
    })
    void shouldNameWhatIsAllowed(String option, String value, String allowed) {
        ComparisonException refusal =
                assertThrows(ComparisonException.class, () -> Options.of("--against", "main", option, value));
        assertTrue(
                refusal.getMessage().contains(option) && refusal.getMessage().contains(allowed), refusal::getMessage);
    }

    @Test
    void shouldAskForTheRevision() {
        assertThrows(ComparisonException.class, () -> Options.of("--jvms", "3"));
        assertThrows(ComparisonException.class, () -> Options.of("--against"));
    }
}
