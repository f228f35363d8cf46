package org.asterism.launcher;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a user sees of a command whose own bundle is updated while it runs. */
class UpdatedBundleIT {
    @TempDir
    Path folder;

    private DistributionCopy asterism;
    private RunningShell shell;

    @BeforeEach
    void startShell() throws Exception {
        asterism = DistributionCopy.in(folder);
        shell = RunningShell.of(asterism, folder.resolve("output"));
    }

    @AfterEach
    void endShell() {
        shell.close();
        assertFalse(shell.read().contains("NoClassDefFoundError"), shell::read);
        assertFalse(shell.read().contains("already unregistered"), shell::read);
    }

    @Test
    void shouldNameTheBundleOfAnApplicationThatWasUpdatedWhileItRan() throws Exception {
        application("first").writeTo(asterism.load());
        shell.awaitAnswer("asterism:apps", "slow");
        shell.type("asterism:run slow");
        Conditions.await("it runs", () -> Files.exists(folder.resolve("first")), shell::read);

        application("second").writeTo(asterism.load());
        Conditions.await("it was updated", () -> Files.exists(folder.resolve("second-started")), shell::read);
        Files.createFile(folder.resolve("go"));

        Conditions.await(
                "the bundle is named",
                () -> shell.read()
                        .contains("asterism:run: bundle slow 1.0.0 was updated while run 1 (slow) was under way;"
                                + " run it again"),
                shell::read);
    }

    @Test
    void shouldNameTheShellsBundleIfThatWasUpdatedWhileACommandRan() throws Exception {
        application("first").writeTo(asterism.load());
        shell.awaitAnswer("asterism:apps", "slow");
        shell.type("asterism:run slow");
        Conditions.await("it runs", () -> Files.exists(folder.resolve("first")), shell::read);

        try (var jars = Files.newDirectoryStream(asterism.bundles("20"), "asterism-shell-gogo*.jar")) {
            Path jar = jars.iterator().next();
            Files.copy(jar, asterism.load().resolve("shell.part"));
        }
        Files.move(asterism.load().resolve("shell.part"), asterism.load().resolve("shell.jar"));

        Conditions.await(
                "the bundle is named",
                () -> shell.read().matches("(?s).*asterism:run: [^\n]*bundle org\\.asterism\\.shell\\.gogo .*"),
                shell::read);
        Files.createFile(folder.resolve("go"));
        shell.awaitAnswer("asterism:policies", "eager");
    }

    /** Waits within its run until the test lets it go on, and then needs a class that is not loaded yet. */
    private TestBundle application(String mark) {
        return TestBundle.named("slow")
                .header("Import-Package", "org.asterism.spi.application;version=\"[1,2)\"")
                .members("""
                        static class Late {
                            static String word() {
                                return "late";
                            }
                        }

                        static class Slow implements org.asterism.spi.application.Application {
                            public List<org.asterism.spi.application.ApplicationOption> options() {
                                return List.of();
                            }

                            public org.asterism.spi.application.ApplicationResult run(
                                    org.asterism.spi.application.ApplicationRun run) throws Exception {
                                Files.createFile(Path.of("%1$s", "%2$s"));
                                while (Files.notExists(Path.of("%1$s", "go"))) {
                                    Thread.sleep(20);
                                }
                                throw new IllegalStateException(Late.word());
                            }
                        }
                        """.formatted(folder, mark))
                .onStart("""
                        context.registerService(org.asterism.spi.application.Application.class, new Slow(),
                                FrameworkUtil.asDictionary(Map.of("app.name", "slow")));
                        Files.createFile(Path.of("%s", "%s-started"));
                        """.formatted(folder, mark));
    }
}
