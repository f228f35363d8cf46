package org.asterism.launcher;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * How processes end while an application runs. Each has two seconds, but on a machine that is busy with other things
 * the operating system may need most of them, so that more is allowed here; without the limits of launcher and shell,
 * the runs below never end.
 */
@Timeout(180)
class EndOfProcessIT {
    private static final long LIMIT_IN_SECONDS = 20;

    /** Tasks that end when they are called off, and a kernel that never returns. */
    private static final TestBundle APPLICATIONS = TestBundle.named("applications")
            .header("Import-Package", "org.asterism.api,org.asterism.spi.application")
            .members("""
            static void say(String line) {
                try {
                    Files.writeString(Path.of(System.getProperty("user.home"), "begun"), line);
                } catch (java.io.IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            }

            static void register(BundleContext context, String name, org.asterism.api.Kernel kernel) {
                var codelet = org.asterism.api.Codelet.named(name).access().cpu(kernel).build();
                context.registerService(org.asterism.spi.application.Application.class,
                        new org.asterism.spi.application.Application() {
                    public List<org.asterism.spi.application.ApplicationOption> options() {
                        return List.of();
                    }

                    public org.asterism.spi.application.ApplicationResult run(
                            org.asterism.spi.application.ApplicationRun run) throws Exception {
                        run.expectTasks(1000);
                        for (int task = 0; task < 1000; task++) {
                            run.track(run.runtime().task(codelet)).submit();
                        }
                        run.runtime().waitAll();
                        return new org.asterism.spi.application.ApplicationResult(true, Map.of());
                    }
                }, FrameworkUtil.asDictionary(Map.of("app.name", name)));
            }
            """)
            .onStart("""
            register(context, "long", kernel -> {
                say("long");
                try {
                    Thread.sleep(100);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            register(context, "stuck", kernel -> {
                say("stuck");
                while (true) {
                    java.util.concurrent.locks.LockSupport.park();
                }
            });
            """);

    @TempDir
    Path folder;

    private DistributionCopy asterism;
    private Process process;

    @BeforeEach
    void copy() throws Exception {
        asterism = DistributionCopy.in(folder);
        APPLICATIONS.writeTo(asterism.load());
        Files.createDirectory(temporary());
    }

    @AfterEach
    void end() {
        if (process != null) {
            process.destroyForcibly();
        }
    }

    private Path temporary() {
        return folder.resolve("tmp");
    }

    private Path output() {
        return folder.resolve("output");
    }

    private String read() {
        try {
            return Files.readString(output());
        } catch (IOException e) {
            return e.toString();
        }
    }

    /**
     * Starts a process, which ignores no signal, as one may that this test's own shell has started in the background.
     */
    private void start(String... arguments) throws Exception {
        ProcessBuilder builder = asterism.command(arguments);
        builder.command().addAll(0, List.of("env", "--default-signal=INT,HUP,TERM"));
        builder.environment().merge("ASTERISM_JAVA_OPTS", " -Djava.io.tmpdir=" + temporary(), String::concat);
        process = builder.redirectErrorStream(true)
                .redirectOutput(output().toFile())
                .start();
    }

    private void awaitKernel() throws Exception {
        Conditions.await("a kernel runs", () -> Files.exists(folder.resolve("begun")), this::read);
    }

    private void type(String line) throws IOException {
        process.getOutputStream().write((line + "\n").getBytes());
        process.getOutputStream().flush();
    }

    private void signal(String name) throws Exception {
        assertEquals(
                0,
                new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                        .start()
                        .waitFor());
    }

    private void assertEnds(int status) throws Exception {
        assertTrue(process.waitFor(LIMIT_IN_SECONDS, TimeUnit.SECONDS), () -> "still runs; output: " + read());
        assertEquals(status, process.exitValue(), this::read);
        try (var left = Files.list(temporary())) {
            assertEquals(
                    List.of(),
                    left.filter(file -> file.getFileName().toString().startsWith("asterism-"))
                            .toList(),
                    "temporary files");
        }
    }

    @Test
    void shouldRemoveItsFolderAtASignalThatComesBeforeTheFramework() throws Exception {
        for (int attempt = 0; attempt < 3; attempt++) {
            start("exec", "workers");
            while (temporary().toFile().list((parent, name) -> name.startsWith("asterism-")).length == 0
                    && process.isAlive()) {
                Thread.onSpinWait(); // a condition that is asked now and then would come too late
            }
            signal("INT");
            assertEnds(130);
        }
    }

    @ParameterizedTest
    @CsvSource({"INT,130", "TERM,143", "HUP,129"})
    void shouldCancelTheRunAndSayHowFarItWasAtASignal(String signal, int status) throws Exception {
        start("run", "long");
        awaitKernel();
        signal(signal);
        assertEnds(status);
        String output = read();
        assertTrue(
                output.matches(
                        "(?s).*run 1 \\(long\\) was cancelled by the end of the process after [0-9.]+ s: [0-9]+ of"
                                + " 1000 tasks had ended, [0-9]+ were cancelled, .*"),
                output);
    }

    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM"})
    void shouldEndInSpiteOfAKernelThatDoesNotReturnAndNameIt(String signal) throws Exception {
        start("run", "stuck");
        awaitKernel();
        signal(signal);
        assertEnds(signal.equals("INT") ? 130 : 143);
        String output = read();
        assertTrue(output.contains(" still running (stuck#"), output);
    }

    @ParameterizedTest
    @ValueSource(strings = {"long", "stuck"})
    void shouldLeaveTheShellWhileARunIsUnderWay(String application) throws Exception {
        start();
        type("run " + application + " &");
        awaitKernel();
        process.getOutputStream().close();
        assertEnds(0);
        String output = read();
        assertTrue(output.contains("run 1 (" + application + ") was cancelled by the end of the process"), output);
    }

    @ParameterizedTest
    @ValueSource(strings = {"stop 0", "exit"})
    void shouldEndWithTheShellsCommands(String command) throws Exception {
        start();
        type("run stuck &");
        awaitKernel();
        type(command);
        assertEnds(0);
    }

    @Test
    void shouldCancelOneOfTwoRuns() throws Exception {
        start();
        type("run long &");
        type("run long &");
        Conditions.await(
                "two runs",
                () -> {
                    type("(runs) size");
                    return read().contains("asterism> 2\n");
                },
                this::read);
        type("cancel 1");
        Conditions.await("run 1 is cancelled", () -> read().contains("run 1 (long) was cancelled by"), this::read);
        type("runs");
        Conditions.await("run 2 goes on", () -> read().matches("(?s).*\n +2  long .*"), this::read);
        process.getOutputStream().close();
        assertAll(
                () -> assertEnds(0),
                () -> assertTrue(read().contains("run 2 (long) was cancelled by the end"), this::read));
    }
}
