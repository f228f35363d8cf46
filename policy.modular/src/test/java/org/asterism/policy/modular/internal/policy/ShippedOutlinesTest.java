package org.asterism.policy.modular.internal.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.stream.Collectors;
import org.asterism.policy.modular.internal.ShippedTrees;
import org.asterism.policy.modular.internal.registry.Outline;
import org.asterism.policy.modular.internal.tree.Planner;
import org.junit.jupiter.api.Test;

/** The outlines of shipped trees stand in a file beside the trees, because a start reads no tree. */
class ShippedOutlinesTest {
    private final Map<String, String> outlines = ShippedTrees.outlines();

    @Test
    void shouldBeTheOutlinesOfTheTrees() {
        TestKinds kinds = RealKinds.make();

        assertEquals(
                ShippedTrees.all().stream()
                        .map(tree -> tree.name() + ": " + Outline.of(Planner.plan(tree.description(), kinds, Map.of())))
                        .collect(Collectors.joining("\n")),
                ShippedTrees.all().stream()
                        .map(tree -> tree.name() + ": " + outlines.get(tree.name()))
                        .collect(Collectors.joining("\n")),
                "shipped.outlines must have the lines that are expected here");
    }

    @Test
    void shouldBeReadAsTheyAreWritten() {
        outlines.values().forEach(line -> assertEquals(line, Outline.read(line).toString()));
    }
}
