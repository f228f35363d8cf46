package org.asterism.itest.container;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The features in Karaf: its bundles start in any order, and plug-ins of a third party come, change and go in its
 * folder {@code deploy} while tasks run.
 *
 * <p>{@code -Dasterism.seed} repeats the order of a failed run.
 */
class KarafIT {
    private static final int USUAL_ROUNDS = 6;
    private static final int ORDERS = 3;

    @TempDir
    Path folder;

    private KarafInstallation installation;
    private RunningKaraf karaf;

    @BeforeEach
    void install() throws Exception {
        installation = new KarafInstallation(folder);
    }

    private void start() throws Exception {
        karaf = new RunningKaraf(installation, folder.resolve("output"));
        karaf.awaitStart();
    }

    @AfterEach
    void kill() {
        if (karaf != null) {
            karaf.close();
        }
    }

    @Test
    void shouldRunTasksInWhateverOrderTheBundlesAreStarted() throws Exception {
        long seed = Long.getLong("asterism.seed", new Random().nextLong());
        System.out.println("KarafIT uses -Dasterism.seed=" + seed);
        Random random = new Random(seed);
        Files.writeString(installation.deploy().resolve("pipes.tree"), "fifo / eager\n");
        start();
        runTasks();
        for (int order = 0; order < ORDERS; order++) {
            karaf.restart(random);
            runTasks();
        }
        stop();
    }

    private void runTasks() {
        karaf.awaitOutput("asterism:run cholesky --n 256 --tile 64 --context default", "correct +true");
        karaf.awaitOutput("asterism:run cholesky --n 256 --tile 64 --policy pipes", "correct +true");
    }

    @Test
    void shouldKeepNothingOfPlugInsThatCameChangedAndWentWhileTasksRan() throws Exception {
        installation.pollQuickly();
        start();
        DroppedPlugins.drop(PluginRounds.user(), installation.deploy().resolve("user.jar"));
        new PluginRounds(karaf, new DroppedPlugins(karaf, installation.deploy())).run(USUAL_ROUNDS);
        karaf.awaitOutput("asterism:run cholesky --n 256 --tile 64 --context default", "correct +true");
        stop();
    }

    private void stop() throws Exception {
        karaf.stop();
        assertEquals(List.of(), installation.errors());
    }
}
