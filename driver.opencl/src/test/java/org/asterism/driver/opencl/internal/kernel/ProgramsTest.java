package org.asterism.driver.opencl.internal.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.asterism.api.device.DeviceKernel;
import org.asterism.api.device.Grid;
import org.asterism.api.device.KernelLanguage;
import org.asterism.driver.opencl.internal.device.Discovery;
import org.asterism.driver.opencl.internal.device.OpenDevice;
import org.asterism.driver.opencl.internal.device.Opening;
import org.asterism.kit.device.KernelCache;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProgramsTest {
    private static final int THREADS = 4;

    private OpenDevice device;
    private Programs programs;

    @BeforeEach
    void open() {
        Discovery.Found found = Discovery.find();
        assumeFalse(found.devices().isEmpty(), () -> "SKIPPED, nothing is tested: " + found.remark());
        device = new Opening(List.of(), false)
                .open(found.devices().subList(0, 1))
                .getFirst();
        device.hold();
        programs = new Programs(device, KernelCache.of("none"));
    }

    @AfterEach
    void close() {
        if (device != null) {
            programs.release();
            device.letGo();
        }
    }

    private static DeviceKernel kernel(String body) {
        return DeviceKernel.source(KernelLanguage.OPENCL_C, "__kernel void k(__global int *x) { " + body + " }")
                .kernel("k")
                .grid(context -> Grid.of(1))
                .build();
    }

    @Test
    void shouldCompileOnceWhenSeveralWorkersAskAtTheSameTime() throws Exception {
        CyclicBarrier start = new CyclicBarrier(THREADS);
        List<FutureTask<BuiltProgram>> asked = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            FutureTask<BuiltProgram> task = new FutureTask<>(() -> {
                start.await();
                return programs.of(kernel("x[0] = 1;"));
            });
            Thread.ofPlatform().daemon().start(task);
            asked.add(task);
        }
        Map<BuiltProgram, Boolean> built = new IdentityHashMap<>();
        for (FutureTask<BuiltProgram> task : asked) {
            built.put(task.get(60, TimeUnit.SECONDS), true);
        }
        assertEquals(1, built.size(), "programs built");
    }

    @Test
    void shouldNotCompileAgainWhatCannotBeCompiled() {
        Exception first = assertThrows(BuildFailedException.class, () -> programs.of(kernel("wrong")));
        Exception second = assertThrows(BuildFailedException.class, () -> programs.of(kernel("wrong")));
        assertSame(first, second);
    }
}
