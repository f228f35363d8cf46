package org.asterism.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadFolderIT {
    @TempDir
    Path folder;

    private DistributionCopy asterism;
    private Process shell;
    private Path output;
    private Path errors;

    @BeforeEach
    void startShell() throws Exception {
        asterism = DistributionCopy.in(folder);
        output = folder.resolve("output");
        errors = folder.resolve("errors");
        shell = asterism.command()
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start();
        Conditions.await("the prompt", () -> Files.readString(output).contains("asterism>"));
    }

    @AfterEach
    void endShell() throws Exception {
        shell.getOutputStream().close();
        assertEquals(0, shell.waitFor());
        assertEquals("", Files.readString(errors));
    }

    @Test
    void shouldTakeUpdateAndRemoveABundle() throws Exception {
        var marker = folder.resolve("marker");
        marking(marker, "first").writeTo(asterism.load());
        Conditions.await("the bundle started", () -> holds(marker, "first"));

        var jar = marking(marker, "second").writeTo(asterism.load());
        Conditions.await("the bundle was updated", () -> holds(marker, "second"));

        Files.delete(jar);
        Conditions.await("the bundle stopped", () -> Files.notExists(marker));
    }

    @Test
    void shouldTakeChangeAndRemoveAConfiguration() throws Exception {
        var marker = folder.resolve("marker");
        TestBundle.named("configured")
                .header("Import-Package", "org.osgi.service.cm;version=\"[1,2)\"")
                .onStart("""
                        org.osgi.service.cm.ManagedService service = properties -> {
                            try {
                                Files.writeString(Path.of("%s"), properties == null ? "none" : "colour " + properties.get("colour"));
                            } catch (java.io.IOException e) {
                                throw new java.io.UncheckedIOException(e);
                            }
                        };
                        context.registerService(org.osgi.service.cm.ManagedService.class, service,
                                FrameworkUtil.asDictionary(Map.of("service.pid", "org.asterism.probe")));
                        """.formatted(marker))
                .writeTo(asterism.load());
        Conditions.await("the bundle started unconfigured", () -> holds(marker, "none"));

        var file = asterism.load().resolve("org.asterism.probe.cfg");
        Files.writeString(file, "colour = red\n");
        Conditions.await("the configuration was taken", () -> holds(marker, "colour red"));

        Files.writeString(file, "colour = yellow\n");
        Conditions.await("the configuration was changed", () -> holds(marker, "colour yellow"));

        Files.delete(file);
        Conditions.await("the configuration was removed", () -> holds(marker, "none"));
    }

    @Test
    void shouldLetASecondProcessRunFromTheSameDistribution() throws Exception {
        assertEquals(2, asterism.run("nonsense").status());
        assertEquals(true, shell.isAlive());
    }

    private static TestBundle marking(Path marker, String text) {
        return TestBundle.named("marking")
                .onStart("Files.writeString(Path.of(\"" + marker + "\"), \"" + text + "\");")
                .onStop("Files.delete(Path.of(\"" + marker + "\"));");
    }

    private static boolean holds(Path file, String text) throws IOException {
        return Files.exists(file) && Files.readString(file).equals(text);
    }
}
