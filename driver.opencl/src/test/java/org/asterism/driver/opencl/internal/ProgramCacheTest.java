package org.asterism.driver.opencl.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.asterism.api.data.VectorView;
import org.asterism.api.device.DeviceKernel;
import org.asterism.api.device.Grid;
import org.asterism.api.device.KernelArgument;
import org.asterism.api.device.KernelLanguage;
import org.asterism.kit.device.KernelCache;
import org.asterism.kit.device.KernelKey;
import org.asterism.spi.driver.Driver;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramCacheTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void assumeOpenCl() {
        Pocl.assumeThere();
    }

    private Driver driver() {
        return new OpenClDriver(Map.of("cpu.devices", true, "cache", folder.toString()));
    }

    private static DeviceKernel setting(int number) {
        return DeviceKernel.source(
                        KernelLanguage.OPENCL_C, "__kernel void set(__global double *x) { x[0] = " + number + "; }")
                .kernel("set")
                .arguments(KernelArgument.data(0))
                .grid(kernel -> Grid.of(1))
                .build();
    }

    private double run(DeviceKernel kernel) throws Exception {
        try (StartedUnit on = StartedUnit.of(driver(), "devices", "0")) {
            VectorView vector = on.vector(0);
            on.run(kernel, vector);
            return on.numbers(vector)[0];
        }
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    @Test
    void shouldRunWhatWasCompiledBefore() throws Exception {
        assertEquals(1, run(setting(1)));
        Path first = files().getFirst();
        byte[] compiled = Files.readAllBytes(first);
        assertEquals(2, run(setting(2)));
        Path second =
                files().stream().filter(file -> !file.equals(first)).findFirst().orElseThrow();
        // The cache is made to hold the first program in the second one's place: who runs that was not compiled.
        KernelKey firstKey = new KernelKey(first.getFileName().toString().replace(".kernel", ""));
        KernelKey secondKey = new KernelKey(second.getFileName().toString().replace(".kernel", ""));
        KernelCache cache = KernelCache.of(folder.toString());
        cache.store(secondKey, cache.find(firstKey).orElseThrow());
        assertEquals(1, run(setting(2)));
        assertArrayEquals(compiled, Files.readAllBytes(first));
    }

    @Test
    void shouldCompileAgainWhatTheDeviceDoesNotTake() throws Exception {
        assertEquals(3, run(setting(3)));
        Path file = files().getFirst();
        KernelKey key = new KernelKey(file.getFileName().toString().replace(".kernel", ""));
        KernelCache cache = KernelCache.of(folder.toString());
        cache.store(key, new byte[] {1, 2, 3});
        assertEquals(3, run(setting(3)));
        assertTrue(cache.find(key).orElseThrow().length > 3, "what was kept anew");
        Files.writeString(file, "damaged");
        assertEquals(3, run(setting(3)));
        assertTrue(cache.find(key).orElseThrow().length > 3, "what was kept anew");
    }
}
