package org.asterism.bench.revisions;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs taskbench of the distribution that was just built, as revisions are run. */
final class EmbeddedTaskBenchIT {
    private static final Path DISTRIBUTION =
            Path.of(System.getProperty("asterism.distribution")).normalize();

    @Test
    void shouldRunEveryRowInOneJvmWithAnotherRevision() throws Exception {
        List<EmbeddedTaskBench> sides = List.of(
                new EmbeddedTaskBench(DISTRIBUTION, "eager", 1, Observation.NONE),
                new EmbeddedTaskBench(DISTRIBUTION, "prio", 2, Observation.NONE));
        for (Row.Load load : Row.LOADS) {
            Map<String, String> few = new HashMap<>(load.options());
            few.putAll(Map.of("n", "100", "depth", "3", "nt", "4"));
            for (EmbeddedTaskBench side : sides) {
                double nanos = side.run(few);
                assertTrue(nanos > 1, () -> load.name() + ": " + nanos + " ns per task");
            }
        }
        assertThrows(EmbeddedTaskBench.Refused.class, () -> sides.getFirst().run(Map.of("mode", "unknown")));
    }

    @Test
    void shouldStartPoliciesOfTrees() throws Exception {
        assertTrue(
                new EmbeddedTaskBench(DISTRIBUTION, "modular-eager", 1, Observation.NONE).run(Map.of("n", "100")) > 1);
    }

    @Test
    void shouldObserveRuns() throws Exception {
        for (Observation observation : Observation.values()) {
            EmbeddedTaskBench observed = new EmbeddedTaskBench(DISTRIBUTION, "eager", 1, observation);
            assertTrue(observed.run(Map.of("n", "100")) > 1, observation::word);
        }
    }

    @Test
    void shouldTellARevisionThatLacksThePolicyFromOneThatCannotBeRun(@TempDir Path empty) {
        EmbeddedTaskBench.Refused refused = assertThrows(
                EmbeddedTaskBench.Refused.class,
                () -> new EmbeddedTaskBench(DISTRIBUTION, "unknown", 1, Observation.NONE));
        assertTrue(refused.getMessage().contains("'unknown'"), refused::getMessage);
        EmbeddedTaskBench.NotEmbeddable mismatch = assertThrows(
                EmbeddedTaskBench.NotEmbeddable.class,
                () -> new EmbeddedTaskBench(empty, "eager", 1, Observation.NONE));
        assertTrue(mismatch.getMessage().contains(empty.toString()), mismatch::getMessage);
    }

    @Test
    void shouldMeasureAGroupOfPairsInEachJvm(@TempDir Path folder) throws Exception {
        Path csv = folder.resolve("figures.csv");
        Options options = new Options("HEAD", List.of(), 3, 2, 0, false, Observation.NONE, Optional.of(csv));
        TaskCosts tasks = new TaskCosts(DISTRIBUTION, DISTRIBUTION, options, new Figures(options.csv()));
        Row row = new Row(new Row.Load("few", Map.of("mode", "indep", "n", "50"), 1), "eager", 1);
        Costs costs = tasks.measure(row);
        assertAll(
                () -> assertEquals(2, costs.size(), "JVMs"),
                () -> assertEquals(2 * 3, tasks.lines().size(), "measurements of the cache line"),
                () -> assertEquals(2 * 3, Files.readAllLines(csv).size(), "pairs in the file"));
        Row missing = new Row(row.load(), "unknown", 1);
        assertThrows(TaskCosts.RowRefused.class, () -> tasks.measure(missing));
    }
}
