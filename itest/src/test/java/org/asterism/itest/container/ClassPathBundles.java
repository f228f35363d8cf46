package org.asterism.itest.container;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/** The bundles on this JVM's class path: jars, or folders of classes with a manifest, as Maven's phase has it. */
final class ClassPathBundles {
    private static final String SYMBOLIC_NAME = "Bundle-SymbolicName";

    private final Map<String, Path> byName = new TreeMap<>();

    ClassPathBundles() {
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path path = Path.of(entry);
            Manifest manifest = manifest(path);
            String name = manifest == null ? null : manifest.getMainAttributes().getValue(SYMBOLIC_NAME);
            if (name != null) {
                byName.putIfAbsent(name.replaceFirst(";.*", "").strip(), path);
            }
        }
    }

    /** All bundles, by symbolic name. */
    Map<String, Path> all() {
        return byName;
    }

    /** Where to install a bundle from; the framework uses the files where they are. */
    String location(String symbolicName) {
        return "reference:" + path(symbolicName).toUri();
    }

    Manifest manifestOf(String symbolicName) {
        return manifest(path(symbolicName));
    }

    private Path path(String symbolicName) {
        Path path = byName.get(symbolicName);
        if (path == null) {
            throw new IllegalArgumentException("no bundle '" + symbolicName
                    + "' on the class path; add it to the dependencies of itest. There are: " + byName.keySet());
        }
        return path;
    }

    private static Manifest manifest(Path path) {
        try {
            if (Files.isDirectory(path)) {
                Path file = path.resolve(JarFile.MANIFEST_NAME);
                if (!Files.exists(file)) {
                    return null;
                }
                try (var in = Files.newInputStream(file)) {
                    return new Manifest(in);
                }
            }
            if (!Files.exists(path)) {
                return null;
            }
            try (JarFile jar = new JarFile(path.toFile())) {
                return jar.getManifest();
            }
        } catch (IOException failure) {
            throw new UncheckedIOException("class path entry " + path + " cannot be read", failure);
        }
    }
}
