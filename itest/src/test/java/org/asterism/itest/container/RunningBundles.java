package org.asterism.itest.container;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.BundleException;
import org.osgi.framework.BundleListener;
import org.osgi.framework.FrameworkEvent;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.ServiceRegistration;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.framework.wiring.FrameworkWiring;

/** A framework in this JVM whose bundles are updated. */
final class RunningBundles implements LiveFramework {
    private final Framework framework;
    private final ObservedJvm jvm = ObservedJvm.own();
    private final BundleLives lives = new BundleLives();

    RunningBundles(TestedFramework tested, Map<String, String> properties) throws Exception {
        framework = tested.factory().newFramework(properties);
        framework.init();
    }

    void install(String location) throws BundleException {
        framework.getBundleContext().installBundle(location);
    }

    /** Starts the framework, and all bundles in the order in which they were installed. */
    void start() throws BundleException {
        start(bundles());
    }

    /** Starts the framework, and all bundles in a random order. */
    void start(Random random) throws BundleException {
        List<Bundle> shuffled = new ArrayList<>(bundles());
        Collections.shuffle(shuffled, random);
        start(shuffled);
    }

    private void start(List<Bundle> bundles) throws BundleException {
        framework.start();
        for (Bundle each : bundles) {
            if (!isFragment(each)) {
                each.start();
            }
        }
        note();
    }

    /** An installed bundle. */
    Bundle bundle(String symbolicName) {
        return bundles().stream()
                .filter(each -> each.getSymbolicName().equals(symbolicName))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(symbolicName + " is not among " + bundles()));
    }

    /** Installs and starts one more bundle. */
    Bundle deploy(String name, InputStream content) throws BundleException {
        Bundle bundle = framework.getBundleContext().installBundle("test:" + name, content);
        bundle.start();
        note();
        return bundle;
    }

    /** A service whose classes the test shares with the bundles, once it is there. */
    <T> T service(Class<T> type) {
        return type.cast(service(type.getName()));
    }

    /** A service, once it is there; also if this JVM has classes of the same name, which it does not implement. */
    Object service(String type) {
        Await.until(type + " is a service", () -> reference(type) != null);
        return framework.getBundleContext().getService(reference(type));
    }

    private ServiceReference<?> reference(String type) {
        try {
            ServiceReference<?>[] all = framework.getBundleContext().getAllServiceReferences(type, null);
            return all == null ? null : all[0];
        } catch (InvalidSyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** All services of a type that a filter chooses, by their properties. */
    <T> Map<Map<String, Object>, T> services(Class<T> type, String filter) throws InvalidSyntaxException {
        Map<Map<String, Object>, T> services = new HashMap<>();
        for (ServiceReference<T> each : framework.getBundleContext().getServiceReferences(type, filter)) {
            Map<String, Object> properties = new HashMap<>();
            for (String key : each.getPropertyKeys()) {
                properties.put(key, each.getProperty(key));
            }
            services.put(properties, framework.getBundleContext().getService(each));
        }
        return services;
    }

    /** Registers a service whose classes the test shares with the bundles. */
    <T> ServiceRegistration<T> register(Class<T> type, T service) {
        return framework.getBundleContext().registerService(type, service, null);
    }

    /**
     * Runs a command of the shell, through a deployed {@code CommandRunner}; waits until all that it needs is there.
     */
    void run(String command) {
        ask("shell", command);
    }

    @Override
    public void awaitOutput(String command, String expected) {
        Pattern pattern = Pattern.compile(expected, Pattern.DOTALL);
        Await.until(
                command + " prints " + expected,
                () -> pattern.matcher(output(command)).find());
    }

    private String output(String command) {
        try {
            Path file = Files.createTempFile("output", ".txt");
            try {
                run(command + " > " + file);
                return Files.readString(file);
            } finally {
                Files.delete(file);
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Override
    public void ask(String service, String command) {
        String[] trouble = {""};
        try {
            Await.until(command + " works", () -> {
                trouble[0] = attempt(service, command);
                return trouble[0].isEmpty();
            });
        } catch (AssertionError late) {
            throw new AssertionError(late.getMessage() + ": " + trouble[0]);
        }
    }

    private String attempt(String service, String command) {
        ServiceReference<?>[] references;
        try {
            references = framework
                    .getBundleContext()
                    .getServiceReferences(UnaryOperator.class.getName(), "(asterism.test=" + service + ")");
        } catch (InvalidSyntaxException impossible) {
            throw new IllegalArgumentException(service, impossible);
        }
        if (references == null) {
            return "its bundle is not started";
        }
        ServiceReference<?> reference = references[0];
        @SuppressWarnings("unchecked")
        UnaryOperator<String> runner =
                (UnaryOperator<String>) framework.getBundleContext().getService(reference);
        String trouble = runner.apply(command);
        framework.getBundleContext().ungetService(reference);
        return trouble;
    }

    /** Bundles that do not run although they were started. */
    List<String> inactive() {
        return bundles().stream()
                .filter(each -> !isFragment(each) && each.getState() != Bundle.ACTIVE)
                .map(each -> each + " is in state " + each.getState())
                .toList();
    }

    @Override
    public void awaitBundle(String symbolicName, String version) {
        Await.until(
                symbolicName + " " + version + " runs",
                () -> bundles().stream()
                        .anyMatch(each -> symbolicName.equals(each.getSymbolicName())
                                && each.getVersion().toString().equals(version)
                                && each.getState() == Bundle.ACTIVE));
        note();
    }

    @Override
    public void awaitNoBundle(String symbolicName) {
        Await.until(
                symbolicName + " is uninstalled",
                () -> bundles().stream().noneMatch(each -> symbolicName.equals(each.getSymbolicName())));
    }

    /** Updates a bundle and refreshes it. */
    void update(Bundle bundle, InputStream content) throws Exception {
        bundle.update(content);
        refresh(List.of(bundle));
    }

    /**
     * Updates a bundle that is stopped first, and starts it again only when all listeners know of the stop. Declarative
     * Services drops the loggers of a bundle when it is told of the stop. If the bundle runs again by then, it drops
     * those of the new life as well, which stay in use but are not reset any more when their Log Service goes: they
     * keep its class loader for as long as the bundle runs.
     */
    void updateStopped(Bundle bundle) throws Exception {
        CountDownLatch told = new CountDownLatch(1);
        BundleListener listener = event -> {
            if (event.getType() == BundleEvent.UPDATED && event.getBundle().equals(bundle)) {
                told.countDown(); // listeners are told of one event after the other, so of the stop before
            }
        };
        framework.getBundleContext().addBundleListener(listener);
        try {
            bundle.stop();
            bundle.update();
            Await.until("listeners know that " + bundle + " was stopped", () -> told.getCount() == 0);
        } finally {
            framework.getBundleContext().removeBundleListener(listener);
        }
        refresh(List.of(bundle)); // starts it
    }

    /** Uninstalls bundles, one after the other, and refreshes those that used them. */
    void uninstall(Bundle... bundles) throws Exception {
        for (Bundle each : bundles) {
            each.uninstall();
        }
        refresh(List.of(bundles));
    }

    /** Updates every bundle that was installed from a file, and refreshes all at once. */
    void updateAll() throws Exception {
        List<Bundle> bundles = bundles();
        for (Bundle each : bundles) {
            if (each.getLocation().startsWith("reference:")) {
                each.update();
            }
        }
        refresh(bundles);
    }

    private List<Bundle> bundles() {
        return Arrays.stream(framework.getBundleContext().getBundles())
                .filter(each -> each.getBundleId() != 0)
                .toList();
    }

    private void refresh(List<Bundle> bundles) throws Exception {
        CountDownLatch refreshed = new CountDownLatch(1);
        framework.adapt(FrameworkWiring.class).refreshBundles(bundles, event -> {
            if (event.getType() == FrameworkEvent.PACKAGES_REFRESHED) {
                refreshed.countDown();
            }
        });
        Await.until("the bundles are refreshed", () -> refreshed.getCount() == 0);
        for (Bundle each : bundles()) {
            if (!isFragment(each)) {
                if (each.getState() != Bundle.ACTIVE) {
                    each.start(); // says why it is not
                }
                assertEquals(Bundle.ACTIVE, each.getState(), each.getSymbolicName());
            }
        }
        note();
    }

    private static boolean isFragment(Bundle bundle) {
        return (bundle.adapt(BundleRevision.class).getTypes() & BundleRevision.TYPE_FRAGMENT) != 0;
    }

    private void note() {
        lives.note(bundles());
    }

    /** Waits until the class loaders of all former lives are collected. */
    @Override
    public void awaitRelease() {
        jvm.awaitCollection("bundles with class loaders of former lives", () -> lives.former(bundles()));
    }

    @Override
    public Footprint footprint() throws IOException {
        return jvm.footprint();
    }

    /** Stops the framework. */
    void stop() throws Exception {
        framework.stop();
        framework.waitForStop(Await.PATIENCE.toMillis());
    }
}
