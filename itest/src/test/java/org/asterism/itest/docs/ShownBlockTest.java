package org.asterism.itest.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ShownBlockTest {
    @Test
    void shouldFindCommandsOfBothShellsWithTheirOutput() {
        ShownBlock block = only("Text", "```", "$ ./asterism --version", "Asterism", "asterism> workers &", "```");
        assertEquals(2, block.line());
        assertEquals(
                List.of(
                        new ShownCommand(3, false, "./asterism --version", List.of("Asterism")),
                        new ShownCommand(5, true, "workers &", List.of())),
                block.commands());
        assertTrue(block.showsOutput());
        assertTrue(block.leavesRuns());
    }

    @Test
    void shouldHeedTheNotesAboveABlock() {
        ShownBlock block = only(
                "```",
                "d",
                "```",
                "<!-- first: cp a b -->",
                "<!-- first: asterism> use c -->",
                "<!-- output of the block above -->",
                "```",
                "e",
                "```");
        assertEquals(
                List.of(new ShownCommand(4, false, "cp a b", List.of()), new ShownCommand(5, true, "use c", List.of())),
                block.preparations());
        assertEquals(List.of(new ShownCommand(7, false, "d", List.of("e"))), block.commands());
        assertTrue(block.goesOn());
        assertEquals(
                Optional.of("needs a GPU"),
                only("<!-- not run: needs a GPU -->", "```", "asterism> f", "```")
                        .notRun());
    }

    @Test
    void shouldPassOverBlocksWithoutAPrompt() {
        assertEquals(
                List.of(),
                ShownBlock.in(List.of("```java", "int a;", "```", "asterism> no block", "```", "ls", "```")));
        assertFalse(only("```", "asterism> g", "```").showsOutput());
    }

    private static ShownBlock only(String... lines) {
        List<ShownBlock> blocks = ShownBlock.in(List.of(lines));
        assertEquals(1, blocks.size());
        return blocks.getFirst();
    }
}
