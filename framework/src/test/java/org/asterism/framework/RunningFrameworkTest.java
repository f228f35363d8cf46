package org.asterism.framework;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.FileOutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Constants;

class RunningFrameworkTest {
    @TempDir
    private Path folder;

    @Test
    void shouldNameTheRemedyOfItsUserForABundleThatLacksAPackage() throws Exception {
        var manifest = new Manifest();
        var headers = manifest.getMainAttributes();
        headers.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        headers.putValue(Constants.BUNDLE_MANIFESTVERSION, "2");
        headers.putValue(Constants.BUNDLE_SYMBOLICNAME, "lacking");
        headers.putValue(Constants.IMPORT_PACKAGE, "org.example.missing");
        var jar = folder.resolve("lacking.jar");
        new JarOutputStream(new FileOutputStream(jar.toFile()), manifest).close();

        try (var framework = RunningFramework.start(new FrameworkContent(
                work -> Map.of(), List.of(new BundleFile(1, jar, true)), Streams.current(), ComponentStore.none()))) {
            var problems = framework.problems("add the dependency");
            assertEquals(1, problems.size());
            var line = problems.getFirst();
            assertTrue(line.contains("org.example.missing"), line);
            assertTrue(line.endsWith("; add the dependency, or take " + jar + " out"), line);
        }
    }
}
