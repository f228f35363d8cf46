package org.asterism.itest.container;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.asterism.itest.fixture.CommandRunner;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The journey of the distribution's bundles through a framework without the launcher: they start in any order, and the
 * plug-ins of a third party come, change and go while tasks run.
 *
 * <p>{@code asterism.seed} repeats the order of a failed run.
 */
abstract class FrameworkJourney {
    private static final int USUAL_ROUNDS = 30;
    private static final int ORDERS = 3;

    /** Threads that Felix and Java keep for a minute after their last work. */
    private static final String KEPT = "FelixResolver-\\d+|process reaper.*";

    private static final Logger ROOT = Logger.getLogger("");

    @TempDir
    Path folder;

    private final TestedFramework tested;
    private final long seed = Long.getLong("asterism.seed", new Random().nextLong());
    private final Random random = new Random(seed);
    private final ObservedJvm jvm = ObservedJvm.own();
    private Map<Long, String> threads;
    private Level level;
    private RunningBundles bundles;

    FrameworkJourney(TestedFramework tested) {
        this.tested = tested;
    }

    /** How the plug-ins of a third party get into the framework. */
    abstract PluginDelivery delivery(RunningBundles running, Path load);

    @BeforeEach
    void beQuiet() {
        System.out.println(getClass().getSimpleName() + " uses -Dasterism.seed=" + seed);
        level = ROOT.getLevel();
        ROOT.setLevel(Level.OFF); // contexts report each plug-in that leaves
        System.setProperty("asterism.cpu.workers", "2");
        threads = jvm.threads();
    }

    @AfterEach
    void stop() throws Exception {
        if (bundles != null) {
            bundles.stop();
        }
        ROOT.setLevel(level);
    }

    @Test
    void shouldRunTasksInWhateverOrderTheBundlesAreInstalledAndStarted() throws Exception {
        for (int order = 0; order < ORDERS; order++) {
            start(Map.of());
            bundles.run("asterism:run heat --width 64 --height 64 --steps 4 --policy modular-heft");
            bundles.run("asterism:run cholesky --n 128 --tile 64 --context default");
            bundles.stop();
            awaitEndOfThreads();
        }
        bundles = null;
    }

    @Test
    void shouldKeepNothingOfPlugInsThatCameChangedAndWentWhileTasksRan() throws Exception {
        start(Map.of("felix.fileinstall.poll", "20"));
        bundles.deploy("user", PluginRounds.user());
        new PluginRounds(bundles, delivery(bundles, folder.resolve("load"))).run(USUAL_ROUNDS);
        bundles.stop();
        bundles = null;
        awaitEndOfThreads();
    }

    private void start(Map<String, String> settings) throws Exception {
        Map<String, String> all = DistributionBundles.settings(folder);
        all.putAll(settings);
        bundles = new RunningBundles(tested, all);
        List<String> locations = DistributionBundles.locations();
        Collections.shuffle(locations, random);
        for (String location : locations) {
            bundles.install(location);
        }
        bundles.start(random);
        bundles.deploy(
                "runner",
                PluginBundle.application(
                        "runner", "1.0.0", CommandRunner.class, "org.apache.felix.service.command;version=1"));
        assertEquals(List.of(), bundles.inactive());
    }

    /** Waits until there is no thread that was not there before the framework. */
    private void awaitEndOfThreads() {
        Await.until("the framework's threads have ended; there are " + left(), () -> left().isEmpty());
    }

    private List<String> left() {
        Map<Long, String> left = jvm.threads();
        left.keySet().removeAll(threads.keySet());
        return left.values().stream().filter(name -> !name.matches(KEPT)).toList();
    }
}
