package org.asterism.api.tree;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class TreeBuilderTest {
    @Test
    void shouldRefuseWhatBelongsToNoComponent() {
        IllegalStateException refused = assertThrows(
                IllegalStateException.class,
                () -> TreeBuilder.from("eager").toEach(Level.WORKER).with("ready"));
        assertTrue(refused.getMessage().contains("'each worker'"), refused.getMessage());

        TreeBuilder part = TreeBuilder.from("stage");
        TreeBuilder inner = TreeBuilder.from("x").where("end", part);
        assertThrows(IllegalStateException.class, () -> TreeBuilder.from("y").branch("a", inner));
        assertThrows(IllegalStateException.class, () -> inner.where("end", part));
        assertThrows(
                IllegalArgumentException.class,
                () -> TreeBuilder.from("x").branch("a", part).to("y").build());
    }
}
