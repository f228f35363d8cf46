package org.asterism.container.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import org.asterism.framework.BundleFile;
import org.osgi.framework.Constants;

/**
 * The bundles of the class path or module path.
 *
 * <p>The program itself has the types of {@code core.api}, which the framework shares with all bundles. So that jar is
 * not installed. Plug-ins and the bundles that run them start. All others, such as libraries, are installed only, for
 * plug-ins that need their packages.
 */
final class ClassPath {
    private static final String CONTRACTS = "org.asterism.core.api";
    static final String CORE = "org.asterism.core.impl";
    private static final String FOLDERS = "org.apache.felix.fileinstall";
    private static final String CONSOLE = "org.apache.felix.gogo.jline";
    private static final String COMMANDS = "org.asterism.shell.gogo";
    private static final List<String> SERVICES =
            List.of("org.apache.felix.scr", "org.apache.felix.configadmin", "org.asterism.deploy.fileinstall", FOLDERS);
    private static final List<String> SHELL =
            List.of("org.apache.felix.gogo.runtime", "org.apache.felix.gogo.command", CONSOLE, COMMANDS);

    private final Map<String, ClassPathBundle> bundles;

    private ClassPath(Map<String, ClassPathBundle> bundles) {
        this.bundles = bundles;
    }

    /** Reads the manifests that a class loader sees. Of several bundles of the same name, the first one counts. */
    static ClassPath of(ClassLoader loader) {
        Map<String, ClassPathBundle> bundles = new LinkedHashMap<>();
        try {
            for (URL manifest : Collections.list(loader.getResources(JarFile.MANIFEST_NAME))) {
                ClassPathBundle.of(manifest).ifPresent(bundle -> bundles.putIfAbsent(bundle.name(), bundle));
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException("the class path cannot be read", unreadable);
        }
        return new ClassPath(bundles);
    }

    /**
     * Checks that nothing is missing that a container needs.
     *
     * @throws IllegalStateException if the class path has no such bundle
     */
    void check(boolean shell) {
        require(List.of(CONTRACTS, CORE), "asterism-embedded");
        require(SERVICES, "asterism-container");
        if (shell) {
            require(SHELL, "asterism-shell-gogo");
        }
    }

    private void require(List<String> names, String artifact) {
        List<String> missing =
                names.stream().filter(name -> !bundles.containsKey(name)).toList();
        if (!missing.isEmpty()) {
            throw new IllegalStateException("the class path has no jar file of "
                    + String.join(", ", missing) + ": add the dependency org.asterism:" + artifact
                    + ", and do not pack its jars into another one");
        }
    }

    /** The packages of the contracts with their versions, as the framework's property takes them. */
    String sharedPackages() {
        return bundles.get(CONTRACTS).header(Constants.EXPORT_PACKAGE);
    }

    /**
     * The bundles to install.
     *
     * @param watches whether there are watched folders; without any, File Install would watch one of its own choice
     * @param shell whether the shell is wanted
     */
    List<BundleFile> files(boolean watches, boolean shell) {
        List<BundleFile> files = new ArrayList<>();
        for (ClassPathBundle bundle : bundles.values()) {
            if (!bundle.name().equals(CONTRACTS) && !bundle.isFramework()) {
                files.add(new BundleFile(level(bundle), bundle.file(), isStarted(bundle, watches, shell)));
            }
        }
        return files;
    }

    private static boolean isStarted(ClassPathBundle bundle, boolean watches, boolean shell) {
        String name = bundle.name();
        if (SHELL.contains(name)) {
            return shell;
        }
        return name.equals(FOLDERS) ? watches : bundle.isPlugIn() || SERVICES.contains(name);
    }

    /** As in the distribution: those that take files start before File Install, which finds the files. */
    private static int level(ClassPathBundle bundle) {
        return switch (bundle.name()) {
            case "org.apache.felix.scr", "org.apache.felix.configadmin" -> 1;
            case "org.asterism.deploy.fileinstall", "org.asterism.policy.modular" -> 4;
            case FOLDERS -> 5;
            case CONSOLE -> 30;
            default -> 20;
        };
    }
}
