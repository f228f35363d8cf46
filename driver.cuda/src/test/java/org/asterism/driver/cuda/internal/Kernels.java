package org.asterism.driver.cuda.internal;

import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.data.MatrixView;
import org.asterism.api.data.VectorView;
import org.asterism.api.device.DeviceKernel;
import org.asterism.api.device.Grid;
import org.asterism.api.device.KernelArgument;
import org.asterism.api.device.KernelLanguage;

/** Codelets of the tests: the kernels of kernels.cu. */
final class Kernels {
    static final DeviceKernel SCALE_PTX = scale(ptx());
    static final DeviceKernel SCALE_CUBIN =
            scale(DeviceKernel.binary(KernelLanguage.CUBIN, StandIn.program("kernels.cubin")));

    /** x *= the task's argument */
    static final Codelet SCALE = Codelet.named("scale")
            .access(Access.RW)
            .implementation(Architecture.CUDA, SCALE_PTX)
            .build();

    static final DeviceKernel AXPY_PTX = ptx().kernel("axpy")
            .arguments(
                    KernelArgument.data(0),
                    KernelArgument.data(1),
                    KernelArgument.floatValue(kernel -> kernel.argument(Double.class)),
                    KernelArgument.longValue(
                            kernel -> kernel.view(1, VectorView.class).length()))
            .grid(kernel -> Grid.of(kernel.view(1, VectorView.class).length()))
            .build();

    /** y += a x, where a is the task's argument */
    static final Codelet AXPY = Codelet.named("axpy")
            .access(Access.R, Access.RW)
            .implementation(Architecture.CUDA, AXPY_PTX)
            .build();

    /** Adds the task's argument to a matrix. */
    static final Codelet ADD_ROWS = Codelet.named("addrows")
            .access(Access.RW)
            .implementation(
                    Architecture.CUDA,
                    ptx().kernel("addrows")
                            .arguments(
                                    KernelArgument.data(0),
                                    KernelArgument.rows(0),
                                    KernelArgument.columns(0),
                                    KernelArgument.leadingDimension(0),
                                    KernelArgument.doubleValue(kernel -> kernel.argument(Double.class)))
                            .grid(kernel -> Grid.of(
                                    kernel.view(0, MatrixView.class).columns(),
                                    kernel.view(0, MatrixView.class).rows()))
                            .build())
            .build();

    static final DeviceKernel PAUSE_PTX = ptx().kernel("pause")
            .arguments(KernelArgument.longValue(kernel -> kernel.argument(Long.class)))
            .grid(kernel -> Grid.of(1))
            .build();

    /** Takes as many nanoseconds as the task's argument says. */
    static final Codelet PAUSE = Codelet.named("pause")
            .access(Access.RW)
            .implementation(Architecture.CUDA, PAUSE_PTX)
            .build();

    /** Touches memory that is not its own. */
    static final DeviceKernel FAULT = ptx().kernel("fault")
            .arguments(KernelArgument.data(0))
            .grid(kernel -> Grid.of(1))
            .build();

    /** x *= 2, on 32 bit integers. */
    static final DeviceKernel TWICE = ptx().kernel("twice")
            .arguments(KernelArgument.data(0), KernelArgument.length(0))
            .grid(kernel -> Grid.of(kernel.view(0, VectorView.class).length()))
            .build();

    /** Ends when the host has written a number other than 0 where its argument points to. */
    static final DeviceKernel HOLD =
            ptx().kernel("hold").grid(kernel -> Grid.of(1)).build();

    private Kernels() {}

    static DeviceKernel.Builder ptx() {
        return DeviceKernel.source(KernelLanguage.PTX, new String(StandIn.program("kernels.ptx")));
    }

    private static DeviceKernel scale(DeviceKernel.Builder program) {
        return program.kernel("scale")
                .arguments(
                        KernelArgument.data(0),
                        KernelArgument.doubleValue(kernel -> kernel.argument(Double.class)),
                        KernelArgument.length(0))
                .grid(kernel -> Grid.of(kernel.view(0, VectorView.class).length()))
                .build();
    }
}
