package org.asterism.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.asterism.launcher.fixture.MisuseActivator;

/** The package {@code fixture} as a bundle: classes of the test's own loader do not see those of other bundles. */
final class FixtureBundle {
    private FixtureBundle() {}

    /** Writes the jar. */
    static Path writeTo(Path folder) throws Exception {
        var classes = Path.of(MisuseActivator.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        var inner = classes.resolve(MisuseActivator.class.getPackageName().replace('.', '/'));
        var jar = folder.resolve("fixture.jar");
        try (var out = new JarOutputStream(Files.newOutputStream(jar), manifest());
                var files = Files.list(inner)) {
            for (var file : files.toList()) {
                write(file, classes.relativize(file).toString(), out);
            }
        }
        return jar;
    }

    private static void write(Path file, String name, JarOutputStream out) throws IOException {
        out.putNextEntry(new ZipEntry(name));
        out.write(Files.readAllBytes(file));
    }

    private static Manifest manifest() {
        var manifest = new Manifest();
        var headers = manifest.getMainAttributes();
        headers.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        headers.putValue("Bundle-ManifestVersion", "2");
        headers.putValue("Bundle-SymbolicName", "fixture");
        headers.putValue("Bundle-Activator", MisuseActivator.class.getName());
        headers.putValue("DynamicImport-Package", "org.asterism.api,org.asterism.api.*,org.osgi.framework");
        return manifest;
    }
}
