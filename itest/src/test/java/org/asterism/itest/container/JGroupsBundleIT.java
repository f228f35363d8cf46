package org.asterism.itest.container;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.asterism.itest.fixture.JGroupsPair;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;
import org.osgi.framework.wiring.BundleWiring;

/** JGroups in a framework: it finds its protocols, and leaves nothing behind. */
class JGroupsBundleIT {
    private static final String JGROUPS = "org.asterism.native.jgroups";
    private static final Logger ITS_LOG = Logger.getLogger("org.jgroups");

    @TempDir
    Path folder;

    private RunningBundles bundles;

    @BeforeEach
    void start() throws Exception {
        ITS_LOG.setLevel(Level.SEVERE);
        Map<String, String> properties = new HashMap<>();
        properties.put(Constants.FRAMEWORK_STORAGE, folder.resolve("cache").toString());
        properties.put("felix.log.level", "0");
        bundles = new RunningBundles(TestedFramework.FELIX, properties);
        bundles.install(new ClassPathBundles().location(JGROUPS));
        bundles.start();
    }

    @AfterEach
    void stop() throws Exception {
        bundles.stop();
    }

    private static InputStream pair() {
        return PluginBundle.application(
                "pair",
                "1.0.0",
                JGroupsPair.class,
                "org.jgroups;version=\"[5.5,6)\"",
                "org.jgroups.protocols;version=\"[5.5,6)\"",
                "org.jgroups.protocols.pbcast;version=\"[5.5,6)\"",
                "org.jgroups.stack;version=\"[5.5,6)\"",
                "org.jgroups.util;version=\"[5.5,6)\"");
    }

    private WeakReference<ClassLoader> useAndUninstall() throws Exception {
        Bundle pair = bundles.deploy("pair", pair());
        Bundle jgroups = bundles.bundle(JGROUPS);
        WeakReference<ClassLoader> loader =
                new WeakReference<>(jgroups.adapt(BundleWiring.class).getClassLoader());
        bundles.uninstall(pair, jgroups);
        return loader;
    }

    @Test
    void shouldLeaveNeitherThreadsNorClassesOfAGroupThatIsClosed() throws Exception {
        Set<Thread> before = new HashSet<>(Thread.getAllStackTraces().keySet());
        WeakReference<ClassLoader> loader = useAndUninstall();
        Await.until("the class loader of JGroups is released", () -> {
            System.gc();
            return loader.refersTo(null);
        });
        bundles.awaitRelease();
        assertEquals(
                List.of(),
                Thread.getAllStackTraces().keySet().stream()
                        .filter(each -> !before.contains(each) && each.getThreadGroup() != null)
                        .filter(each -> each.getThreadGroup().getName().equals("main"))
                        .toList());
    }
}
