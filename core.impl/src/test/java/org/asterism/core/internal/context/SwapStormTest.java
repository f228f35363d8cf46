package org.asterism.core.internal.context;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.SchedulingContext;
import org.asterism.api.TaskRuntime;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.core.internal.testing.PrioritiesUnderSwaps;
import org.asterism.core.internal.testing.SwapStorm;
import org.asterism.policy.prio.internal.PrioPolicyFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Policies are swapped under load while all else changes too. The whole storm, a million tasks and 1,000 swaps:
 *
 * <pre>mvn -pl core.impl -am package -Dtest=SwapStormTest -Dasterism.storm.tasks=1000000 -Dasterism.storm.swaps=1000
 * </pre>
 */
class SwapStormTest {
    private static final int TASKS = Integer.getInteger("asterism.storm.tasks", 20_000);
    private static final int SWAPS = Integer.getInteger("asterism.storm.swaps", 200);
    private static final Duration PATIENCE = Duration.ofSeconds(Integer.getInteger("asterism.storm.patience", 60));

    private static long seed(String test) {
        long seed = Long.getLong("asterism.seed", System.nanoTime());
        System.out.println(test + ": repeat with -Dasterism.seed=" + seed);
        return seed;
    }

    private static void report(String test, Duration time, SchedulingContext context) {
        System.out.printf(
                Locale.ROOT,
                "%s: %d swaps with %d tasks in %.2f s, workers held off for %.2f s in all%n",
                test,
                SWAPS,
                TASKS,
                time.toNanos() / 1e9,
                context.heldOffNanos() / 1e9);
    }

    @Test
    void shouldRunEveryTaskOnceWhateverChanges() throws InterruptedException {
        long seed = seed("shouldRunEveryTaskOnceWhateverChanges");
        try (Laboratory laboratory = Laboratory.withWorkers(3);
                TaskRuntime runtime = laboratory.runtime()) {
            SwapStorm storm =
                    new SwapStorm(laboratory, runtime, List.of("eager", "prio"), TASKS, SWAPS, seed, PATIENCE);
            Duration time = storm.rage(3, laboratory.eager, laboratory.prio);
            report("shouldRunEveryTaskOnceWhateverChanges", time, runtime.defaultContext());
            assertEquals(Optional.empty(), runtime.defaultContext().trouble());
        }
    }

    @Test
    @Timeout(60)
    void shouldKeepThePrioritiesWhileThePolicyIsSwapped() throws InterruptedException {
        Random random = new Random(seed("shouldKeepThePrioritiesWhileThePolicyIsSwapped"));
        try (Laboratory laboratory = Laboratory.withWorkers(1)) {
            PrioPolicyFactory other = new PrioPolicyFactory();
            laboratory.addPolicy("other-prio", other::create);
            try (TaskRuntime runtime =
                    laboratory.factory.create(RuntimeConfiguration.defaults().withPolicy("prio"))) {
                PrioritiesUnderSwaps.check(runtime, List.of("prio", "other-prio"), TASKS, random);
            }
        }
    }
}
