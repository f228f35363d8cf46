package org.asterism.launcher;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;

/** Finds the jars of other modules that tests use. */
final class JarOnClassPath {
    private JarOnClassPath() {}

    static Path of(String name) {
        var classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return Arrays.stream(classPath.split(File.pathSeparator))
                .map(Path::of)
                .filter(jar -> jar.getFileName().toString().matches(name + ".*\\.jar"))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + name + "-*.jar in " + classPath));
    }
}
