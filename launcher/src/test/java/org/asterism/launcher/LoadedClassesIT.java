package org.asterism.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The classes that a start loads, and from where. */
class LoadedClassesIT {
    /** Begin the names of classes that an unrelated command must not load. */
    private static final List<String> UNUSED = List.of(
            "org.asterism.profile.", "org.asterism.trace.events.", "org.jline.", "org.apache.felix.gogo.jline.");

    @TempDir
    Path folder;

    private DistributionCopy asterism;

    @BeforeEach
    void copy() throws Exception {
        asterism = DistributionCopy.in(folder);
    }

    @Test
    void shouldLoadClassesFromTheCacheOnceItIsPrepared() throws Exception {
        assertEquals(new Finished(0, "", ""), asterism.run("--prepare"));

        long cached = classesFromCache();
        Files.writeString(asterism.home().resolve("lib/classes.aot.release"), "another Java");
        long before = classesFromCache();

        assertTrue(cached > before + 1000, () -> cached + " classes from the cache, without it " + before);
    }

    @Test
    void shouldParseNoDescriptionsOfComponentsOnceItIsPrepared() throws Exception {
        assertEquals(new Finished(0, "", ""), asterism.run("--prepare"));
        assertEquals(false, parsesDescriptions());

        Path settings = asterism.home().resolve("conf/framework.properties");
        Files.writeString(settings, Files.readString(settings) + "ds.delayed.keepInstances = false\n");
        assertEquals(true, parsesDescriptions(), "after a change");
    }

    private boolean parsesDescriptions() throws Exception {
        return loaded("asterism:policies").stream().anyMatch(line -> isOf("org.apache.felix.scr.impl.xml.", line));
    }

    private long classesFromCache() throws Exception {
        return loaded("asterism:policies").stream()
                .filter(line -> line.contains("shared objects file"))
                .count();
    }

    @Test
    void shouldLoadNothingOfFeaturesThatNobodyUses() throws Exception {
        List<String> loaded = loaded("asterism:policies");

        for (String each : UNUSED) {
            assertEquals(
                    List.of(), loaded.stream().filter(line -> isOf(each, line)).toList());
        }
        assertTrue(loaded.stream().anyMatch(line -> isOf("org.asterism.shell.gogo.", line)), "no class is found");
        List<String> used = loaded("asterism:metrics");
        assertTrue(used.stream().anyMatch(line -> isOf("org.asterism.profile.metrics.", line)));
    }

    private static boolean isOf(String prefix, String line) {
        return line.contains(" " + prefix);
    }

    /** A line for each class that the virtual machine loads during a command. */
    private List<String> loaded(String command) throws Exception {
        var log = folder.resolve("classes");
        var process = asterism.command("exec", command);
        process.environment().merge("ASTERISM_JAVA_OPTS", " -Xlog:class+load:file=" + log, String::concat);
        assertEquals(0, Finished.of(process, "").status());
        return Files.readAllLines(log);
    }
}
