package org.asterism.policy.modular.internal.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.asterism.api.Architecture;
import org.asterism.api.tree.Chain;
import org.asterism.api.tree.ComponentView;
import org.asterism.api.tree.Level;
import org.asterism.api.tree.Step;
import org.asterism.api.tree.TreeDescription;
import org.asterism.policy.modular.internal.tree.NearGroups;
import org.asterism.policy.modular.internal.tree.Planner;
import org.asterism.tck.FakeWorker;
import org.junit.jupiter.api.Test;

/** What a description becomes. */
class AssemblyTest {
    private static final Architecture CPU = Architecture.CPU;
    private static final Architecture CUDA = Architecture.CUDA;

    private final TestKinds kinds = new TestKinds();

    private static List<ComponentView> views(TreeUnderTest tree) {
        return tree.policy.tree().orElseThrow().components();
    }

    private static List<String> names(TreeUnderTest tree) {
        return views(tree).stream().map(ComponentView::name).toList();
    }

    private static ComponentView view(TreeUnderTest tree, String name) {
        return views(tree).stream()
                .filter(view -> view.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static void refuse(Runnable action, String... words) {
        String message =
                assertThrows(IllegalArgumentException.class, action::run).getMessage();
        for (String word : words) {
            assertTrue(message.contains(word), () -> "'" + word + "' is not said in: " + message);
        }
    }

    @Test
    void shouldNameComponentsByTheTextAndCopiesByTheirGroups() {
        try (TreeUnderTest tree = new TreeUnderTest(
                kinds,
                "reservoir#top / chooser / each architecture: reservoir(size=9) / chooser / each worker: "
                        + "reservoir(size=1) / passage",
                CPU,
                CUDA)) {
            assertEquals(
                    List.of(
                            "top",
                            "chooser-1",
                            "reservoir-1@cpu",
                            "chooser-2@cpu",
                            "reservoir-2@cpu-0",
                            "passage@cpu-0",
                            "cpu-0",
                            "reservoir-1@cuda",
                            "chooser-2@cuda",
                            "reservoir-2@cuda-1",
                            "passage@cuda-1",
                            "cuda-1"),
                    names(tree));
            assertEquals(
                    List.of(1, 2, 2, 3, 3, 4, 4),
                    List.of(
                                    "top",
                                    "chooser-1",
                                    "reservoir-1@cpu",
                                    "chooser-2@cpu",
                                    "reservoir-2@cpu-0",
                                    "passage@cpu-0",
                                    "cpu-0")
                            .stream()
                            .map(name -> view(tree, name).area())
                            .toList());
        }
    }

    @Test
    void shouldLetBranchesMeetWhereTheyReferToTheSamePart() {
        try (TreeUnderTest tree = new TreeUnderTest(
                kinds,
                "reservoir / chooser(a: passage#left / chooser / each worker: @end, b: passage#right / chooser / each "
                        + "worker: @end)"
                        + " where end = passage#joint",
                CPU,
                CPU)) {
            assertEquals(List.of("left", "right"), view(tree, "chooser-1").children());
            assertEquals(
                    List.of("joint@cpu-0", "joint@cpu-1"),
                    view(tree, "chooser-2").children());
            assertEquals(
                    List.of("joint@cpu-0", "joint@cpu-1"),
                    view(tree, "chooser-3").children());
            assertEquals(1, names(tree).stream().filter("joint@cpu-0"::equals).count());
        }
    }

    @Test
    void shouldShowAComposedComponentAsOne() {
        try (TreeUnderTest tree =
                new TreeUnderTest(kinds, "[reservoir / chooser]#front / each worker: passage", CPU, CPU)) {
            ComponentView front = views(tree).getFirst();
            assertEquals("front", front.name());
            assertEquals(List.of("passage@cpu-0", "passage@cpu-1"), front.children());
            assertEquals(
                    List.of("reservoir", "chooser"),
                    front.parts().stream().map(ComponentView::name).toList());
            tree.push(TreeUnderTest.CPU);
            assertEquals(1, views(tree).getFirst().storedTasks());
            assertEquals(1, tree.runUntilAllSleep().size());
        }
    }

    @Test
    void shouldGivePropertiesToComponentsByNameAndKindAndToAll() {
        String description = "reservoir / chooser / each worker: reservoir(size=1)";
        Map<String, String> properties =
                Map.of("size", "3", "reservoir.size", "0", "reservoir-2.size", "5", "prefetch", "true");
        try (TreeUnderTest tree = new TreeUnderTest(kinds, description, properties, CPU)) {
            assertEquals(Map.of("size", "0"), view(tree, "reservoir-1").parameters());
            assertEquals(Map.of("size", "5"), view(tree, "reservoir-2@cpu-0").parameters());
            assertEquals(Map.of("prefetch", "true"), view(tree, "cpu-0").parameters());
        }
        try (TreeUnderTest tree = new TreeUnderTest(kinds, description, Map.of("size", "0"), CPU)) {
            assertEquals(Map.of("size", "0"), view(tree, "reservoir-1").parameters());
            assertEquals(Map.of("size", "0"), view(tree, "reservoir-2@cpu-0").parameters());
            assertEquals(Map.of(), view(tree, "cpu-0").parameters());
        }
        refuse(
                () -> new TreeUnderTest(kinds, description, Map.of("reservoir-3.size", "1")),
                "'reservoir-3.size'",
                "prefetch, reservoir-1.size, reservoir-2.size, reservoir.size, size, worker.prefetch");
    }

    @Test
    void shouldRefuseWhatNoWorkersCouldMend() {
        refuse(() -> new TreeUnderTest(kinds, "reservoir / choser"), "'choser'", "chooser, passage, reservoir");
        refuse(() -> new TreeUnderTest(kinds, "reservoir(sise=3) / chooser"), "'reservoir'", "'sise'", "size");
        refuse(() -> new TreeUnderTest(kinds, "reservoir / chooser / worker / passage"), "'worker'", "ends a tree");
        refuse(
                () -> new TreeUnderTest(kinds, "reservoir / chooser / each worker (arch=fpga): passage", CPU),
                "filters leave out",
                "cpu-0");
    }

    @Test
    void shouldTellPlacesApartWhereAProgramHasUsedOneStep() {
        Step store = Step.component("reservoir");
        TreeDescription description = new TreeDescription(
                new Chain(List.of(store, Step.component("chooser"), new Step.Each(Level.WORKER, ""), store)),
                new LinkedHashMap<>());
        TreeUnderTest tree = new TreeUnderTest(kinds, "reservoir / chooser");
        TreePolicy policy = new TreePolicy(
                "twice",
                description,
                Planner.plan(description, kinds, Map.of()),
                new NearGroups(),
                tree.context,
                () -> {});
        policy.addWorkers(List.of(new FakeWorker(0, CPU)));
        assertEquals(
                List.of("reservoir-1", "chooser", "reservoir-2@cpu-0", "cpu-0"),
                policy.tree().orElseThrow().components().stream()
                        .map(ComponentView::name)
                        .toList());
    }
}
