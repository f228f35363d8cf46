package org.asterism.itest.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.asterism.itest.fixture.JourneyPolicyFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The features in a Karaf as its project ships it, set up and used as {@code docs/guide/karaf.md} says. */
class KarafIT {
    private static final Path ARCHIVE = Path.of(System.getProperty("asterism.karaf"));
    private static final Path REPOSITORY = Path.of(System.getProperty("asterism.features"));

    @TempDir
    Path folder;

    private Path karaf;
    private Path output;
    private Process process;
    private PrintStream keyboard;

    @AfterEach
    void end() {
        if (process != null) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    @Test
    void shouldRunTasksAndFollowAPolicyInTheDeployFolder() throws Exception {
        unpack();
        start();
        awaitAnswer("asterism:workers", "cpu-0 .*cpu-1 ");
        awaitAnswer("asterism:run cholesky --n 256 --tile 64", "correct +true");

        Path plugin = karaf.resolve("deploy/journey.jar");
        drop("1.0.0", plugin);
        awaitAnswer("asterism:policies", "example.policy.journey 1.0.0");
        keyboard.println("asterism:use default journey");
        awaitAnswer("asterism:contexts", "default +active +journey");
        awaitAnswer("asterism:run cholesky --n 256 --tile 64 --context default", "correct +true");
        drop("2.0.0", plugin);
        awaitAnswer("asterism:policies", "example.policy.journey 2.0.0");
        awaitAnswer("asterism:contexts", "default +active +journey");
        Files.delete(plugin);
        awaitAnswer("asterism:contexts", "default +active +eager");

        keyboard.println("stop 0");
        assertTrue(process.waitFor(Await.PATIENCE.toSeconds(), TimeUnit.SECONDS), this::read);
        assertEquals(List.of(), errors());
    }

    private void unpack() throws Exception {
        Process tar = new ProcessBuilder("tar", "xzf", ARCHIVE.toString(), "-C", folder.toString())
                .inheritIO()
                .start();
        assertEquals(0, tar.waitFor());
        karaf = folder.resolve(ARCHIVE.getFileName().toString().replace(".tar.gz", ""));
        try (var files = Files.walk(REPOSITORY)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = karaf.resolve("system").resolve(REPOSITORY.relativize(file));
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
            }
        }
        replace("etc/org.apache.felix.eventadmin.impl.EventAdmin.cfg", "AddSubject=true", "AddSubject=false");
        replace(
                "etc/org.apache.karaf.features.cfg",
                "(?m)^featuresRepositories = ",
                "featuresRepositories = mvn:org.asterism/asterism-features/" + System.getProperty("asterism.version")
                        + "/xml/features, ");
        replace(
                "etc/org.apache.karaf.features.cfg",
                "(?s)\nfeaturesBoot = .*?\n\n",
                "\nfeaturesBoot = log, deployer, asterism, asterism-gogo, asterism-examples\n\n");
        Files.writeString(
                karaf.resolve("bin/setenv"),
                "\nexport JAVA_OPTS='--enable-native-access=ALL-UNNAMED -Dasterism.cpu.workers=2'\n",
                StandardOpenOption.APPEND);
    }

    private void replace(String name, String found, String replacement) throws IOException {
        Path file = karaf.resolve(name);
        String text = Files.readString(file);
        String changed = text.replaceFirst(found, replacement);
        assertTrue(!changed.equals(text), () -> "no " + found + " in " + name);
        Files.writeString(file, changed);
    }

    private void start() throws IOException {
        output = folder.resolve("output");
        ProcessBuilder builder = new ProcessBuilder("bin/karaf", "server")
                .directory(karaf.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        process = builder.start();
        keyboard = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        Await.until("the prompt comes: " + folder, () -> read().contains("g! ") || !process.isAlive());
    }

    private static void drop(String version, Path file) throws IOException {
        Path part = file.resolveSibling(".part");
        Files.copy(
                PluginBundle.policy("journey", version, JourneyPolicyFactory.class),
                part,
                StandardCopyOption.REPLACE_EXISTING);
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Types a command again and again until it answers as it should. */
    private void awaitAnswer(String command, String answer) {
        Pattern expected = Pattern.compile(answer, Pattern.DOTALL);
        int seen = read().length();
        long[] asked = {0};
        try {
            Await.until(command + " answers " + answer, () -> {
                if (System.nanoTime() - asked[0] > TimeUnit.SECONDS.toNanos(1)) {
                    keyboard.println(command);
                    asked[0] = System.nanoTime();
                }
                return expected.matcher(read().substring(seen)).find();
            });
        } catch (AssertionError late) {
            throw new AssertionError(late.getMessage() + "; the console shows:\n" + read(), late);
        }
    }

    private String read() {
        try {
            return new String(Files.readAllBytes(output), StandardCharsets.UTF_8); // may end within a character
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private List<String> errors() throws IOException {
        return Files.readAllLines(karaf.resolve("data/log/karaf.log")).stream()
                .filter(line -> line.contains("| ERROR |"))
                .toList();
    }
}
