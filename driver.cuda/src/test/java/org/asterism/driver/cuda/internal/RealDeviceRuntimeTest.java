package org.asterism.driver.cuda.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.asterism.api.TaskRuntime;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.VectorView;
import org.asterism.api.device.DeviceKernel;
import org.asterism.api.device.Grid;
import org.asterism.api.device.KernelArgument;
import org.asterism.api.device.KernelLanguage;
import org.asterism.driver.cuda.internal.kernel.NvrtcFinder;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Programs on a real device, if there is one. */
final class RealDeviceRuntimeTest extends RuntimeOnCuda {
    private CudaDriver driver;

    @BeforeEach
    void needsADevice() {
        driver = RealDevice.assume();
    }

    @Override
    CudaDriver driver() {
        return driver;
    }

    @Test
    void shouldCompileCudaCForTheDevice() throws InterruptedException {
        Assumptions.assumeTrue(new NvrtcFinder().get().isPresent(), "this machine has no NVRTC");
        DeviceKernel kernel = DeviceKernel.source(
                        KernelLanguage.CUDA_C, new String(StandIn.program("kernels.cu"), StandardCharsets.UTF_8))
                .kernel("scale")
                .arguments(KernelArgument.data(0), KernelArgument.doubleValue(context -> 3), KernelArgument.length(0))
                .grid(context -> Grid.of(context.view(0, VectorView.class).length()))
                .build();
        TaskRuntime runtime = runtime(Map.of("devices", "0", "cache", "none"));
        double[] values = numbers(1000);
        DataHandle data = runtime.data().vector(values);
        runtime.task(codelet(kernel)).data(data).submit();
        data.close();
        assertArrayEquals(times(3, numbers(1000)), values);
    }
}
