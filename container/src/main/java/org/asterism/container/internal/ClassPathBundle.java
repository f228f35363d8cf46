package org.asterism.container.internal;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.osgi.framework.Constants;

/**
 * A jar or folder of the class path that is a bundle.
 *
 * @param name its symbolic name
 * @param file the jar or folder
 * @param headers of its manifest
 */
record ClassPathBundle(String name, Path file, Attributes headers) {
    private static final String OURS = "org.asterism.";
    private static final String ENTRY = "!/" + JarFile.MANIFEST_NAME;

    /** Reads the one that a manifest belongs to; empty if it is none, or no file of its own. */
    static Optional<ClassPathBundle> of(URL manifest) {
        try {
            Optional<Path> file = file(manifest.toString());
            Attributes headers = file.isPresent() ? headers(file.get()) : new Attributes();
            String name = headers.getValue(Constants.BUNDLE_SYMBOLICNAME);
            return name == null || !"2".equals(headers.getValue(Constants.BUNDLE_MANIFESTVERSION))
                    ? Optional.empty()
                    : Optional.of(new ClassPathBundle(name.split(";", 2)[0].strip(), file.get(), headers));
        } catch (IOException | URISyntaxException | IllegalArgumentException unreadable) {
            System.getLogger(ClassPathBundle.class.getName())
                    .log(System.Logger.Level.WARNING, manifest + " cannot be read: " + unreadable.getMessage());
            return Optional.empty();
        }
    }

    private static Optional<Path> file(String manifest) throws URISyntaxException {
        String file = manifest.endsWith(ENTRY) && manifest.startsWith("jar:")
                ? manifest.substring("jar:".length(), manifest.length() - ENTRY.length())
                : manifest.substring(0, manifest.length() - JarFile.MANIFEST_NAME.length());
        return file.startsWith("file:") ? Optional.of(Path.of(new java.net.URI(file))) : Optional.empty();
    }

    private static Attributes headers(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            try (InputStream content = Files.newInputStream(file.resolve(JarFile.MANIFEST_NAME))) {
                return new Manifest(content).getMainAttributes();
            }
        }
        try (JarFile jar = new JarFile(file.toFile())) {
            return jar.getManifest().getMainAttributes();
        }
    }

    /** Whether it is a part of Asterism or uses its types. */
    boolean isPlugIn() {
        return name.startsWith(OURS) || header(Constants.IMPORT_PACKAGE).contains(OURS);
    }

    /** Whether it is a framework or its interface, which bundles must get from the framework that runs. */
    boolean isFramework() {
        return (header(Constants.EXPORT_PACKAGE) + ";").matches("(.*,)?\\s*org\\.osgi\\.framework[;,].*");
    }

    /** The value of a header; empty if there is none. */
    String header(String key) {
        String value = headers.getValue(key);
        return value == null ? "" : value;
    }
}
