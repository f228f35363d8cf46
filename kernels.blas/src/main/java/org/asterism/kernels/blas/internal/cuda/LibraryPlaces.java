package org.asterism.kernels.blas.internal.cuda;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The folders in which NVIDIA's libraries may be, besides those of the system's loader: folders that the user names, a
 * toolkit named by the environment, and toolkits in the usual place.
 *
 * <p>A folder that a user names may also be the {@code site-packages} of a Python installation, in which packages of
 * pip keep each library in a separate folder.
 */
final class LibraryPlaces {
    /** The system property that names folders, with the path separator between. */
    static final String PROPERTY = "asterism.cuda.libraries";

    /** The environment variable that does so if the property is not set. */
    static final String VARIABLE = "ASTERISM_CUDA_LIBRARIES";

    private static final List<String> TOOLKITS = List.of("CUDA_HOME", "CUDA_PATH");
    private static final List<String> IN_TOOLKIT = List.of("lib64", "lib", "targets/x86_64-linux/lib", "lib/x64");

    private LibraryPlaces() {}

    /** Returns the folders that this process's environment names, and those of the machine. */
    static List<Path> ofMachine() {
        return of(System.getProperty(PROPERTY), System.getenv(), Path.of("/usr/local"));
    }

    /**
     * The folders, those to be preferred first.
     *
     * @param property the value of the system property, or null
     * @param environment of the process
     * @param local the folder in which toolkits are installed, in folders whose names begin with cuda
     */
    static List<Path> of(String property, Map<String, String> environment, Path local) {
        Set<Path> found = new LinkedHashSet<>();
        String named = property != null ? property : environment.getOrDefault(VARIABLE, "");
        for (String folder : named.split(File.pathSeparator)) {
            if (!folder.isBlank()) {
                addNamed(Path.of(folder.trim()), found);
            }
        }
        for (String variable : TOOLKITS) {
            String toolkit = environment.getOrDefault(variable, "");
            if (!toolkit.isBlank()) {
                addToolkit(Path.of(toolkit), found);
            }
        }
        for (Path toolkit : children(local, "cuda*").reversed()) {
            addToolkit(toolkit, found);
        }
        return List.copyOf(found);
    }

    private static void addNamed(Path folder, Set<Path> found) {
        found.add(folder);
        addToolkit(folder, found);
        Path packages = folder.endsWith("nvidia") ? folder : folder.resolve("nvidia");
        for (Path each : children(packages, "*")) {
            addIfThere(each.resolve("lib"), found);
        }
    }

    private static void addToolkit(Path toolkit, Set<Path> found) {
        for (String folder : IN_TOOLKIT) {
            addIfThere(toolkit.resolve(folder), found);
        }
    }

    private static void addIfThere(Path folder, Set<Path> found) {
        if (Files.isDirectory(folder)) {
            found.add(folder);
        }
    }

    /** The folders below one, by name; none if it is not there, or may not be read. */
    private static List<Path> children(Path folder, String pattern) {
        List<Path> children = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder, pattern)) {
                stream.forEach(children::add);
            } catch (IOException unreadable) {
                return List.of();
            }
        }
        children.sort(null);
        return children;
    }
}
