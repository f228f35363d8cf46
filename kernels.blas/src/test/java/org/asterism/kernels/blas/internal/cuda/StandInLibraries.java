package org.asterism.kernels.blas.internal.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Builds the stand-ins for cuBLAS and cuSOLVER with the machine's C compiler. No device is needed, and none is shown to
 * work.
 */
final class StandInLibraries {
    private static final Path SOURCE = Path.of("src", "test", "c", "standin_cublas.c");

    private StandInLibraries() {}

    /** Leaves the test out where there is no C compiler, or where libraries are called otherwise. */
    static void assumeCompiler() {
        assumeTrue(System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("linux"), "needs Linux");
        try {
            assumeTrue(
                    new ProcessBuilder("gcc", "--version")
                                    .redirectErrorStream(true)
                                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                                    .start()
                                    .waitFor()
                            == 0,
                    "needs gcc");
        } catch (IOException missing) {
            assumeTrue(false, "needs gcc: " + missing.getMessage());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    /** Builds those of CUDA 13 or 12 into a folder; cuBLAS needs a library that only this folder has. */
    static Path build(Path folder, int major) throws IOException, InterruptedException {
        return build(folder, folder, folder, major);
    }

    /** Builds each library into a folder of its own, as packages of pip have them. */
    static Path build(Path light, Path blas, Path solver, int major) throws IOException, InterruptedException {
        String lightName = "libcublasLt.so." + major;
        compile(light.resolve(lightName), lightName, major, "-DPART_LT");
        String needed = light.resolve(lightName).toString();
        String blasName = "libcublas.so." + major;
        compile(blas.resolve(blasName), blasName, major, "-DPART_BLAS", needed, "-lm", "-ldl");
        String solverName = "libcusolver.so." + (major - 1);
        compile(solver.resolve(solverName), solverName, major, needed, "-lm", "-ldl");
        return blas;
    }

    private static void compile(Path library, String name, int major, String... more)
            throws IOException, InterruptedException {
        Files.createDirectories(library.getParent());
        List<String> command = new ArrayList<>(List.of(
                "gcc",
                "-shared",
                "-fPIC",
                "-O1",
                "-DCUDA_MAJOR=" + major,
                "-Wl,-z,noexecstack,-soname," + name,
                "-o",
                library.toString(),
                SOURCE.toString()));
        command.addAll(List.of(more));
        Process compiler = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(compiler.getInputStream().readAllBytes());
        assertEquals(0, compiler.waitFor(), output);
    }
}
