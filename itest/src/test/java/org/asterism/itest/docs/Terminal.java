package org.asterism.itest.docs;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Where a reader types the commands of a document: a folder that looks like a clone, with a distribution of its own,
 * and in it Asterism's shell, which starts with the first command for it. Belongs to one thread.
 */
final class Terminal implements AutoCloseable {
    private static final String PROMPT = "asterism> ";
    /** The documents show two workers. */
    private static final String JAVA_OPTIONS = "-XX:ActiveProcessorCount=2";

    private static final Pattern ERROR = Pattern.compile("(asterism:\\S+|gogo|gosh): ");
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(120);

    private final Path clone;
    private final Path home;
    private final Path shellOutput;
    private final Path systemOutput;
    private Process shell;
    private PrintStream keyboard;

    /**
     * Makes the folder.
     *
     * @param folder an empty one
     * @param distribution the built one
     * @throws IOException if a file cannot be written
     */
    Terminal(Path folder, Path distribution) throws IOException {
        clone = Files.createDirectories(folder.resolve("asterism"));
        home = Files.createDirectories(clone.resolve("launcher/target")).resolve("asterism");
        shellOutput = folder.resolve("shell-output");
        systemOutput = folder.resolve("system-output");
        try (Stream<Path> files = Files.walk(distribution)) {
            for (Path file : files.toList()) {
                Path relative = distribution.relativize(file);
                // What somebody has put into the built distribution is not in the documents.
                if (!relative.startsWith("load") || relative.toString().equals("load")) {
                    Files.copy(file, home.resolve(relative));
                }
            }
        }
        Files.createSymbolicLink(clone.resolve("asterism"), home.resolve("bin/asterism"));
        Files.createSymbolicLink(clone.resolve("load"), home.resolve("load"));
        Files.createSymbolicLink(clone.resolve("examples"), Documents.root().resolve("examples"));
    }

    /**
     * What a command has printed, on either stream.
     *
     * @param lines without blank ones at the end
     * @param failed whether it ended with a status other than 0, or Asterism's shell reported an error
     */
    record Printed(List<String> lines, boolean failed) {}

    /** Runs a command to its end. */
    Printed run(ShownCommand command) throws Exception {
        return command.inShell() ? runInShell(command.text()) : runInSystem(command.text());
    }

    private Printed runInSystem(String command) throws Exception {
        Process process = start(systemOutput, "sh", "-ec", command);
        await(process, command);
        return new Printed(lines(Files.readString(systemOutput)), process.exitValue() != 0);
    }

    private Printed runInShell(String command) throws Exception {
        if (shell == null) {
            shell = start(shellOutput, home.resolve("bin/asterism").toString());
            keyboard = new PrintStream(shell.getOutputStream(), true, StandardCharsets.UTF_8);
            untilPrompt(0, "the start");
        }
        long before = Files.size(shellOutput);
        keyboard.println(command);
        List<String> lines = lines(untilPrompt(before, command));
        return new Printed(
                lines, lines.stream().anyMatch(line -> ERROR.matcher(line).lookingAt()));
    }

    private String untilPrompt(long begin, String command) throws IOException {
        long start = System.nanoTime();
        for (; ; ) {
            byte[] all = Files.readAllBytes(shellOutput);
            String text = new String(all, (int) begin, all.length - (int) begin, StandardCharsets.UTF_8);
            int end = text.indexOf(PROMPT);
            if (end >= 0) {
                return text.substring(0, end);
            }
            if (!shell.isAlive() || System.nanoTime() - start > LIMIT_NANOS) {
                throw new IllegalStateException(
                        "no prompt after '" + command + "', which has printed: " + text.strip());
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
    }

    private Process start(Path output, String... command) throws IOException {
        ProcessBuilder process = new ProcessBuilder(command)
                .directory(clone.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        process.environment().put("JAVA_HOME", System.getProperty("java.home"));
        process.environment().put("HOME", clone.getParent().toString());
        process.environment().put("ASTERISM_JAVA_OPTS", JAVA_OPTIONS + " -Duser.home=" + clone.getParent());
        return process.start();
    }

    private static void await(Process process, String command) {
        try {
            process.onExit().orTimeout(LIMIT_NANOS, TimeUnit.NANOSECONDS).join();
        } catch (CompletionException late) {
            process.destroyForcibly();
            throw new IllegalStateException("'" + command + "' runs for longer than two minutes", late);
        }
    }

    private List<String> lines(String text) {
        String asReader = text.replace("\r", "").replace(clone.toString(), "/home/you/asterism");
        List<String> lines = new ArrayList<>(asReader.lines().toList());
        while (!lines.isEmpty() && lines.getLast().isBlank()) {
            lines.removeLast();
        }
        return lines;
    }

    /** Leaves the shell, if it runs; the next command for it starts another. */
    void leaveShell() {
        if (shell != null) {
            keyboard.close();
            await(shell, "the end of the shell");
            shell = null;
        }
    }

    @Override
    public void close() throws IOException {
        leaveShell();
        Files.delete(clone.resolve("examples")); // JUnit warns of links to elsewhere.
    }
}
