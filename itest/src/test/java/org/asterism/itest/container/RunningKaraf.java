package org.asterism.itest.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.asterism.itest.fixture.PluginUser;

/** A Karaf in a process of its own, which is used through its console and observed through the JDK. */
final class RunningKaraf implements LiveFramework, Closeable {
    private static final String FIXTURES = PluginUser.class.getPackageName() + ".";

    /** A line of {@code lb -s}: number, state, start level, name. */
    private static final Pattern BUNDLE = Pattern.compile("(\\d+)\\|(\\w+) *\\| *\\d+\\|(\\S+) ");

    private record Listed(String id, String state, String symbolicName) {}

    private final Process process;
    private final TypedConsole console;
    private ObservedJvm jvm;

    /**
     * Starts it.
     *
     * @param installation what is started
     * @param output file for what it prints
     */
    RunningKaraf(KarafInstallation installation, Path output) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("bin/karaf", "server")
                .directory(installation.home().toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        process = builder.start();
        console = new TypedConsole(process.getOutputStream(), output);
    }

    /** Waits until it can be used. */
    void awaitStart() throws IOException {
        console.awaitPrompt();
        jvm = ObservedJvm.attach(java().pid());
        awaitOutput("asterism:workers", "cpu-0 .*cpu-1 ");
    }

    /** The script may start Java as a process of its own. */
    private ProcessHandle java() {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .filter(each -> each.info().command().orElse("").endsWith("/java"))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no Java runs; the console shows:\n" + console.all()));
    }

    @Override
    public void ask(String service, String command) {
        String[] trouble = {""};
        try {
            Await.until(command + " works", () -> {
                trouble[0] = console.answer(service + ":apply \"" + command + "\"");
                return trouble[0].isEmpty();
            });
        } catch (AssertionError late) {
            throw new AssertionError(late.getMessage() + ": " + trouble[0], late);
        }
    }

    @Override
    public void awaitOutput(String command, String expected) {
        Pattern pattern = Pattern.compile(expected, Pattern.DOTALL);
        String[] answer = {""};
        try {
            Await.until(command + " prints " + expected, () -> {
                answer[0] = console.answer(command);
                return pattern.matcher(answer[0]).find();
            });
        } catch (AssertionError late) {
            throw new AssertionError(late.getMessage() + ": " + answer[0], late);
        }
    }

    @Override
    public void awaitBundle(String symbolicName, String version) {
        awaitOutput("felix:lb -s " + symbolicName, "Active *\\| *\\d+\\|" + symbolicName + " \\(" + version + "\\)");
    }

    @Override
    public void awaitNoBundle(String symbolicName) {
        Await.until(
                symbolicName + " is uninstalled", () -> bundles(symbolicName).isEmpty());
    }

    private List<Listed> bundles(String name) {
        return BUNDLE.matcher(console.answer("felix:lb -s " + name))
                .results()
                .map(found -> new Listed(found.group(1), found.group(2), found.group(3)))
                .toList();
    }

    /** Stops all bundles of Asterism and resolves them anew while they are started, all in a random order. */
    void restart(Random random) {
        List<String> ids = new ArrayList<>(
                bundles("org.asterism.").stream().map(Listed::id).toList());
        assertTrue(ids.size() > 50, ids::toString);
        Collections.shuffle(ids, random);
        console.answer("felix:stop " + String.join(" ", ids));
        console.answer("felix:refresh " + String.join(" ", ids));
        Await.until(
                "all bundles are as if they were just installed",
                () -> bundles("org.asterism.").stream()
                        .allMatch(each -> each.state().equals("Installed")));
        Collections.shuffle(ids, random);
        console.answer("felix:start " + String.join(" ", ids));
        assertEquals(
                List.of(),
                bundles("org.asterism.").stream()
                        .filter(each -> !each.state().equals("Active"))
                        .toList());
    }

    /** Waits until no class of a bundle of the tests is left but those of {@link PluginUser}. */
    @Override
    public void awaitRelease() {
        assertTrue(jvm.classes(FIXTURES).containsKey(PluginUser.class.getName()), "classes in use are seen");
        jvm.awaitCollection(
                "classes of bundles that were uninstalled",
                () -> jvm.classes(FIXTURES).entrySet().stream()
                        .filter(each -> !each.getKey().startsWith(PluginUser.class.getName()))
                        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
    }

    @Override
    public Footprint footprint() throws IOException {
        return jvm.footprint();
    }

    /** Ends it as its users do. */
    void stop() throws IOException, InterruptedException {
        jvm.close();
        console.type("stop 0");
        assertTrue(process.waitFor(Await.PATIENCE.toSeconds(), TimeUnit.SECONDS), console::all);
    }

    /** Kills it if it still runs, as after a failure. */
    @Override
    public void close() {
        List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach(each -> each.onExit().join()); // they still write into the folder that is deleted next
    }
}
