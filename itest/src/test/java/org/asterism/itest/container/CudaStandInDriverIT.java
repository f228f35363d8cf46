package org.asterism.itest.container;

import static org.junit.Assume.assumeFalse;
import static org.junit.Assume.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.asterism.api.Architecture;

/** The driver for CUDA, on the stand-in for NVIDIA's library, which is built here and computes on the processor. */
public class CudaStandInDriverIT extends DeviceDriverJourney {
    private static final Path LIBRARY = Path.of("target/standin/libcuda.so.1").toAbsolutePath();
    private static final Path STAND_IN = Path.of("../driver.cuda/src/test/c");
    private static final Path KERNELS = Path.of("src/test/c/journey.c");

    private static boolean loaded;

    /** Called by Pax Exam. */
    public CudaStandInDriverIT() {
        super(Architecture.CUDA, "CudaDriver", "jcuda.driver.JCudaDriver");
    }

    @Override
    Map<String, Object> prepare() throws Exception {
        assumeFalse("there is a real device", Files.exists(Path.of("/dev/nvidiactl")));
        if (!loaded) {
            assumeTrue("there is no gcc to build the stand-in for CUDA's library", isBuilt());
            load();
            loaded = true;
        }
        return Map.of("devices", "0");
    }

    private static boolean isBuilt() throws Exception {
        Files.createDirectories(LIBRARY.getParent());
        try {
            Process gcc = new ProcessBuilder(List.of(
                            "gcc",
                            "-O2",
                            "-fPIC",
                            "-shared",
                            "-pthread",
                            "-Wl,-soname,libcuda.so.1",
                            "-I" + STAND_IN,
                            "-o",
                            LIBRARY.toString(),
                            STAND_IN.resolve("standin.c").toString(),
                            KERNELS.toString(),
                            "-ldl"))
                    .inheritIO()
                    .start();
            return gcc.waitFor() == 0;
        } catch (IOException noCompiler) {
            return false;
        }
    }

    /** Whoever asks the system for a library of this name from now on gets this one. */
    @SuppressWarnings("restricted")
    private static void load() {
        System.load(LIBRARY.toString());
    }
}
