package org.asterism.policy.modular.internal.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.TaskRuntime;
import org.asterism.core.internal.plugin.PolicyPlugin;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.core.internal.testing.PrioritiesUnderSwaps;
import org.asterism.core.internal.testing.SwapStorm;
import org.asterism.policy.modular.internal.ShippedTree;
import org.asterism.policy.modular.internal.ShippedTrees;
import org.asterism.policy.modular.internal.tree.NearGroups;
import org.asterism.policy.modular.internal.tree.Planner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Trees and other policies take turns under load; {@code -Dasterism.storm.tasks} and {@code -Dasterism.storm.swaps} say
 * how many.
 */
class TreeSwapTest {
    private static final int TASKS = Integer.getInteger("asterism.storm.tasks", 5000);
    private static final int SWAPS = Integer.getInteger("asterism.storm.swaps", 100);
    private static final Duration PATIENCE = Duration.ofSeconds(Integer.getInteger("asterism.storm.patience", 60));

    private static PolicyPlugin add(Laboratory laboratory, ShippedTree tree, TestKinds kinds) {
        return laboratory.addPolicy(
                tree.name(),
                context -> new TreePolicy(
                        tree.name(),
                        tree.description(),
                        Planner.plan(
                                tree.description(), kinds, context.properties().values()),
                        new NearGroups(),
                        context,
                        () -> {}));
    }

    private static long seed(String test) {
        long seed = Long.getLong("asterism.seed", System.nanoTime());
        System.out.println(test + ": repeat with -Dasterism.seed=" + seed);
        return seed;
    }

    @Test
    void shouldRunEveryTaskOnceWhileTreesTakeTurns() throws InterruptedException {
        long seed = seed("shouldRunEveryTaskOnceWhileTreesTakeTurns");
        TestKinds kinds = RealKinds.make();
        try (Laboratory laboratory = Laboratory.withWorkers(3)) {
            List<String> policies = new ArrayList<>(List.of("eager", "prio"));
            List<PolicyPlugin> trees = new ArrayList<>();
            for (ShippedTree tree : ShippedTrees.all()) {
                trees.add(add(laboratory, tree, kinds));
                policies.add(tree.name());
            }
            try (TaskRuntime runtime = laboratory.runtime()) {
                new SwapStorm(laboratory, runtime, policies, TASKS, SWAPS, seed, PATIENCE)
                        .rage(2, trees.toArray(PolicyPlugin[]::new));
                assertEquals(Optional.empty(), runtime.defaultContext().trouble());
            }
        }
    }

    @Test
    @Timeout(60)
    void shouldKeepThePrioritiesWhileATreeTakesTurns() throws InterruptedException {
        Random random = new Random(seed("shouldKeepThePrioritiesWhileATreeTakesTurns"));
        try (Laboratory laboratory = Laboratory.withWorkers(1)) {
            for (ShippedTree tree : ShippedTrees.all()) {
                if (tree.name().equals("modular-prio")) {
                    add(laboratory, tree, RealKinds.make());
                }
            }
            try (TaskRuntime runtime =
                    laboratory.factory.create(RuntimeConfiguration.defaults().withPolicy("prio"))) {
                PrioritiesUnderSwaps.check(runtime, List.of("prio", "modular-prio"), TASKS, random);
            }
        }
    }
}
