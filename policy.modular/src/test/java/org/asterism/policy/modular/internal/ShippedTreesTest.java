package org.asterism.policy.modular.internal;

import static org.asterism.policy.modular.internal.language.DescriptionWriter.written;
import static org.asterism.policy.modular.internal.language.TreeTexts.parse;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.asterism.api.tree.TreeDescriptionException;
import org.junit.jupiter.api.Test;

final class ShippedTreesTest {
    @Test
    void shouldShipTheTreesThatTheReferenceShips() {
        assertEquals(
                List.of(
                        "modular-eager",
                        "modular-eager-prefetching",
                        "modular-eager-prio",
                        "modular-prio",
                        "modular-prio-prefetching",
                        "modular-random",
                        "modular-random-prio",
                        "modular-random-prefetching",
                        "modular-random-prio-prefetching",
                        "modular-prandom",
                        "modular-prandom-prio",
                        "modular-ws",
                        "modular-heft",
                        "modular-heft2",
                        "modular-heft-prio",
                        "modular-pheft",
                        "modular-heteroprio",
                        "modular-heteroprio-memory",
                        "modular-heteroprio-heft",
                        "modular-gemm",
                        "modular-dmda",
                        "modular-dmdap",
                        "modular-dmdar",
                        "modular-dmdas"),
                ShippedTrees.all().stream().map(ShippedTree::name).toList());
    }

    @Test
    void shouldSayWhatEachDoesInASentence() {
        ShippedTrees.all()
                .forEach(tree -> assertTrue(
                        tree.summary().length() > 20 && !tree.summary().endsWith("."),
                        tree.name() + ": " + tree.summary()));
    }

    @Test
    void shouldPrintEachSoThatItIsReadBackAsTheSame() {
        for (ShippedTree tree : ShippedTrees.all()) {
            String printed = written(tree.description());
            assertEquals(tree.description(), parse(printed), tree.name());
            assertEquals(printed, written(parse(printed)), tree.name());
        }
    }

    @Test
    void shouldNameTheLineOfTheFileWhenADescriptionIsWrong() {
        String text = """
                -- a comment
                first: does this
                    fifo / eager

                second: does that
                    fifo
                    / / eager
                """;

        TreeDescriptionException refused = assertThrows(
                TreeDescriptionException.class,
                () -> ShippedTrees.read(text).get(1).description());

        assertEquals(7, refused.line());
        assertEquals(7, refused.column());
    }

    @Test
    void shouldRefuseALineAtTheMarginThatHasNoName() {
        TreeDescriptionException refused = assertThrows(
                TreeDescriptionException.class,
                () -> ShippedTrees.read("first: does this\n    fifo / eager\nfifo / eager\n"));

        assertEquals(3, refused.line());
    }
}
