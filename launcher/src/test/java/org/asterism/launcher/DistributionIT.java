package org.asterism.launcher;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class DistributionIT {
    /** Registers the subcommand "probe", which prints its arguments, some noise, and returns their number. */
    private static final TestBundle PROBE =
            TestBundle.named("probe").members("""
            java.io.PrintStream stream(BundleContext context, String name) {
                try {
                    return (java.io.PrintStream) context.getService(context.getServiceReferences(
                            java.io.PrintStream.class, "(asterism.stream=" + name + ")").iterator().next());
                } catch (InvalidSyntaxException e) {
                    throw new IllegalStateException(e);
                }
            }
            """).onStart("""
            var out = stream(context, "out");
            var err = stream(context, "err");
            ToIntFunction<String[]> probe = arguments -> {
                System.out.println("noise");
                System.getLogger("probe").log(System.Logger.Level.WARNING, "logged");
                err.println("said");
                out.println(String.join("|", arguments));
                return arguments.length;
            };
            context.registerService(ToIntFunction.class, probe, FrameworkUtil.asDictionary(Map.of("asterism.entry", "probe")));
            """);

    @TempDir
    Path folder;

    private DistributionCopy asterism;

    @BeforeEach
    void copy() throws Exception {
        asterism = DistributionCopy.in(folder);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldFailOnAFullDevice() throws Exception {
        var full = new File("/dev/full");
        for (var command : List.of(List.of("exec", "workers"), List.of("--version"))) {
            var result =
                    Finished.of(asterism.command(command.toArray(String[]::new)).redirectOutput(full), "");
            assertEquals(1, result.status(), result.err());
            assertTrue(result.err().startsWith("asterism: standard output cannot be written"), result.err());
        }
        var redirected = asterism.run("exec", "workers > /dev/full");
        assertEquals(1, redirected.status(), redirected.err());
        assertTrue(redirected.err().startsWith("asterism:workers: "), redirected.err());
        assertTrue(redirected.err().contains("cannot be written"), redirected.err());
    }

    @Test
    void shouldPrintItsVersion() throws Exception {
        var result = asterism.run("--version");
        assertEquals(0, result.status());
        assertTrue(result.out().startsWith("Asterism " + System.getProperty("asterism.version") + " "), result.out());
        assertEquals("", result.err());
    }

    @Test
    void shouldPrintHelp() throws Exception {
        var result = asterism.run("--help");
        assertEquals(0, result.status());
        assertTrue(result.out().contains("asterism run APP"), result.out());
        assertEquals("", result.err());
    }

    @Test
    void shouldRefuseUnknownOptionInOneLine() throws Exception {
        var result = asterism.run("--color");
        assertAll(
                () -> assertEquals(2, result.status()),
                () -> assertEquals("", result.out()),
                () -> assertEquals(1, result.err().lines().count(), result.err()),
                () -> assertTrue(result.err().contains("'--color'"), result.err()));
    }

    @Test
    void shouldRefuseUnknownSubcommandNamingThoseThatExist() throws Exception {
        PROBE.writeTo(asterism.load());
        var result = asterism.run("prob");
        assertAll(
                () -> assertEquals(2, result.status()),
                () -> assertEquals("", result.out()),
                () -> assertEquals(1, result.err().lines().count(), result.err()),
                () -> assertTrue(result.err().contains("'prob'"), result.err()),
                () -> assertTrue(result.err().matches("(?s).*there are: .*\\bprobe\\b.*"), result.err()));
    }

    @Test
    void shouldHandArgumentsToTheSubcommandAndExitWithItsStatus() throws Exception {
        PROBE.writeTo(asterism.load());
        var result = asterism.run("probe", "two words", "", "*", "--help");
        assertEquals("two words||*|--help\n", result.out());
        assertEquals(4, result.status());
    }

    @Test
    void shouldKeepStandardOutputForWhatTheSubcommandPrintsThere() throws Exception {
        PROBE.writeTo(asterism.load());
        var result = asterism.run("probe");
        assertEquals("\n", result.out());
        assertEquals("noise\nwarning: probe: logged\nsaid\n", result.err());
        assertEquals(0, result.status());
    }

    @Test
    void shouldRunShellCommandsAndExit() throws Exception {
        var result = asterism.run("exec", "echo one two | tac; (asterism:policies) size");
        assertEquals("", result.err());
        assertEquals("one two\n44\n", result.out());
        assertEquals(0, result.status());
    }

    @Test
    void shouldExitWithTwoWhenThereIsNoSuchCommand() throws Exception {
        var result = asterism.run("exec", "asterism:nonsense");
        assertAll(
                () -> assertEquals(2, result.status()),
                () -> assertEquals("", result.out()),
                () -> assertEquals(1, result.err().lines().count(), result.err()),
                () -> assertTrue(result.err().contains("asterism:nonsense"), result.err()));
    }

    @Test
    void shouldPaintTheSamePictureOnSeveralMemoryNodes() throws Exception {
        byte[] expected = null;
        for (String nodes : List.of("1", "2", "3")) {
            Path picture = folder.resolve("plate-" + nodes + ".png");
            var result = asterism.run(
                    "run",
                    "heat",
                    "--width",
                    "64",
                    "--height",
                    "64",
                    "--steps",
                    "40",
                    "--nodes",
                    nodes,
                    "--json",
                    "--png",
                    picture.toString());
            assertEquals(0, result.status(), result.err());
            assertTrue(result.out().contains("\"memory_nodes\":" + nodes + ","), result.out());
            byte[] painted = Files.readAllBytes(picture);
            expected = expected == null ? painted : expected;
            assertArrayEquals(expected, painted, "on " + nodes + " memory nodes");
        }
    }

    @Test
    void shouldRefuseMemoryNodesThatMakeNoSense() throws Exception {
        var result = asterism.run("run", "heat", "--nodes", "3", "--node-memory", "16x");
        assertAll(
                () -> assertEquals(2, result.status()),
                () -> assertEquals(1, result.err().lines().count(), result.err()),
                () -> assertTrue(result.err().contains("'--node-memory' is '16x'"), result.err()));
    }

    @Test
    void shouldRunAnApplication() throws Exception {
        var result = asterism.run("run", "heat", "--width", "64", "--height", "64", "--steps", "4", "--json");
        assertEquals("", result.err());
        assertEquals(1, result.out().lines().count(), result.out());
        assertTrue(result.out().startsWith("{") && result.out().endsWith("}\n"), result.out());
        assertEquals(0, result.status());
    }

    @Test
    void shouldRunAnApplicationOnADescribedMachineTheSameWayEachTime() throws Exception {
        Path picture = folder.resolve("schedule.svg");
        var result = asterism.run(
                "run",
                "cholesky",
                "--sim",
                "laptop",
                "--nt",
                "10",
                "--tile",
                "960",
                "--repeat",
                "2",
                "--json",
                "--gantt",
                picture.toString());
        assertEquals("", result.err());
        assertEquals(0, result.status());
        List<String> runs = result.out().lines().toList();
        assertEquals(2, runs.size(), result.out());
        double makespan = figure(runs.getFirst(), "makespan_ms");
        assertEquals(makespan, figure(runs.get(1), "makespan_ms"));
        assertEquals(220, figure(runs.getFirst(), "executed_tasks"));
        assertTrue(figure(runs.getFirst(), "energy_joules") > 0, result.out());
        double bound = figure(runs.getFirst(), "lower_bound_ms");
        assertEquals(
                Math.max(figure(runs.getFirst(), "area_bound_ms"), figure(runs.getFirst(), "critical_path_ms")), bound);
        assertTrue(bound > 0 && bound <= makespan, result.out());
        assertTrue(Files.readString(picture).startsWith("<?xml"));
    }

    private static double figure(String json, String name) {
        Matcher matcher = Pattern.compile("\"" + name + "\":([-+.0-9eE]+)[,}]").matcher(json);
        assertTrue(matcher.find(), "no " + name + " in " + json);
        return Double.parseDouble(matcher.group(1));
    }

    @Test
    void shouldRefuseAMachineThatNobodyDescribes() throws Exception {
        var unknown = asterism.run("run", "cholesky", "--sim", "nowhere");
        assertAll(
                () -> assertEquals(2, unknown.status()),
                () -> assertEquals(1, unknown.err().lines().count(), unknown.err()),
                () -> assertTrue(
                        unknown.err().contains("'nowhere'") && unknown.err().contains("laptop"), unknown.err()));
    }

    @Test
    void shouldExitWithTwoWhenThereIsNoSuchApplication() throws Exception {
        var result = asterism.run("run", "nonsense");
        assertAll(
                () -> assertEquals(2, result.status()),
                () -> assertEquals("", result.out()),
                () -> assertEquals(1, result.err().lines().count(), result.err()),
                () -> assertTrue(result.err().contains("cholesky"), result.err()));
    }

    @Test
    void shouldReadConfigurationBeforeAnythingStarts() throws Exception {
        Files.writeString(asterism.home().resolve("conf/org.asterism.runtime.cfg"), "policy = prio\n");
        var result = asterism.run("exec", "asterism:contexts");
        assertEquals("", result.err());
        assertTrue(result.out().contains(" prio "), result.out());
    }

    @Test
    void shouldStartThroughSymbolicLinksFromAnyFolder() throws Exception {
        PROBE.writeTo(asterism.load());
        var link = Files.createSymbolicLink(
                folder.resolve("first"), asterism.home().resolve("bin/asterism"));
        var linkToLink = Files.createSymbolicLink(folder.resolve("second"), link.getFileName());
        var result = Finished.of(asterism.command(linkToLink, "probe", "x").directory(new java.io.File("/")), "");
        assertEquals("x\n", result.out(), result.err());
    }

    @Test
    void shouldSayInOneLineWhatABundleMissesAndExitWithOne() throws Exception {
        TestBundle.named("lonely")
                .header("Import-Package", "org.nowhere;version=\"[1.2,2)\"")
                .writeTo(asterism.bundles("20"));
        var result = asterism.run("probe");
        assertAll(
                () -> assertEquals(1, result.status()),
                () -> assertEquals(1, result.err().lines().count(), result.err()),
                () -> assertTrue(result.err().contains("lonely"), result.err()),
                () -> assertTrue(result.err().contains("org.nowhere"), result.err()));
    }

    @Test
    void shouldSayInOneLineWhyABundleDoesNotStartAndExitWithOne() throws Exception {
        TestBundle.named("broken").onStart("throw new Exception(\"no luck\");").writeTo(asterism.bundles("20"));
        var result = asterism.run("probe");
        assertAll(
                () -> assertEquals(1, result.status()),
                () -> assertEquals(1, result.err().lines().count(), result.err()),
                () -> assertTrue(result.err().contains("broken") && result.err().contains("no luck"), result.err()));
    }

    @Test
    void shouldAskNoProcessHowTheTerminalIsControlled() throws Exception {
        var tools = Files.createDirectory(folder.resolve("tools"));
        var asked = folder.resolve("asked");
        var infocmp = Files.writeString(tools.resolve("infocmp"), "#!/bin/sh\n: >'" + asked + "'\n");
        assertTrue(infocmp.toFile().setExecutable(true));
        for (var arguments : List.of(List.of("exec", "echo done"), List.<String>of())) {
            var process = asterism.command(arguments.toArray(String[]::new));
            process.environment().merge("PATH", tools + ":", (path, first) -> first + path);
            process.environment().put("TERM", "xterm-256color");
            assertEquals(0, Finished.of(process, "").status());
        }
        assertFalse(Files.exists(asked));
    }

    @Test
    void shouldLeaveNoFilesBehind() throws Exception {
        PROBE.writeTo(asterism.load());
        var temporary = Files.createDirectory(folder.resolve("temporary"));
        var process = asterism.command("probe");
        process.environment().put("ASTERISM_JAVA_OPTS", "-Djava.io.tmpdir=" + temporary);
        assertEquals(0, Finished.of(process, "").status());
        try (var left = Files.list(temporary)) {
            assertEquals(List.of(), left.toList());
        }
    }

    @Test
    void shouldStopBundlesAndLeaveNoFilesWhenItIsInterrupted() throws Exception {
        var started = folder.resolve("started");
        var stopped = folder.resolve("stopped");
        TestBundle.named("patient")
                .onStart("""
                        ToIntFunction<String[]> endless = arguments -> {
                            try {
                                Files.createFile(Path.of("%s"));
                                new java.util.concurrent.CountDownLatch(1).await();
                                return 0;
                            } catch (Exception e) {
                                throw new IllegalStateException(e);
                            }
                        };
                        context.registerService(ToIntFunction.class, endless, FrameworkUtil.asDictionary(Map.of("asterism.entry", "endless")));
                        """.formatted(started))
                .onStop("Files.createFile(Path.of(\"%s\"));".formatted(stopped))
                .writeTo(asterism.load());
        var temporary = Files.createDirectory(folder.resolve("temporary"));
        var process = asterism.command("endless");
        process.environment().put("ASTERISM_JAVA_OPTS", "-Djava.io.tmpdir=" + temporary);
        var running = process.start();
        Conditions.await("the subcommand runs", () -> Files.exists(started));

        running.destroy();

        assertEquals(128 + 15, running.waitFor());
        assertTrue(Files.exists(stopped));
        try (var left = Files.list(temporary)) {
            assertEquals(List.of(), left.toList());
        }
    }

    @Test
    void shouldShowErrorsAtThePromptWithoutTheirClasses() throws Exception {
        try (var shell = RunningShell.of(asterism, folder.resolve("output"))) {
            shell.awaitAnswer("cat /nowhere", "cat: /nowhere \\(No such file or directory\\)");
            shell.awaitAnswer("throw unlucky", "unlucky");
            assertFalse(shell.read().contains("java."), shell::read);
        }
    }

    @Test
    void shouldGoOnAfterALineThatIsNoProgram() throws Exception {
        try (var shell = RunningShell.of(asterism, folder.resolve("output"))) {
            shell.awaitAnswer("[a ; b", "not a Gogo program: unexpected token \";\"");
            shell.awaitAnswer("echo still here", "still here");
        }
    }

    @Test
    void shouldRunCommandsFromStandardInputAndEndWithIt() throws Exception {
        var result = Finished.of(asterism.command(), "echo one two | grep two\n");
        assertEquals(0, result.status());
        assertTrue(result.out().contains("one two"), result.out());
        assertTrue(result.out().contains(System.getProperty("asterism.version")), result.out());
        assertFalse(result.out().contains("xception"), result.out());
        assertTrue(result.out().stripTrailing().endsWith("asterism>"), "nothing at the end: " + result.out());
        assertEquals("", result.err());
    }

    @Test
    void shouldStaySmallerThanTenMegabytes() throws Exception {
        try (var files = Files.walk(DistributionCopy.built())) {
            long size = files.filter(file -> !DistributionCopy.isPrepared(file) && !DistributionCopy.isAddOn(file))
                    .mapToLong(file -> file.toFile().length())
                    .sum();
            assertTrue(size < 10_000_000, () -> "distribution of " + size + " bytes");
        }
    }
}
