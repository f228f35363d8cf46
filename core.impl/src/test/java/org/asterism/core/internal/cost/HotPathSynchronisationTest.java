package org.asterism.core.internal.cost;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Bounds, per task, the operations by which threads agree on something. One thread submits and then steps the worker, so
 * that every run counts the same. What it counts is printed.
 */
@Timeout(120)
final class HotPathSynchronisationTest {
    private static final int TASKS = 10_000;

    /** What a round does besides its tasks, such as looking whether all have ended. */
    private static final double ONCE_PER_ROUND = 0.1;

    /** The most of each kind, in the order of {@link Synchronisation}. */
    @ParameterizedTest
    @CsvSource({
        // policy, load, while submitting, while running
        "eager, INDEP,     8 2 0 0,  7 2 0 0",
        "eager, CHAIN,     7 1 0 0, 11 4 0 0",
        "eager, DATA,     10 1 0 0, 12 4 0 0",
        "eager, CLAIM,     7 1 0 0, 17 6 0 4",
        "eager, CHAINTASK, 6 1 0 0, 11 4 0 0",
        "eager, CHAINTAG, 10 1 0 0, 13 4 0 0",
        "eager, SPAWN,     0 0 0 0, 13 5 0 0",
        "prio,  INDEP,     8 2 0 0,  7 2 0 0",
        "prio,  CHAIN,     7 1 0 0, 11 4 0 0",
        "prio,  DATA,     10 1 0 0, 12 4 0 0",
        "prio,  CHAINTASK, 6 1 0 0, 11 4 0 0",
        "prio,  CHAINTAG, 10 1 0 0, 13 4 0 0",
        "prio,  SPAWN,     0 0 0 0, 13 5 0 0",
    })
    void shouldSynchroniseNoMoreThanBefore(String policy, Load load, String submitting, String running)
            throws Exception {
        try (TaskProgram program = CountingClassLoader.load(policy)) {
            Tally.start();
            program.submit(load, TASKS);
            long[] whileSubmitting = Tally.stop();
            Tally.start();
            program.finish();
            long[] whileRunning = Tally.stop();
            System.out.printf(
                    "%-6s %-10s submitting: %s; running: %s%n",
                    policy, load, perTask(whileSubmitting), perTask(whileRunning));
            assertAtMost(submitting, whileSubmitting, "submitting");
            assertAtMost(running, whileRunning, "running");
        }
    }

    private static void assertAtMost(String bounds, long[] counts, String side) {
        int[] most =
                Arrays.stream(bounds.split(" ")).mapToInt(Integer::parseInt).toArray();
        for (Synchronisation kind : Synchronisation.values()) {
            double measured = counts[kind.ordinal()] / (double) TASKS;
            int bound = most[kind.ordinal()];
            assertTrue(
                    measured <= bound + ONCE_PER_ROUND,
                    () -> side + " a task takes " + measured + " times " + kind + ", and must not take more than "
                            + bound + ": the hot path has become heavier; all of it: " + perTask(counts));
        }
    }

    private static String perTask(long[] counts) {
        return Arrays.stream(Synchronisation.values())
                .map(kind -> String.format(
                        Locale.ROOT,
                        "%.2f %s",
                        counts[kind.ordinal()] / (double) TASKS,
                        kind.name().toLowerCase(Locale.ROOT)))
                .collect(Collectors.joining(", "));
    }
}
