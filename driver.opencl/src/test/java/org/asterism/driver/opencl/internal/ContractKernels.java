package org.asterism.driver.opencl.internal;

import java.util.concurrent.CountDownLatch;
import org.asterism.api.Implementation;
import org.asterism.api.data.VectorView;
import org.asterism.api.device.DeviceCode;
import org.asterism.api.device.DeviceKernel;
import org.asterism.api.device.Grid;
import org.asterism.api.device.KernelArgument;
import org.asterism.api.device.KernelLanguage;

/** What the contract about executions runs, in OpenCL C. */
final class ContractKernels {
    static final DeviceKernel DOUBLING = DeviceKernel.source(KernelLanguage.OPENCL_C, """
                    __kernel void twice(__global int *x, int n) {
                        int i = get_global_id(0);
                        if (i < n) x[i] *= 2;
                    }""")
            .kernel("twice")
            .arguments(KernelArgument.data(0), KernelArgument.length(0))
            .grid(kernel -> Grid.of(kernel.view(0, VectorView.class).length()))
            .build();

    private ContractKernels() {}

    static Implementation failing(Exception failure) {
        return (DeviceCode) context -> {
            throw failure;
        };
    }

    /** Doubles behind an event that comes when it is let go. */
    static Implementation heldUntil(CountDownLatch go) {
        return (DeviceCode) context -> {
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
    }
}
