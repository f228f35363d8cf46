package org.asterism.kernels.blas;

import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Kernel;
import org.asterism.api.KernelContext;
import org.asterism.api.model.PerformanceModel;

/** Builds codelets from the kernel for CPUs and the implementations of other architectures. */
final class Codelets {
    private Codelets() {}

    /**
     * A codelet.
     *
     * @param name shown to people
     * @param symbol of its performance model
     * @param cpu does the work on CPU cores
     */
    static Codelet of(Work work, String name, String symbol, Kernel cpu, Access... modes) {
        Codelet.Builder builder = Codelet.named(name).access(modes).cpu(cpu).model(PerformanceModel.history(symbol));
        OpenClCodes.of(work).ifPresent(code -> builder.implementation(Architecture.OPENCL, code));
        CudaCodes.of(work).ifPresent(code -> builder.implementation(Architecture.CUDA, code));
        return builder.build();
    }

    /** The row of the whole matrix at which the task's tile begins. */
    static long firstRow(KernelContext kernel) {
        Long given = kernel.argument(Long.class);
        return given == null ? 0 : given;
    }

    /** The task's number. */
    static double number(KernelContext kernel, double otherwise) {
        Double given = kernel.argument(Double.class);
        return given == null ? otherwise : given;
    }

    /** Returns the implementation of the task's product. */
    static MatrixProduct product(KernelContext kernel, MatrixProduct otherwise) {
        MatrixProduct given = kernel.argument(MatrixProduct.class);
        return given == null ? otherwise : given;
    }

    /** Returns the implementation of the task's product, which replaces C. */
    static MatrixProduct writtenProduct(KernelContext kernel) {
        MatrixProduct how = product(kernel, MatrixProduct.PRODUCT);
        if (how.beta() != 0) {
            throw new IllegalArgumentException("this codelet overwrites C, so beta must be 0, but it is " + how.beta()
                    + ": use the codelet that changes C");
        }
        return how;
    }
}
