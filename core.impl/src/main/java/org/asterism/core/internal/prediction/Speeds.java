package org.asterism.core.internal.prediction;

import org.asterism.api.Architecture;

/**
 * Default relative speeds of processors, for when nothing else is known.
 *
 * <p>The numbers are StarPU's, so that policies that weigh workers by them decide as in StarPU. Only the ratios of the
 * numbers matter: a GPU counts as about 25 CPU cores.
 */
final class Speeds {
    private static final double CPU = 0.5;
    private static final double CUDA = 13.33;
    private static final double OPENCL = 12.22;
    private static final double OTHERS = 1;

    private Speeds() {}

    static double of(Architecture architecture) {
        return switch (architecture.name()) {
            case "cpu", "fpga" -> CPU;
            case "cuda", "hip", "sycl" -> CUDA;
            case "opencl" -> OPENCL;
            default -> OTHERS;
        };
    }
}
