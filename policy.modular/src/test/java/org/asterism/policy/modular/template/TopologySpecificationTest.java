package org.asterism.policy.modular.template;

import static org.asterism.policy.modular.internal.language.TreeTexts.parse;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.asterism.api.Architecture;
import org.asterism.api.tree.Level;
import org.asterism.api.tree.Step;
import org.junit.jupiter.api.Test;

/** What is made of recipes. */
final class TopologySpecificationTest {
    private static final Recipe FRONT = Recipe.of("fifo").add("eager");
    private static final Recipe SHARED =
            Recipe.of(Step.component("fifo").with("ntasks", "8")).add("eager");
    private static final Recipe CHOICE = Recipe.of("best-implementation");

    private static void assertMade(String expected, TopologySpecification specification) {
        assertEquals(parse(expected), specification.description());
    }

    @Test
    void shouldMakeTheComponentItselfOfARecipeWithOne() {
        assertEquals(Step.component("fifo"), Recipe.of("fifo").step());
        assertEquals(
                Step.component("fifo").withName("a"),
                Recipe.of("fifo").withName("a").step());
    }

    @Test
    void shouldComposeSeveralComponents() {
        assertEquals("[fifo / eager]", FRONT.step().toString());
        assertEquals("[fifo / eager]#front", FRONT.withName("front").step().toString());
        assertEquals(2, FRONT.add("x").components().indexOf(Step.component("x")), "below those before");
        assertEquals(2, FRONT.components().size(), "the recipe itself is as it was");
    }

    @Test
    void shouldRefuseToMakeSomethingOfNothing() {
        assertThrows(IllegalStateException.class, () -> Recipe.empty().step());
        assertThrows(IllegalArgumentException.class, () -> TopologySpecification.machine(Recipe.empty()));
        assertThrows(
                IllegalArgumentException.class,
                () -> TopologySpecification.machine(FRONT).withLevel(Level.SOCKET, Recipe.empty()));
    }

    @Test
    void shouldRefuseLevelsThatAreNotOfTheTopology() {
        IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class,
                () -> TopologySpecification.machine(FRONT).withLevel(Level.WORKER, CHOICE));
        assertTrue(refused.getMessage().contains("numa-node"), refused.getMessage());
    }

    @Test
    void shouldMakeAComponentPerObjectOfEachLevelInTheOrderGiven() {
        assertMade("[fifo / eager] / each worker", TopologySpecification.machine(FRONT));
        assertMade(
                "[fifo / eager] / each socket: work-stealing / each numa-node: [fifo(ntasks=8) / eager]"
                        + " / each cache: eager / each worker: best-implementation",
                TopologySpecification.machine(FRONT)
                        .withLevel(Level.SOCKET, Recipe.of("work-stealing"))
                        .withLevel(Level.NUMA_NODE, SHARED)
                        .withLevel(Level.CACHE, Recipe.of("eager"))
                        .withWorkers(CHOICE));
    }

    @Test
    void shouldMakeAComponentPerArchitectureWhereTheyAreNotMixed() {
        assertMade(
                "[fifo / eager] / each socket: eager / each numa-node: each architecture: [fifo(ntasks=8) / eager]"
                        + " / each worker: best-implementation",
                TopologySpecification.machine(FRONT)
                        .withLevel(Level.SOCKET, Recipe.of("eager"))
                        .withLevel(Level.NUMA_NODE, SHARED)
                        .withWorkers(CHOICE)
                        .mixingHeterogeneousWorkers(false));
        assertMade(
                "[fifo / eager] / each worker",
                TopologySpecification.machine(FRONT).mixingHeterogeneousWorkers(false));
    }

    @Test
    void shouldGiveWorkersOfAnArchitectureTheirOwnRecipe() {
        TopologySpecification specification = TopologySpecification.machine(FRONT)
                .withWorkers(Architecture.CUDA, SHARED)
                .withWorkers(CHOICE);
        assertMade(
                "fifo / eager(cuda: each worker (arch=cuda): [fifo(ntasks=8) / eager],"
                        + " others: each worker (!(arch=cuda)): best-implementation)",
                specification);
        assertMade(
                "[fifo / eager] / each cache: fifo(ntasks=8) / eager#shared("
                        + "cuda: each worker (arch=cuda): [fifo(ntasks=8) / eager], cpu: each worker (arch=cpu),"
                        + " others: each worker (!(|(arch=cuda)(arch=cpu))): best-implementation)",
                specification
                        .withWorkers(Architecture.CPU, Recipe.empty())
                        .withLevel(Level.CACHE, SHARED.withName("shared")));
    }
}
