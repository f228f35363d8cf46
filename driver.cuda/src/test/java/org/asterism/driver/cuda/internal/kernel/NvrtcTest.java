package org.asterism.driver.cuda.internal.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.asterism.driver.cuda.internal.testing.NativeBuild;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** On a stand-in for the compiler, which lies where CUDA_HOME says. */
final class NvrtcTest {
    private static final Path HOME = Path.of("target/nvrtc").toAbsolutePath();

    private final NvrtcFinder finder = new NvrtcFinder(Map.of("CUDA_HOME", HOME.toString()), Path.of("/nowhere"));

    @BeforeAll
    static void build() {
        Path folder = HOME.resolve("lib64");
        String whyNot = NativeBuild.build(
                folder.resolve("libnvrtc-builtins.so.12.1"), "libnvrtc-builtins.so.12.1", "nvrtc_builtins.c");
        Assumptions.assumeTrue(whyNot.isEmpty(), whyNot);
        NativeBuild.build(folder.resolve("libnvrtc.so.12"), "libnvrtc-standin.so.12", "nvrtc.c");
    }

    private String compiled(String source, int capability, String... options) {
        return compiledFor(13000, source, capability, options);
    }

    private String compiledFor(int driverVersion, String source, int capability, String... options) {
        return new String(
                finder.get().orElseThrow().compile(source, "a test", capability, driverVersion, List.of(options)));
    }

    @Test
    void shouldFindTheCompilerWhereTheEnvironmentSays() {
        assertEquals("nvrtc 12.1", finder.get().orElseThrow().version());
    }

    @Test
    void shouldCompileForTheDeviceThatThereIs() {
        String image = compiled("extern \"C\" __global__ void scale(double *x) {}", 80, "--use_fast_math");
        assertTrue(image.contains(".entry scale("), image);
        assertTrue(image.contains("// --use_fast_math\n// --gpu-architecture=sm_80"), image);
    }

    @Test
    void shouldCompileToPtxForADeviceThatIsNewerThanTheCompiler() {
        String image = compiled("extern \"C\" __global__ void scale(double *x) {}", 120);
        assertTrue(image.contains("// --gpu-architecture=compute_80"), image);
    }

    @Test
    void shouldCompileToPtxForADriverOfAnOlderMajorVersion() {
        String source = "extern \"C\" __global__ void scale(double *x) {}";
        String older = compiledFor(11080, source, 80);
        assertTrue(older.startsWith(".version") && older.contains("// --gpu-architecture=compute_80"), older);
        String same = compiledFor(12000, source, 80);
        assertTrue(same.startsWith("CUBIN") && same.contains("// --gpu-architecture=sm_80"), same);
    }

    @Test
    void shouldRefuseDevicesThatTheCompilerLeavesOut() {
        String message = assertThrows(IllegalArgumentException.class, () -> compiled("", 70))
                .getMessage();
        assertTrue(message.contains("nvrtc 12.1 compiles for [75, 80]") && message.contains("7.0"), message);
    }

    @Test
    void shouldGiveTheCompilersLog() {
        String message = assertThrows(IllegalArgumentException.class, () -> compiled("error", 80))
                .getMessage();
        assertTrue(
                message.contains("a test")
                        && message.contains("NVRTC_ERROR_COMPILATION (6)")
                        && message.contains("stand-in(1): error: this program says that it is wrong"),
                message);
    }

    @Test
    void shouldFindNoCompilerWhereThereIsNone() {
        Assumptions.assumeTrue(
                new NvrtcFinder(Map.of(), Path.of("/nowhere")).get().isEmpty(), "this machine has a compiler");
        assertTrue(new NvrtcFinder(Map.of("CUDA_HOME", "/nowhere"), Path.of("/nowhere"))
                .get()
                .isEmpty());
    }
}
