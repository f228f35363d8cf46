package org.asterism.driver.opencl.internal;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.asterism.api.Implementation;
import org.asterism.api.device.DeviceCode;
import org.asterism.api.device.DeviceKernel;
import org.asterism.api.device.Grid;
import org.asterism.api.device.KernelArgument;
import org.asterism.api.device.KernelLanguage;
import org.asterism.spi.driver.Driver;
import org.asterism.tck.ExecutionContract;
import org.junit.jupiter.api.BeforeEach;

class OpenClExecutionContractTest extends ExecutionContract {
    private static final DeviceKernel DOUBLING = DeviceKernel.source(KernelLanguage.OPENCL_C, """
                    __kernel void twice(__global int *x, int n) {
                        int i = get_global_id(0);
                        if (i < n) x[i] *= 2;
                    }""")
            .kernel("twice")
            .arguments(KernelArgument.data(0), KernelArgument.length(0))
            .grid(kernel -> Grid.of(kernel.vector(0).length()))
            .build();

    @BeforeEach
    void assumeOpenCl() {
        Pocl.assumeThere();
    }

    @Override
    protected Driver driver() {
        return Pocl.driver();
    }

    @Override
    protected Map<String, String> properties() {
        return Map.of("memory.limit", "64m", "workers", "2", "pipeline", "3");
    }

    @Override
    protected Implementation doubling() {
        return DOUBLING;
    }

    @Override
    protected Implementation failing(Exception failure) {
        return (DeviceCode) context -> {
            throw failure;
        };
    }

    @Override
    protected boolean inspects() {
        return true;
    }

    @Override
    protected Optional<Implementation> heldUntil(CountDownLatch go) {
        DeviceCode held = context -> {
            UserEvent event = UserEvent.in(context.deviceContext());
            event.hold(context.queue());
            context.launch(DOUBLING);
            Thread.ofPlatform().daemon().start(() -> {
                try {
                    go.await();
                } catch (InterruptedException stray) {
                    Thread.currentThread().interrupt();
                }
                event.set(0);
            });
        };
        return Optional.of(held);
    }
}
