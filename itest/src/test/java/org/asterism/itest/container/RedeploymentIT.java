package org.asterism.itest.container;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.asterism.itest.fixture.CommandRunner;
import org.asterism.itest.fixture.RedeployedApplication;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;

/**
 * A service runs for months while bundles are redeployed: nothing of a former deployment stays in memory.
 *
 * <p>The number of rounds is set by system properties; the defaults keep the build short. A full run:
 *
 * <pre>{@code
 * mvn verify -pl itest -am -Dit.test=RedeploymentIT -Dsurefire.failIfNoSpecifiedTests=false
 *     -Dit.fork.seconds=7200 -Dasterism.redeployments=300 -Dasterism.updates=200
 *     -Djunit.jupiter.execution.timeout.mode=disabled
 * }</pre>
 */
class RedeploymentIT {
    private static final int REDEPLOYMENTS = Integer.getInteger("asterism.redeployments", 10);
    private static final int UPDATES = Integer.getInteger("asterism.updates", 3);
    private static final Logger ROOT = Logger.getLogger("");

    private static final String[] USED_BY_APPLICATION = {
        "org.asterism.api",
        "org.asterism.api.data",
        "org.asterism.api.model",
        "org.asterism.api.tree",
        "org.asterism.api.observation"
    };

    /** Together they use the machine's topology, a simulated machine, devices, trees and all kinds of policies. */
    private static final List<String> COMMANDS = List.of(
            "asterism:run heat --opencl 1 --cpu 1 --width 64 --height 64 --steps 4",
            "asterism:run cholesky --sim laptop --n 256 --tile 64 --policy dmdas",
            "asterism:run cholesky --n 256 --tile 64 --policy heteroprio",
            "asterism:run lu --n 256 --tile 64 --policy modular-heft",
            "asterism:run gemm --n 256 --tile 64 --policy graph",
            "asterism:run taskbench --n 1000 --policy lws");

    @TempDir
    Path folder;

    private Level level;
    private RunningBundles bundles;

    private interface Content {
        InputStream of(String version);
    }

    @BeforeEach
    void start() throws Exception {
        level = ROOT.getLevel();
        ROOT.setLevel(Level.OFF); // the application provokes errors by the dozen
        System.setProperty("asterism.cpu.workers", "2");
        bundles = new RunningBundles(TestedFramework.FELIX, DistributionBundles.settings(folder));
    }

    @AfterEach
    void stop() throws Exception {
        bundles.stop();
        ROOT.setLevel(level);
    }

    @Test
    void shouldKeepNothingOfRedeployedApplicationsAndPlugIns() throws Exception {
        ClassPathBundles installed = new ClassPathBundles();
        for (String name : List.of(
                "org.osgi.util.function",
                "org.osgi.util.promise",
                "org.osgi.service.component",
                "org.apache.felix.configadmin",
                "org.apache.felix.scr",
                "org.asterism.core.api",
                "org.asterism.kit.policy",
                "org.asterism.kit.component",
                "org.asterism.core.impl",
                "org.asterism.policy.eager",
                "org.asterism.policy.modular",
                "org.asterism.components.modular.eager",
                "org.asterism.components.modular.fifo",
                "org.asterism.components.modular.best-implementation",
                "org.asterism.driver.cpu")) {
            bundles.install(installed.location(name));
        }
        bundles.start();
        Map<String, Content> contents = new LinkedHashMap<>();
        for (ThirdPartyPlugin each : ThirdPartyPlugin.values()) {
            contents.put(each.name(), each::bundle);
        }
        Map<String, Bundle> deployed = new LinkedHashMap<>();
        for (Map.Entry<String, Content> each : contents.entrySet()) {
            deployed.put(
                    each.getKey(), bundles.deploy(each.getKey(), each.getValue().of("1.0.0")));
        }
        Content application = version ->
                PluginBundle.application("redeployed", version, RedeployedApplication.class, USED_BY_APPLICATION);
        bundles.deploy(
                "keeper",
                PluginBundle.application("keeper", "1.0.0", RedeployedApplication.class, USED_BY_APPLICATION));
        contents.put("application", application);
        deployed.put("application", bundles.deploy("application", application.of("1.0.0")));

        MeasuredRounds.repeat(bundles, REDEPLOYMENTS, round -> {
            for (Map.Entry<String, Content> each : contents.entrySet()) {
                bundles.update(deployed.get(each.getKey()), each.getValue().of("1.0." + round));
            }
        });
    }

    @Test
    void shouldKeepNothingOfUpdatedBundlesOfTheDistribution() throws Exception {
        startDistribution();
        for (String command : COMMANDS) { // what is loaded when it is first used does not come from an update
            bundles.run(command);
        }
        MeasuredRounds.repeat(bundles, UPDATES, round -> {
            bundles.run(COMMANDS.get(round % COMMANDS.size()));
            bundles.updateAll();
        });
    }

    @Test
    void shouldKeepNothingOfALivePageThatIsOpenWhileItsBundleIsUpdatedAndUninstalled() throws Exception {
        startDistribution();
        for (int update = 0; update < UPDATES; update++) {
            try (LivePage page = openPage()) {
                bundles.update(bundles.bundle(LivePage.BUNDLE), null);
                page.awaitEnd();
            }
        }
        bundles.awaitRelease();
        try (LivePage page = openPage()) {
            bundles.uninstall(bundles.bundle(LivePage.BUNDLE)); // the shell's goes on without its command
            page.awaitEnd();
        }
        bundles.awaitRelease();
    }

    private LivePage openPage() throws Exception {
        bundles.run("asterism:run cholesky --context default --n 128 --tile 64"); // the page observes used runtimes
        Path link = folder.resolve("link");
        bundles.run("asterism:console > " + link);
        return new LivePage(Files.readString(link));
    }

    private void startDistribution() throws Exception {
        for (String location : DistributionBundles.locations()) {
            bundles.install(location);
        }
        bundles.start();
        bundles.deploy(
                "runner",
                PluginBundle.application(
                        "runner", "1.0.0", CommandRunner.class, "org.apache.felix.service.command;version=1"));
    }
}
