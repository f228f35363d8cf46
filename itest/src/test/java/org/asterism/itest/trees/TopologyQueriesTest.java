package org.asterism.itest.trees;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Simulation;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TopologyType;
import org.asterism.api.Worker;
import org.asterism.api.tree.TreeDescription;
import org.asterism.driver.sim.internal.SimulationDriver;
import org.asterism.policy.modular.internal.language.DescriptionReader;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.topology.Topology;
import org.asterism.spi.topology.TopologyObject;
import org.asterism.spi.topology.TopologyProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A policy and a component ask the real core where in the machine workers are, and which part of it a component stands
 * for.
 */
@Timeout(60)
class TopologyQueriesTest {
    private static final Codelet WORK =
            Codelet.named("work").access().cpu(kernel -> {}).build();
    private static final String GPU = "0000:3b:00.0";

    private final Map<String, String> answers = new ConcurrentHashMap<>();

    /** Two packages with two processing units and a memory each; a device hangs at the second one. */
    private static final class TwoPackages implements TopologyProvider {
        private final Topology machine = new Topology(
                object(
                        TopologyType.MACHINE,
                        0,
                        Map.of(),
                        object(TopologyType.PACKAGE, 0, Map.of(), memory(0), unit(0), unit(1)),
                        object(
                                TopologyType.PACKAGE,
                                1,
                                Map.of(),
                                memory(1),
                                unit(2),
                                unit(3),
                                object(TopologyType.PCI_DEVICE, 0, Map.of("pci_busid", GPU)))),
                "a test");

        private static TopologyObject memory(int number) {
            return object(TopologyType.NUMA_NODE, number, Map.of());
        }

        private static TopologyObject unit(int number) {
            return object(TopologyType.PU, number, Map.of());
        }

        private static TopologyObject object(
                TopologyType type, int number, Map<String, String> attributes, TopologyObject... children) {
            return new TopologyObject(type, number, number, "", new BitSet(), 0, attributes, List.of(children));
        }

        @Override
        public Topology machine() {
            return machine;
        }

        @Override
        public Topology synthetic(String description) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Topology xml(Path file) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean bindCurrentThread(BitSet processingUnits) {
            return false;
        }
    }

    private static Core onTwoPackages() {
        return new Core()
                .topology(new TwoPackages())
                .worker("cpu-0", Architecture.CPU, core(0, 0))
                .worker("cpu-1", Architecture.CPU, core(1, 0))
                .worker("cpu-2", Architecture.CPU, core(3, 1))
                .worker("gpu", Architecture.CUDA, Map.of(ComputeUnit.PCI_BUS, GPU));
    }

    private static Map<String, Object> core(int unit, int socket) {
        return Map.of(ComputeUnit.PROCESSING_UNIT, unit, "cpu.package", socket);
    }

    private static String text(TopologyObject object) {
        return object.type() + " " + object.logicalIndex();
    }

    /** Each worker's object, and the memory that is near to it. */
    private void ask(PolicyContext context) {
        Topology machine = context.topology().orElseThrow();
        for (Worker worker : context.workers()) {
            TopologyObject object = context.topologyObject(worker).orElseThrow();
            answers.put(
                    worker.name(),
                    text(object)
                            + machine.ancestor(object, TopologyType.NUMA_NODE)
                                    .map(memory -> " near " + text(memory))
                                    .orElse(""));
        }
    }

    private Map<String, String> run(Core core, RuntimeConfiguration configuration) throws InterruptedException {
        try (TaskRuntime runtime = core.factory.create(configuration.withPolicy(Scheduler.NAME))) {
            runtime.task(WORK).submit();
            runtime.waitAll();
        }
        return new TreeMap<>(answers);
    }

    @ParameterizedTest
    @EnumSource
    void shouldFindWorkersOnThisMachine(Scheduler scheduler) throws InterruptedException {
        try (Core core = onTwoPackages()) {
            scheduler.install(core, (context, task) -> ask(context));
            assertEquals(
                    Map.of(
                            "cpu-0", "PU 0 near NUMA_NODE 0",
                            "cpu-1", "PU 1 near NUMA_NODE 0",
                            "cpu-2", "PU 3 near NUMA_NODE 1",
                            "gpu", "PCI_DEVICE 0 near NUMA_NODE 1"),
                    run(core, RuntimeConfiguration.defaults()));
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldFindWorkersOnADescribedMachine(Scheduler scheduler) throws InterruptedException {
        try (Core core = new Core().driver(Simulation.DRIVER, new SimulationDriver())) {
            scheduler.install(core, (context, task) -> ask(context));
            Simulation laptop = Simulation.of("laptop").with("workers.cpu", "2");
            assertEquals(
                    Map.of(
                            "cpu-0", "PU 0 near NUMA_NODE 0",
                            "cpu-1", "PU 1 near NUMA_NODE 0",
                            "cuda-0", "OS_DEVICE 0 near NUMA_NODE 0"),
                    run(core, RuntimeConfiguration.defaults().withSimulation(laptop)));
        }
    }

    /**
     * A component at the top and one for each group of workers say what they stand for, when they are told of their
     * workers.
     */
    private void installTree(Core core, String groups) {
        ShippedKinds kinds = new ShippedKinds()
                .add(Scheduler.NAME, context -> new Scheduler.AskingComponent(context, task -> {}) {
                    @Override
                    public void changed() {
                        answers.put(
                                context.name(),
                                context.topologyObject()
                                        .map(TopologyQueriesTest::text)
                                        .orElse("unknown"));
                    }
                });
        TreeDescription tree = DescriptionReader.read(
                        "asking#top / fifo / eager / each " + groups + ": asking#group / fifo(ntasks=8) / eager")
                .description();
        core.policy(Scheduler.NAME, context -> kinds.policy(Scheduler.NAME, tree, context));
    }

    @Test
    void shouldTellWhichPartOfThisMachineAComponentStandsFor() throws InterruptedException {
        try (Core core = onTwoPackages()) {
            installTree(core, "socket");
            assertEquals(
                    Map.of("top", "MACHINE 0", "group@socket-0", "PACKAGE 0", "group@socket-1", "PU 3"),
                    run(core, RuntimeConfiguration.defaults()));
        }
    }

    @Test
    void shouldTellWhichPartOfADescribedMachineAComponentStandsFor(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("two-memories.json"), """
                {
                  "format": "asterism-machine-1",
                  "name": "two memories with cores and a device",
                  "memories": [{"name": "ram"}, {"name": "ram-1", "kind": "host"}, {"name": "gpu"}],
                  "workers": [
                    {"architecture": "cpu", "count": 2, "memory": "ram"},
                    {"architecture": "cpu", "count": 2, "memory": "ram-1"},
                    {"architecture": "cuda", "memory": "gpu"}
                  ],
                  "links": {"bus": {"bandwidth_MBps": 1000}},
                  "routes": [
                    {"from": "ram", "to": "ram-1", "links": ["bus"], "both_ways": true},
                    {"from": "ram", "to": "gpu", "links": ["bus"], "both_ways": true}
                  ],
                  "kernels": {"*": {"cpu": {"law": {"a_us": 0, "c_us": 100}}}}
                }""");
        try (Core core = new Core().driver(Simulation.DRIVER, new SimulationDriver())) {
            installTree(core, "memory-node");
            Simulation simulation = Simulation.of(file.toString());
            assertEquals(
                    Map.of(
                            "top", "MACHINE 0",
                            "group@memory-node-0", "GROUP 0",
                            "group@memory-node-1", "GROUP 1",
                            "group@memory-node-2", "OS_DEVICE 0"),
                    run(core, RuntimeConfiguration.defaults().withSimulation(simulation)));
        }
    }

    @Test
    void shouldKnowNothingWithoutATopologyService() throws InterruptedException {
        try (Core core = new Core().worker("cpu-0", Architecture.CPU, core(0, 0))) {
            installTree(core, "socket");
            assertEquals(
                    Map.of("top", "unknown", "group@socket-0", "unknown"), run(core, RuntimeConfiguration.defaults()));
        }
    }
}
