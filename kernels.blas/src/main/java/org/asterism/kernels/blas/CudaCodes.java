package org.asterism.kernels.blas;

import java.util.Optional;
import org.asterism.api.Implementation;
import org.asterism.kernels.blas.internal.cuda.CudaDense;

/** The implementations of the codelets for CUDA devices. */
final class CudaCodes {
    private static final MatrixProduct SUBTRACTED_TRANSPOSED = MatrixProduct.SUBTRACTED.withTransposedB();

    private CudaCodes() {}

    /**
     * The implementation for {@link org.asterism.api.Architecture#CUDA}.
     *
     * @param work of a codelet
     * @return empty if there is none, or the machine has no CUDA driver, or not the libraries that it needs
     */
    static Optional<Implementation> of(Work work) {
        return CudaDense.ofMachine().map(device -> of(work, device));
    }

    private static Implementation of(Work work, CudaDense device) {
        return switch (work) {
            case POTRF -> device.potrf(Codelets::firstRow);
            case TRSM -> device.trsm();
            case SYRK -> device.syrk();
            case GEMM_TRANSPOSED -> device.gemm(kernel -> SUBTRACTED_TRANSPOSED);
            case GETRF -> device.getrf(false, Codelets::firstRow);
            case GETRF_PIVOTED -> device.getrf(true, Codelets::firstRow);
            case LASWP -> device.laswp();
            case TRSM_UNIT_LOWER_LEFT -> device.trsmUnitLowerLeft();
            case TRSM_UPPER_RIGHT -> device.trsmUpperRight();
            case GEMM_SUBTRACTED -> device.gemm(kernel -> MatrixProduct.SUBTRACTED);
            case GEMM_WRITTEN -> device.gemm(Codelets::writtenProduct);
            case GEMM -> device.gemm(kernel -> Codelets.product(kernel, MatrixProduct.ADDED));
            case AXPY -> device.axpy(kernel -> Codelets.number(kernel, 1));
            case DOT -> device.dot();
            case FILL -> device.fill(kernel -> Codelets.number(kernel, 0));
            case ADD -> device.add();
        };
    }
}
