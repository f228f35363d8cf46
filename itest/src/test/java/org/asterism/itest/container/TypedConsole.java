package org.asterism.itest.container;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** The console of Gogo in another process: what a test types, and what comes of it. */
final class TypedConsole {
    private static final long RETYPE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final String PROMPT = "g! ";

    private final PrintStream keyboard;
    private final Path output;
    private long read;
    private int typed;

    /**
     * Of a process.
     *
     * @param input of the process
     * @param output file into which all its output goes
     */
    TypedConsole(OutputStream input, Path output) {
        keyboard = new PrintStream(input, true, StandardCharsets.UTF_8);
        this.output = output;
    }

    /** Waits until the console takes commands. */
    void awaitPrompt() {
        Await.until("the prompt comes: " + output, () -> all().contains(PROMPT));
    }

    /** Types a command that has no answer, such as one that ends the process. */
    void type(String command) {
        keyboard.println(command);
    }

    /** Types a command and waits until it has ended; what it has printed. */
    String answer(String command) {
        type(command);
        String end = "end of " + ++typed;
        long[] asked = {0};
        String[] answer = {""};
        try {
            Await.until("\"" + command + "\" ends", () -> {
                if (System.nanoTime() - asked[0] > RETYPE_NANOS) { // early on, there is no "echo"
                    type("echo \"end of\" " + typed);
                    asked[0] = System.nanoTime();
                }
                answer[0] = printed(read);
                return answer[0].contains(end);
            });
        } catch (AssertionError late) {
            throw new AssertionError(late.getMessage() + "; the console shows:\n" + all(), late);
        }
        String complete = answer[0].substring(0, answer[0].indexOf(end));
        read += (complete + end).getBytes(StandardCharsets.UTF_8).length;
        return complete.replace(PROMPT, "").strip();
    }

    /** All that the process has printed so far. */
    String all() {
        return printed(0);
    }

    private String printed(long from) {
        try (InputStream in = Files.newInputStream(output)) {
            in.skipNBytes(from);
            return new String(in.readAllBytes(), StandardCharsets.UTF_8); // may end within a character
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
