package org.asterism.driver.cuda.internal.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Builds libraries from the sources in C beside the tests. */
public final class NativeBuild {
    private static final Path SOURCES = Path.of("src/test/c");

    private NativeBuild() {}

    /**
     * Builds a library.
     *
     * @param library where it shall be
     * @param name under which the system's loader shall know it
     * @param sources files beside the tests
     * @return why it cannot be built here; empty if it was
     * @throws AssertionError if the sources are wrong
     */
    public static String build(Path library, String name, String... sources) {
        List<String> command = new ArrayList<>(List.of(
                "gcc", "-Wall", "-Wextra", "-Werror", "-O2", "-fPIC", "-shared", "-pthread", "-Wl,-soname," + name));
        command.addAll(List.of("-o", library.toString()));
        for (String source : sources) {
            command.add(SOURCES.resolve(source).toString());
        }
        command.add("-ldl");
        try {
            Files.createDirectories(library.getParent());
            Process gcc = new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(gcc.getInputStream().readAllBytes());
            if (gcc.waitFor() != 0) {
                throw new AssertionError(library + " cannot be built:\n" + said);
            }
            return "";
        } catch (IOException noCompiler) {
            return "there is no gcc to build " + library.getFileName() + " for tests (" + noCompiler + ")";
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return "interrupted while " + library + " was built";
        }
    }
}
