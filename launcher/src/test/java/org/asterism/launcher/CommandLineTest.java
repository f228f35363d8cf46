package org.asterism.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class CommandLineTest {
    @Test
    void shouldMeanTheShellWithoutArguments() {
        assertEquals(new CommandLine.Shell(), CommandLine.of());
    }

    @Test
    void shouldPassEverythingBehindTheSubcommandOn() {
        assertEquals(
                new CommandLine.Subcommand("run", List.of("cholesky", "--help", "-x", "")),
                CommandLine.of("run", "cholesky", "--help", "-x", ""));
    }

    @Test
    void shouldKnowHelpAndVersion() {
        assertEquals(new CommandLine.Help(), CommandLine.of("--help"));
        assertEquals(new CommandLine.Help(), CommandLine.of("-h"));
        assertEquals(new CommandLine.Version(), CommandLine.of("--version"));
    }

    @Test
    void shouldRefuseWordsBehindHelpAndVersion() {
        assertEquals(
                new CommandLine.Mistake("'x' is one word too many; write '--version' alone"),
                CommandLine.of("--version", "x"));
        assertInstanceOf(CommandLine.Mistake.class, CommandLine.of("--help", "run"));
        assertInstanceOf(CommandLine.Mistake.class, CommandLine.of("-h", ""));
    }

    @Test
    void shouldNameTheUnknownOptionAndTheKnownOnes() {
        var mistake = assertInstanceOf(CommandLine.Mistake.class, CommandLine.of("--shell"));
        assertTrue(mistake.message().contains("--shell"), mistake.message());
        assertTrue(mistake.message().contains("--help"), mistake.message());
    }
}
