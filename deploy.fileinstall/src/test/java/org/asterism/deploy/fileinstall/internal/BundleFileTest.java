package org.asterism.deploy.fileinstall.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.apache.felix.framework.FrameworkFactory;
import org.asterism.testsupport.CapturedLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.Constants;
import org.osgi.framework.SynchronousBundleListener;
import org.osgi.framework.hooks.resolver.ResolverHook;
import org.osgi.framework.hooks.resolver.ResolverHookFactory;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleRequirement;
import org.osgi.framework.wiring.BundleRevision;

/** Bundles that lack nothing, yet are not resolved, and bundles that are tried again. */
@Timeout(60)
class BundleFileTest {
    private static final String NAME = "sound";

    /** Longer than users wait to be informed. */
    private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(1_500);

    @TempDir
    private Path folder;

    private final AtomicInteger refusals = new AtomicInteger();
    private Framework felix;
    private BundleFiles files;

    /** Makes the resolver fail as often as the test says. */
    private final class Refusal implements ResolverHook {
        @Override
        public void filterResolvable(Collection<BundleRevision> candidates) {
            if (candidates.stream().anyMatch(each -> NAME.equals(each.getSymbolicName()))
                    && refusals.getAndDecrement() > 0) {
                candidates.removeIf(each -> NAME.equals(each.getSymbolicName()));
            }
        }

        @Override
        public void filterSingletonCollisions(BundleCapability singleton, Collection<BundleCapability> collisions) {}

        @Override
        public void filterMatches(BundleRequirement requirement, Collection<BundleCapability> candidates) {}

        @Override
        public void end() {}
    }

    @BeforeEach
    void start() throws Exception {
        felix = new FrameworkFactory()
                .newFramework(Map.of(
                        Constants.FRAMEWORK_STORAGE, folder.resolve("cache").toString()));
        felix.start();
        felix.getBundleContext().registerService(ResolverHookFactory.class, _ -> new Refusal(), null);
        files = new BundleFiles(felix.getBundleContext(), new Reports());
    }

    @AfterEach
    void stop() throws Exception {
        files.close();
        felix.stop();
        felix.waitForStop(0);
    }

    private File bundle() throws IOException {
        return bundle(NAME, Map.of());
    }

    private File bundle(String name, Map<String, String> further) throws IOException {
        Manifest manifest = new Manifest();
        Attributes headers = manifest.getMainAttributes();
        headers.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        headers.putValue(Constants.BUNDLE_MANIFESTVERSION, "2");
        headers.putValue(Constants.BUNDLE_SYMBOLICNAME, name);
        further.forEach(headers::putValue);
        File file = folder.resolve(name + ".jar").toFile();
        new JarOutputStream(new FileOutputStream(file), manifest).close();
        return file;
    }

    private boolean isActive() {
        return Arrays.stream(felix.getBundleContext().getBundles())
                .anyMatch(each -> NAME.equals(each.getSymbolicName()) && each.getState() == Bundle.ACTIVE);
    }

    private static void await(BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, "it never happens");
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
    }

    @Test
    void shouldStartABundleThatTheResolverRefusesForAMoment() throws Exception {
        refusals.set(2);
        try (CapturedLog log = CapturedLog.of("org.asterism.load")) {
            files.install(bundle());
            await(this::isActive);
            LockSupport.parkNanos(GRACE_NANOS);
            assertEquals(List.of(), log.messages());
        }
    }

    @Test
    void shouldReportABundleThatTheResolverRefusesForever() throws Exception {
        refusals.set(Integer.MAX_VALUE);
        try (CapturedLog log = CapturedLog.of("org.asterism.load")) {
            files.install(bundle());
            await(() -> !log.messages().isEmpty());
            String line = log.messages().getFirst();
            assertTrue(line.contains("bundle sound 0.0.0 does not start: its imports exclude each other"), line);
        }
    }

    /** Users are to be informed at a moment when it is being started again. */
    @Test
    void shouldReportABundleThatIsTriedAgainWhenItIsTimeForTheReport() throws Exception {
        AtomicInteger starts = new AtomicInteger();
        SynchronousBundleListener slow = event -> {
            if (event.getType() == BundleEvent.STARTING
                    && NAME.equals(event.getBundle().getSymbolicName())
                    && starts.incrementAndGet() == 2) {
                LockSupport.parkNanos(GRACE_NANOS);
            }
        };
        felix.getBundleContext().addBundleListener(slow);
        try (CapturedLog log = CapturedLog.of("org.asterism.load")) {
            files.install(bundle(NAME, Map.of(Constants.BUNDLE_ACTIVATOR, "nowhere.Activator")));
            await(() -> starts.get() == 1);
            files.install(bundle("other", Map.of())); // which leads to another attempt
            await(() -> !log.messages().isEmpty());
            assertTrue(starts.get() > 1, "it was not tried again");
            String line = log.messages().getFirst();
            assertTrue(line.contains("bundle sound 0.0.0 does not start: "), line);
        }
    }
}
