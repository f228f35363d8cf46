package org.asterism.itest.trees;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Kernel;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Simulation;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.api.model.ModelSettings;
import org.asterism.api.model.PerformanceModel;
import org.asterism.driver.sim.internal.SimulationDriver;
import org.asterism.policy.modular.internal.ShippedTree;
import org.asterism.policy.modular.internal.ShippedTrees;
import org.asterism.trace.Recording;
import org.asterism.trace.Trace;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.TraceSettings;
import org.asterism.trace.export.TraceExport;
import org.asterism.trace.internal.service.TraceService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Recordings of a Cholesky factorisation with the trees that come with Asterism, followed task by task. */
@Timeout(60)
class RecordedWaysTest {
    private static final int TILES = 8;
    private static final int TASKS = TILES * (TILES + 1) * (TILES + 2) / 6;

    private final Map<String, Codelet> codelets = new TreeMap<>();

    @TempDir
    private Path folder;

    static List<String> names() {
        return ShippedTrees.all().stream().map(ShippedTree::name).toList();
    }

    private static Core withPolicies(Core core) {
        ShippedTrees.all()
                .forEach(tree -> core.policy(
                        tree.name(), context -> new ShippedKinds().policy(tree.name(), tree.description(), context)));
        return core;
    }

    private static Core cores() {
        return withPolicies(new Core().workers(3, Architecture.CPU));
    }

    private RuntimeConfiguration configuration() {
        return RuntimeConfiguration.defaults()
                .withModels(ModelSettings.defaults().withFolder(folder.resolve("models")));
    }

    private Codelet codelet(String name, int accesses) {
        return codelets.computeIfAbsent(name, _ -> {
            Access[] modes = new Access[accesses];
            Arrays.fill(modes, Access.R);
            modes[accesses - 1] = Access.RW;
            return Codelet.named(name)
                    .access(modes)
                    .cpu(_ -> {})
                    .implementation(Architecture.CUDA, (Kernel) _ -> {})
                    .model(PerformanceModel.history(name))
                    .build();
        });
    }

    /** Submits the tasks of a factorisation. */
    private void factorise(TaskRuntime runtime) {
        DataHandle[][] tiles = new DataHandle[TILES][TILES];
        for (int row = 0; row < TILES; row++) {
            for (int column = 0; column <= row; column++) {
                tiles[row][column] = runtime.data().vector(new double[16]);
            }
        }
        for (int k = 0; k < TILES; k++) {
            submit(runtime, "potrf", TILES - k, tiles[k][k]);
            for (int row = k + 1; row < TILES; row++) {
                submit(runtime, "trsm", TILES - row, tiles[k][k], tiles[row][k]);
            }
            for (int row = k + 1; row < TILES; row++) {
                submit(runtime, "syrk", 0, tiles[row][k], tiles[row][row]);
                for (int column = k + 1; column < row; column++) {
                    submit(runtime, "gemm", -1, tiles[row][k], tiles[column][k], tiles[row][column]);
                }
            }
        }
    }

    private void submit(TaskRuntime runtime, String name, int priority, DataHandle... tiles) {
        runtime.task(codelet(name, tiles.length)).data(tiles).priority(priority).submit();
    }

    private Trace record(Core core, RuntimeConfiguration configuration) throws Exception {
        Path file = folder.resolve("run.trace");
        try (TaskRuntime runtime = core.factory.create(configuration);
                Recording _ = new TraceService().start(runtime, TraceSettings.toFile(file))) {
            factorise(runtime);
            runtime.waitAll();
        }
        return Trace.open(file);
    }

    private static WaysOfTasks ways(Trace trace) throws Exception {
        WaysOfTasks ways = new WaysOfTasks();
        trace.forEach(ways::add);
        return ways;
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldRecordAWayFromTheRootToAWorkerForEachTaskOnCores(String name) throws Exception {
        try (Core core = cores()) {
            Trace trace = record(core, configuration().withPolicy(name));
            assertEquals(1, ways(trace).expectAllTaken(TASKS));
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldRecordAWayFromTheRootToAWorkerForEachTaskInASimulation(String name) throws Exception {
        try (Core core = withPolicies(new Core().driver(Simulation.DRIVER, new SimulationDriver()))) {
            Trace trace = record(
                    core,
                    configuration()
                            .withPolicy(name)
                            .withSimulation(Simulation.of("node-2gpu").with("workers.cpu", "4")));
            assertEquals(1, ways(trace).expectAllTaken(TASKS));
            Path page = folder.resolve("run.html");
            TraceExport.write(trace, "trace.html", page);
            assertTrue(Files.readString(page).contains("\"policy\":\"" + name + "\""));
        }
    }

    @Test
    void shouldFollowTasksWhenATreeIsRebuiltAndReplaced() throws Exception {
        Path file = folder.resolve("run.trace");
        try (Core core = cores();
                TaskRuntime runtime = core.factory.create(configuration().withPolicy("modular-prio"));
                Recording _ = new TraceService().start(runtime, TraceSettings.toFile(file))) {
            Worker worker = runtime.workers().getFirst();
            runtime.pause();
            factorise(runtime);
            runtime.defaultContext().removeWorkers(List.of(worker));
            runtime.defaultContext().addWorkers(List.of(worker));
            runtime.defaultContext().usePolicy("modular-heft");
            runtime.resume();
            runtime.waitAll();
        }
        List<String> trees = new ArrayList<>();
        WaysOfLastTree last = new WaysOfLastTree("modular-heft");
        Trace.open(file).forEach(event -> {
            if (event instanceof TraceEvent.TreeChanged it) {
                trees.add(it.tree().orElseThrow().policy());
            }
            last.add(event);
        });
        assertEquals(List.of("modular-prio", "modular-prio", "modular-prio", "modular-heft"), trees);
        assertEquals(1, last.ways.expectAllTaken(TASKS));
    }

    /** Follows tasks from the tree of a policy on, which gets all that were in others. */
    private static final class WaysOfLastTree {
        private final String policy;
        private final WaysOfTasks ways = new WaysOfTasks();
        private boolean hasBegun;

        WaysOfLastTree(String policy) {
            this.policy = policy;
        }

        void add(TraceEvent event) {
            hasBegun |= event instanceof TraceEvent.TreeChanged it
                    && it.tree().orElseThrow().policy().equals(policy);
            if (hasBegun) {
                ways.add(event);
            }
        }
    }
}
