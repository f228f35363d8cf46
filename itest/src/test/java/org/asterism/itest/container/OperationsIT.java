package org.asterism.itest.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Logger;
import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result;
import org.asterism.itest.fixture.FaultyApplication;
import org.asterism.testsupport.CapturedLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.log.LogEntry;
import org.osgi.service.log.LogLevel;
import org.osgi.service.log.LogListener;
import org.osgi.service.log.LogReaderService;

/**
 * The bundles for operators beside the services of others that they serve: log, health checks, metrics. The test shares
 * the classes of these services with the bundles, so that it can use them.
 */
class OperationsIT {
    private static final Logger OURS = Logger.getLogger("org.asterism");
    private static final String LOG = "org.apache.felix.log";

    private static final String[] USED_BY_APPLICATION = {"org.asterism.api", "org.asterism.api.observation"};

    /** What handlers of others get, because no Log Service takes it. */
    private final CapturedLog root = CapturedLog.of("");

    @TempDir
    Path folder;

    private RunningBundles bundles;
    private final List<Bundle> applications = new ArrayList<>();

    @BeforeEach
    void start() throws Exception {
        System.setProperty("asterism.cpu.workers", "2");
        Map<String, String> properties = new HashMap<>();
        properties.put(Constants.FRAMEWORK_STORAGE, folder.resolve("cache").toString());
        properties.put("felix.log.level", "0");
        properties.put(
                Constants.FRAMEWORK_SYSTEMPACKAGES_EXTRA,
                "org.osgi.service.log;version=1.5,org.apache.felix.hc.api;version=2.0,"
                        + "io.micrometer.core.instrument;version=1.16,"
                        + "io.micrometer.core.instrument.binder;version=1.16");
        bundles = new RunningBundles(TestedFramework.FELIX, properties);
        ClassPathBundles installed = new ClassPathBundles();
        for (String name : List.of(
                "org.osgi.util.function",
                "org.osgi.util.promise",
                "org.osgi.service.component",
                "org.apache.felix.configadmin",
                "org.apache.felix.scr",
                LOG,
                "org.asterism.core.api",
                "org.asterism.kit.policy",
                "org.asterism.core.impl",
                "org.asterism.policy.eager",
                "org.asterism.driver.cpu",
                "org.asterism.report",
                "org.asterism.profile",
                "org.asterism.metrics.micrometer",
                "org.asterism.health.felix",
                "org.asterism.trace.events")) {
            bundles.install(installed.location(name));
        }
        bundles.start();
    }

    @AfterEach
    void stop() throws Exception {
        bundles.stop();
        root.close();
        assertEquals(0, OURS.getHandlers().length, "the bundle leaves nothing in the JVM's loggers");
        assertTrue(OURS.getUseParentHandlers());
    }

    /** An application that makes our bundles log. */
    private void runApplication() throws Exception {
        String name = "application" + applications.size();
        applications.add(bundles.deploy(
                name, PluginBundle.application(name, "1.0.0", FaultyApplication.class, USED_BY_APPLICATION)));
    }

    private Map<String, Result> checkHealth() throws Exception {
        Map<String, Result> results = new HashMap<>();
        bundles.services(HealthCheck.class, "(" + HealthCheck.TAGS + "=asterism)")
                .forEach((properties, check) ->
                        results.put(properties.get(HealthCheck.NAME).toString(), check.execute()));
        return results;
    }

    @Test
    void shouldLogThroughTheLogServiceAsLongAsThereIsOne() throws Exception {
        List<LogEntry> entries = new CopyOnWriteArrayList<>();
        LogListener listener = entries::add;
        bundles.service(LogReaderService.class).addLogListener(listener);
        runApplication();
        Await.until(
                "core.impl has logged through the Log Service",
                () -> entries.stream()
                        .anyMatch(each -> each.getLoggerName().startsWith("org.asterism.core.internal.")));
        assertNamesTheBundleThatLogs(entries);
        assertEquals(List.of(), root.messages());

        bundles.service(LogReaderService.class).removeLogListener(listener);
        entries.clear();
        bundles.uninstall(applications.getFirst());
        bundles.awaitRelease();

        bundles.bundle(LOG).stop();
        assertEquals(0, OURS.getHandlers().length);
        runApplication();
        Await.until(
                "core.impl logs as before without Log Service",
                () -> !root.messages().isEmpty());

        bundles.bundle(LOG).start();
        assertEquals(1, OURS.getHandlers().length);
        bundles.updateStopped(bundles.bundle("org.asterism.trace.events"));
        bundles.update(bundles.bundle(LOG), null);
        assertEquals(1, OURS.getHandlers().length);
        bundles.awaitRelease();
    }

    /** In a method of its own, because an entry keeps the classes of the bundle that has made it. */
    private static void assertNamesTheBundleThatLogs(List<LogEntry> entries) {
        LogEntry entry = entries.stream()
                .filter(each -> each.getLoggerName().startsWith("org.asterism.core.internal."))
                .findFirst()
                .orElseThrow();
        assertEquals("org.asterism.core.impl", entry.getBundle().getSymbolicName());
        assertEquals(LogLevel.ERROR, entry.getLogLevel());
        assertTrue(entry.getMessage().contains("wanted by the test: {}"), entry::getMessage);
    }

    @Test
    void shouldTellHealthMetricsAndMetersOfARuntime() throws Exception {
        assertEquals(
                Map.of(
                        "Asterism: contexts have policies", "no program has used a runtime yet",
                        "Asterism: there are workers", "no program has used a runtime yet",
                        "Asterism: no device is lost", "no program has used a runtime yet",
                        "Asterism: tasks move on", "no program has used a runtime yet"),
                messages(checkHealth()));
        MeterRegistry registry = new SimpleMeterRegistry();
        ServiceRegistration<MeterRegistry> registered = bundles.register(MeterRegistry.class, registry);
        assertEquals(0, registry.get("asterism.uptime").gauge().value());
        assertTrue(
                openMetrics().endsWith("asterism_uptime_seconds{runtime=\"default\"} 0\n# EOF\n"), this::openMetrics);

        runApplication();
        Await.until("the application has used the runtime", () -> openMetrics().contains("asterism_workers"));
        assertTrue(openMetrics().endsWith("# EOF\n"));
        Await.until(
                "the registry knows the workers",
                () -> registry.get("asterism.uptime").gauge().value() > 0
                        && registry.find("asterism.workers").gauge() != null);
        assertEquals("all contexts have policies", messages(checkHealth()).get("Asterism: contexts have policies"));

        bundles.bundle("org.asterism.policy.eager").stop();
        Result parked = checkHealth().get("Asterism: contexts have policies");
        assertTrue(!parked.isOk(), parked::toString);
        assertTrue(openMetrics().contains("asterism_context_parked{runtime=\"default\",context=\"default\"} 1"));
        bundles.bundle("org.asterism.policy.eager").start();

        registered.unregister();
        assertEquals(List.of(), registry.getMeters());
        bundles.update(bundles.bundle("org.asterism.profile"), null);
        bundles.update(bundles.bundle("org.asterism.health.felix"), null);
        bundles.awaitRelease();
    }

    private static Map<String, String> messages(Map<String, Result> results) {
        Map<String, String> messages = new HashMap<>();
        results.forEach((name, result) -> {
            List<String> lines = new ArrayList<>();
            result.forEach(entry -> lines.add(entry.getMessage()));
            messages.put(name, String.join("; ", lines));
        });
        return messages;
    }

    private String openMetrics() {
        try {
            Object metrics = bundles.service("org.asterism.profile.metrics.Metrics");
            assertNotNull(metrics);
            Method text = metrics.getClass().getMethod("openMetrics");
            return (String) text.invoke(metrics);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
