package org.asterism.bench.taskbench.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.TaskRuntime;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.plugin.Plugins;
import org.asterism.core.internal.plugin.PolicyPlugin;
import org.asterism.core.internal.runtime.CoreRuntimeFactory;
import org.asterism.core.internal.stepping.VirtualClock;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.tck.FakeApplicationRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** In virtual time all tasks are submitted before the first runs, so that the waves are those of the graph. */
final class GraphShapeTest {
    @Test
    void shouldSubmitIndependentTasks() {
        assertEquals(List.of(7), waves(Map.of("mode", "indep", "n", "7")));
    }

    @Test
    void shouldTakeHandlesInTurn() {
        Map<String, String> options = Map.of("mode", "data", "n", "5", "nbuf", "2", "handles", "4");
        assertEquals(List.of(2, 2, 1), waves(options));
    }

    @ParameterizedTest
    @ValueSource(strings = {"chain", "chaintask", "chaintag", "sync"})
    void shouldSubmitTasksThatFollowEachOther(String mode) {
        assertEquals(List.of(1, 1, 1, 1), waves(Map.of("mode", mode, "n", "4")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"tree", "treedyn"})
    void shouldForkAndJoinTwoByTwo(String mode) {
        assertEquals(List.of(1, 2, 4, 8, 4, 2, 1), waves(Map.of("mode", mode, "depth", "3")));
        assertEquals(List.of(1), waves(Map.of("mode", mode, "depth", "0")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"cholesky", "choldep"})
    void shouldFollowTheFactorisation(String mode) {
        // potrf; two trsm; two syrk and a gemm; then the same for what is left
        assertEquals(List.of(1, 2, 3, 1, 1, 1, 1), waves(Map.of("mode", mode, "nt", "3")));
        assertEquals(3 * 7 - 2, waves(Map.of("mode", mode, "nt", "7")).size(), "length of the critical path");
    }

    @Test
    void shouldDeclareByNameWhatFollowsFromTheTiles() {
        long start = System.nanoTime();
        for (long seed = start; seed < start + 50; seed++) {
            ShufflePolicy onData = new ShufflePolicy(seed);
            ShufflePolicy byName = new ShufflePolicy(seed);
            run(Map.of("mode", "cholesky", "nt", "6"), onData);
            run(Map.of("mode", "choldep", "nt", "6"), byName);
            assertEquals(onData.order, byName.order, "the same graph in the same random order, seed " + seed);
        }
    }

    private static List<Integer> waves(Map<String, String> options) {
        WavePolicy policy = new WavePolicy();
        int tasks = run(options, policy);
        assertEquals(tasks, policy.sizes.stream().mapToInt(size -> size).sum(), "tasks that ran");
        return policy.sizes;
    }

    /** Runs a mode once; says how many tasks it has. */
    private static int run(Map<String, String> options, SchedulingPolicy policy) {
        Plugins plugins = new Plugins();
        plugins.add(new DriverPlugin("cpu", new ThreadDriver()));
        plugins.add(new PolicyPlugin("given", "", "test", 0, context -> policy));
        RuntimeConfiguration configuration = RuntimeConfiguration.defaults()
                .withPolicy("given", Map.of())
                .withWorkers("cpu", 1)
                .withClock(new VirtualClock());
        try (TaskRuntime runtime = new CoreRuntimeFactory(plugins).create(configuration)) {
            Settings settings = Settings.of(new FakeApplicationRun(runtime, options, System.out));
            Load load = Load.of(new Workbench(runtime, 0), settings);
            load.once();
            return load.tasks();
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }
}
