package org.asterism.policy.modular.internal.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.asterism.api.Architecture;
import org.asterism.api.Worker;
import org.asterism.api.tree.ComponentView;
import org.asterism.api.tree.Level;
import org.asterism.api.tree.Step;
import org.asterism.api.tree.TreeDescription;
import org.asterism.policy.modular.internal.TestMachine;
import org.asterism.policy.modular.internal.tree.NearGroups;
import org.asterism.policy.modular.internal.tree.Planner;
import org.asterism.policy.modular.template.Recipe;
import org.asterism.policy.modular.template.TopologySpecification;
import org.asterism.tck.FakePolicyContext;
import org.asterism.tck.FakeWorker;
import org.asterism.tck.VirtualClock;
import org.junit.jupiter.api.Test;

/** How the tree of a specification by levels lies on a machine with two sockets and a device. */
final class MachineTreesTest {
    private static final Recipe FRONT = Recipe.of("reservoir").add("chooser");
    private static final Recipe NODE = Recipe.of("chooser").withName("node");

    /** The components of the tree but for workers, each with its children. */
    private static List<String> laidOut(TopologySpecification specification) {
        TreeDescription description = specification.description();
        FakePolicyContext context = new FakePolicyContext(Map.of(), new VirtualClock());
        List<Worker> workers = new ArrayList<>();
        for (int unit : new int[] {0, 3, 4, 6}) {
            workers.add(new FakeWorker(unit, Architecture.CPU, 0, Map.of("cpu.pu", unit)));
        }
        workers.add(new FakeWorker(8, Architecture.CUDA, 1));
        TreePolicy policy = new TreePolicy(
                "test",
                description,
                Planner.plan(description, new TestKinds(), Map.of()),
                new NearGroups(Optional.of(TestMachine.TWO_SOCKETS)),
                context,
                () -> {});
        policy.addWorkers(workers);
        List<String> lines = policy.tree().orElseThrow().components().stream()
                .filter(component -> !component.kind().equals("worker"))
                .map(MachineTreesTest::line)
                .toList();
        policy.close();
        return lines;
    }

    private static String line(ComponentView component) {
        return component.name() + " " + component.children();
    }

    @Test
    void shouldMakeAComponentPerObjectAndPassOverLevelsThatWorkersDoNotHave() {
        assertEquals(
                List.of(
                        "reservoir+chooser [node@socket-0, node@socket-1, cuda-8]",
                        "node@socket-0 [passage@socket-0/cache-l3-0]",
                        "passage@socket-0/cache-l3-0 [cpu-0, cpu-3]",
                        "node@socket-1 [passage@socket-1/cache-l2-2, cpu-6]",
                        "passage@socket-1/cache-l2-2 [cpu-4]"),
                laidOut(TopologySpecification.machine(FRONT)
                        .withLevel(Level.SOCKET, NODE)
                        .withLevel(Level.CACHE, Recipe.of("chooser").withName("passage"))));
    }

    @Test
    void shouldKeepArchitecturesApartBelowTheInnermostLevel() {
        assertEquals(
                List.of(
                        "reservoir+chooser [node@numa-node-10/cpu, node@numa-node-11/cpu, node@cuda]",
                        "node@numa-node-10/cpu [cpu-0, cpu-3]",
                        "node@numa-node-11/cpu [cpu-4, cpu-6]",
                        "node@cuda [cuda-8]"),
                laidOut(TopologySpecification.machine(FRONT)
                        .withLevel(Level.NUMA_NODE, NODE)
                        .mixingHeterogeneousWorkers(false)));
    }

    @Test
    void shouldGiveWorkersOfEachArchitectureWhatIsTheirs() {
        assertEquals(
                List.of(
                        "reservoir [node]",
                        "node [own@cuda-8, passage@cpu-0, passage@cpu-3, passage@cpu-4, passage@cpu-6]",
                        "own@cuda-8 [cuda-8]",
                        "passage@cpu-0 [cpu-0]",
                        "passage@cpu-3 [cpu-3]",
                        "passage@cpu-4 [cpu-4]",
                        "passage@cpu-6 [cpu-6]"),
                laidOut(TopologySpecification.machine(FRONT.withName("node"))
                        .withWorkers(
                                Architecture.CUDA,
                                Recipe.of(Step.component("reservoir")
                                        .with("size", "2")
                                        .withName("own")))
                        .withWorkers(Recipe.of("passage"))));
    }
}
