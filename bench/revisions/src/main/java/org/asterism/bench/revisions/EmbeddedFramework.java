package org.asterism.bench.revisions;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The OSGi framework of a distribution, with its bundles, in a separate class loader. It runs until the JVM ends.
 * Several may run in one JVM; they share the JDK only.
 */
final class EmbeddedFramework {
    /** Bundles that have nothing to do with tasks on CPUs. Besides, a JVM can load a JNI library only once. */
    private static final Pattern LEFT_OUT =
            Pattern.compile("driver\\.(?!cpu-).*|native\\..*|shell\\..*|run-.*|balancer\\..*|deploy\\..*|examples\\..*"
                    + "|kernels\\..*|bench\\.(?!taskbench-).*|org\\.apache\\.felix\\.(gogo|fileinstall).*|jline.*");

    private static final long SERVICE_WITHIN_NS = TimeUnit.SECONDS.toNanos(20);

    private final Object context;
    private final Class<?> contexts;

    /**
     * Starts the framework and its bundles.
     *
     * @param home the unpacked distribution
     * @param alsoLeftOut matches the file names of bundles that are not needed
     */
    EmbeddedFramework(Path home, Pattern alsoLeftOut) throws ReflectiveOperationException, IOException {
        Path library = jars(home.resolve("lib"))
                .filter(jar -> jar.getFileName().toString().startsWith("org.apache.felix.framework"))
                .findFirst()
                .orElseThrow(() -> new IOException("there is no org.apache.felix.framework*.jar in " + home + "/lib"));
        ClassLoader loader =
                new URLClassLoader(new URL[] {library.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
        Class<?> factories = loader.loadClass("org.apache.felix.framework.FrameworkFactory");
        Class<?> bundles = loader.loadClass("org.osgi.framework.Bundle");
        contexts = loader.loadClass("org.osgi.framework.BundleContext");
        Map<String, String> settings = new HashMap<>();
        settings.put("org.osgi.framework.storage", TemporaryFolder.create().toString());
        settings.put("felix.cache.locking", "false");
        // A JVM has one place for handlers of URLs, which two frameworks would have to share.
        settings.put("felix.service.urlhandlers", "false");
        Object framework = factories
                .getMethod("newFramework", Map.class)
                .invoke(factories.getConstructor().newInstance(), settings);
        Method start = bundles.getMethod("start");
        start.invoke(framework);
        context = bundles.getMethod("getBundleContext").invoke(framework);
        for (Object bundle : install(home, alsoLeftOut)) {
            try {
                start.invoke(bundle);
            } catch (InvocationTargetException needsWhatIsLeftOut) {
                // If it matters, its service will be missed.
                System.err.println(bundle + " did not start: " + needsWhatIsLeftOut.getCause());
            }
        }
    }

    /**
     * Loads a class of a bundle.
     *
     * @throws ClassNotFoundException if there is no such bundle or class
     */
    Class<?> load(String bundle, String type) throws ReflectiveOperationException {
        Class<?> bundles = contexts.getClassLoader().loadClass("org.osgi.framework.Bundle");
        Method name = bundles.getMethod("getSymbolicName");
        for (Object installed : (Object[]) contexts.getMethod("getBundles").invoke(context)) {
            if (bundle.equals(name.invoke(installed))) {
                return (Class<?>) bundles.getMethod("loadClass", String.class).invoke(installed, type);
            }
        }
        throw new ClassNotFoundException("there is no bundle " + bundle);
    }

    private List<Object> install(Path home, Pattern alsoLeftOut) throws ReflectiveOperationException, IOException {
        Method install = contexts.getMethod("installBundle", String.class);
        List<Object> installed = new ArrayList<>();
        for (Path jar : jars(home.resolve("bundles")).toList()) {
            String name = jar.getFileName().toString();
            if (!LEFT_OUT.matcher(name).matches() && !alsoLeftOut.matcher(name).matches()) {
                installed.add(install.invoke(context, "reference:" + jar.toUri()));
            }
        }
        return installed;
    }

    /** In the order of their folders, which are named by start levels. */
    private static Stream<Path> jars(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList().stream();
        }
    }

    /**
     * Waits for a service: components start when all that they need is there.
     *
     * @param filter an expression of OSGi, or null
     * @throws ClassNotFoundException if it does not come
     */
    Object service(String type, String filter) throws ReflectiveOperationException {
        Class<?> references = contexts.getClassLoader().loadClass("org.osgi.framework.ServiceReference");
        Method find = contexts.getMethod("getAllServiceReferences", String.class, String.class);
        Method get = contexts.getMethod("getService", references);
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < SERVICE_WITHIN_NS) {
            Object[] found = (Object[]) find.invoke(context, type, filter);
            if (found != null) {
                return get.invoke(context, found[0]);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
        throw new ClassNotFoundException("there is no service " + type + (filter == null ? "" : " " + filter));
    }
}
