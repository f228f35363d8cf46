package org.asterism.container.internal;

import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.asterism.api.TaskRuntime;
import org.asterism.embedded.Container;
import org.asterism.embedded.internal.ContainerStarter;
import org.asterism.embedded.internal.NativeAccess;
import org.asterism.framework.AsterismVersion;
import org.asterism.framework.ComponentStore;
import org.asterism.framework.Console;
import org.asterism.framework.FrameworkContent;
import org.asterism.framework.HistoryFile;
import org.asterism.framework.LaunchException;
import org.asterism.framework.RunningFramework;
import org.asterism.framework.Streams;
import org.asterism.framework.WorkFolder;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.launch.Framework;

/** Starts Felix with the bundles of the class path. */
public final class FelixContainerStarter implements ContainerStarter {
    private static final System.Logger LOG = System.getLogger("org.asterism.container");

    /** All bundles start; what the console has to wait for, it waits for itself. */
    private static final String ALL_LEVELS = "30";

    private static final String REMEDY = "add the dependency, or copy the bundle into a watched folder";

    /** Called by {@link java.util.ServiceLoader}. */
    public FelixContainerStarter() {}

    @Override
    public Container start(Request request) {
        ClassLoader loader = TaskRuntime.class.getClassLoader();
        checkSharing(loader);
        ClassPath classPath = ClassPath.of(loader);
        classPath.check(request.shell());
        // Class loaders of bundles are no named modules.
        NativeAccess.check(List.of(ClassLoader.getSystemClassLoader().getUnnamedModule()));
        FrameworkContent content = new FrameworkContent(
                work -> properties(request, classPath, work),
                classPath.files(!request.folders().isEmpty(), request.shell()),
                Streams.current(),
                ComponentStore.none());
        try {
            RunningFramework framework = RunningFramework.start(content);
            try {
                return started(framework, request);
            } catch (RuntimeException | BundleException | Error failed) {
                framework.close();
                throw failed;
            }
        } catch (BundleException failed) {
            throw new IllegalStateException("the container does not start: " + failed.getMessage(), failed);
        }
    }

    /** The framework passes its own class loader's types on to bundles. */
    private static void checkSharing(ClassLoader loader) {
        try {
            if (Framework.class.getClassLoader().loadClass(TaskRuntime.class.getName()) == TaskRuntime.class) {
                return;
            }
        } catch (ClassNotFoundException unknown) {
            // Said below.
        }
        throw new IllegalStateException("the class loader of org.apache.felix.framework does not see Asterism's types: "
                + "load both by the same class loader, here " + loader);
    }

    private static Container started(RunningFramework framework, Request request) throws BundleException {
        List<String> problems = framework.problems(REMEDY);
        FelixContainer container = new FelixContainer(framework);
        if (!container.hasRuntime()) {
            throw new IllegalStateException("the core does not start: "
                    + (problems.isEmpty() ? "its component is not satisfied" : String.join("; ", problems)));
        }
        problems.forEach(line -> LOG.log(Level.ERROR, line));
        if (request.shell()) {
            HistoryFile.ofUser().makePrivate();
            Console.start(framework.context(), true);
        }
        return container;
    }

    private static Map<String, Object> properties(Request request, ClassPath classPath, WorkFolder work) {
        Map<String, Object> properties = new HashMap<>();
        properties.put(Constants.FRAMEWORK_BEGINNING_STARTLEVEL, ALL_LEVELS);
        // Would change how the whole program opens URLs.
        properties.put("felix.service.urlhandlers", "false");
        properties.put(
                "felix.fileinstall.dir",
                request.folders().stream().map(Path::toString).collect(Collectors.joining(",")));
        properties.put("felix.fileinstall.poll", "500");
        properties.put("felix.fileinstall.disableNio2", "true");
        properties.put("felix.fileinstall.subdir.mode", "skip");
        properties.put("felix.fileinstall.noInitialDelay", "true");
        properties.put("felix.fileinstall.enableConfigSave", "false");
        properties.put("felix.fileinstall.log.level", "2");
        properties.put("felix.fileinstall.log.default", "jul");
        properties.put("asterism.version", AsterismVersion.number());
        properties.put("asterism.history", HistoryFile.ofUser().path().toString());
        if (request.shell()) {
            properties.put("gosh.home", shellProfile(work).toString());
        }
        properties.putAll(request.properties());
        properties.merge(
                Constants.FRAMEWORK_SYSTEMPACKAGES_EXTRA,
                classPath.sharedPackages(),
                (wanted, needed) -> needed + "," + wanted);
        return properties;
    }

    /** Writes what the shell reads when it starts, which it expects in a folder {@code etc}. */
    private static Path shellProfile(WorkFolder work) {
        Path profile = work.resolve("etc").resolve("gosh_profile");
        try (InputStream content = Console.class.getResourceAsStream("gosh_profile")) {
            Files.createDirectories(profile.getParent());
            Files.copy(content, profile);
            return work.path();
        } catch (IOException unwritable) {
            throw new LaunchException(
                    "cannot write " + profile + " (" + unwritable.getMessage() + "); free some space");
        }
    }
}
