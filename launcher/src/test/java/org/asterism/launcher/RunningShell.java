package org.asterism.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A shell that a test types into, and reads from. */
final class RunningShell implements AutoCloseable {
    private final Process process;
    private final PrintStream keyboard;
    private final Path output;

    private RunningShell(Process process, Path output) {
        this.process = process;
        this.output = output;
        keyboard = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    }

    /** Starts one whose output goes to a file, and waits for its prompt. */
    static RunningShell of(DistributionCopy asterism, Path output) throws Exception {
        RunningShell shell = new RunningShell(
                asterism.command()
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start(),
                output);
        try {
            Conditions.await("the prompt", () -> shell.read().contains("asterism>"), shell::read);
            return shell;
        } catch (Exception | AssertionError noPrompt) {
            shell.process.destroyForcibly();
            throw noPrompt;
        }
    }

    /** Types a line. */
    void type(String line) {
        keyboard.println(line);
    }

    /** Types a command again and again until it answers as it should. */
    void awaitAnswer(String command, String answer) throws Exception {
        var expected = "(?s).*" + answer + ".*";
        long before = Files.size(output);
        keyboard.println(command);
        var answered = new Object() {
            long seen = before;
        };
        Conditions.await(
                command + " answers " + answer,
                () -> {
                    var all = Files.readAllBytes(output);
                    var fresh = new String(all, (int) before, all.length - (int) before, StandardCharsets.UTF_8);
                    if (fresh.matches(expected)) {
                        return true;
                    }
                    // What is logged meanwhile stands behind the prompt, and brings no other.
                    int seen = (int) answered.seen;
                    if (new String(all, seen, all.length - seen, StandardCharsets.UTF_8).contains("asterism> ")) {
                        answered.seen = all.length;
                        keyboard.println(command);
                    }
                    return false;
                },
                this::read);
    }

    /** All that it has written. */
    String read() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Ends it as Ctrl-D does. */
    @Override
    public void close() {
        keyboard.close();
        assertEquals(0, process.onExit().join().exitValue(), () -> "exit status; output: " + read());
    }
}
