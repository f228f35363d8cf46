package org.asterism.api.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;

/** What programs cannot say of a tree, because it could not be written down. */
final class StepTest {
    private static void assertRefused(String says, Runnable attempt) {
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, attempt::run);
        assertTrue(refused.getMessage().contains(says), refused.getMessage());
    }

    @Test
    void shouldRefuseNamesThatCouldNotBeReadBack() {
        SequencedMap<String, Chain> parts = new LinkedHashMap<>();
        parts.put("a b", new Chain(List.of(Step.component("fifo"))));
        assertRefused("kind 'each'", () -> Step.component("each"));
        assertRefused("kind 'a--b'", () -> Step.component("a--b"));
        assertRefused("kind '2fifo'", () -> Step.component("2fifo"));
        assertRefused("parameter 'a b'", () -> Step.component("fifo").with("a b", "1"));
        assertRefused("name 'a/b'", () -> Step.component("fifo").withName("a/b"));
        assertRefused("part ''", () -> new Step.Reference(""));
        assertRefused("part 'a b'", () -> new TreeDescription(new Chain(List.of(Step.component("fifo"))), parts));
    }

    @Test
    void shouldRefuseChainsAndCompositionsThatCannotBe() {
        Step fifo = Step.component("fifo");
        assertRefused("at least two", () -> new Step.Composed("", List.of(Step.component("fifo"))));
        assertRefused("at least one", () -> new Chain(List.of()));
        assertRefused("'@end'", () -> new Chain(List.of(new Step.Reference("end"), fifo)));
    }

    @Test
    void shouldBeShownShortlyInMessages() {
        Step.Component store = Step.component("fifo").withName("store").with("ready");
        assertEquals("fifo#store", store.toString());
        assertEquals(
                "[fifo#store / eager]#front",
                new Step.Composed("front", List.of(store, Step.component("eager"))).toString());
        assertEquals("each worker (a=b)", new Step.Each(Level.WORKER, " (a=b)\n").toString());
        assertEquals("@end", new Step.Reference("end").toString());
    }
}
