package org.asterism.driver.opencl.internal;

import org.asterism.api.data.VectorView;
import org.asterism.api.device.DeviceKernel;
import org.asterism.api.device.Grid;
import org.asterism.api.device.KernelArgument;
import org.asterism.api.device.KernelLanguage;

/** Doubles a vector. */
final class Doubling {
    static final DeviceKernel KERNEL = DeviceKernel.source(KernelLanguage.OPENCL_C, """
                    __kernel void twice(__global double *x, int n) {
                        int i = get_global_id(0);
                        if (i < n) x[i] *= 2;
                    }""")
            .kernel("twice")
            .arguments(KernelArgument.data(0), KernelArgument.length(0))
            .grid(kernel -> Grid.of(kernel.view(0, VectorView.class).length()))
            .build();

    private Doubling() {}
}
