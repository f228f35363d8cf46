package org.asterism.kernels.blas;

import java.util.Optional;
import org.asterism.api.Implementation;
import org.asterism.api.data.MatrixView;
import org.asterism.api.data.VariableView;
import org.asterism.api.data.VectorView;
import org.asterism.api.device.DeviceCode;
import org.asterism.api.device.DeviceContext;
import org.asterism.kernels.blas.internal.Triangle;
import org.asterism.kernels.blas.internal.opencl.OpenClWork;

/** The implementations of the codelets for OpenCL devices. */
final class OpenClCodes {
    private OpenClCodes() {}

    /**
     * The implementation for {@link org.asterism.api.Architecture#OPENCL}.
     *
     * @param work of a codelet
     * @return empty if there is none
     */
    static Optional<Implementation> of(Work work) {
        return Optional.of(code(work));
    }

    private static DeviceCode code(Work work) {
        return switch (work) {
            case POTRF ->
                context -> {
                    Shapes.potrf(context.view(0, MatrixView.class));
                    OpenClWork.factorCholesky(context, Codelets.firstRow(context));
                };
            case TRSM ->
                context -> {
                    Shapes.trsm(context.view(0, MatrixView.class), context.view(1, MatrixView.class));
                    OpenClWork.solve(context, Triangle.LOWER_TRANSPOSED_RIGHT);
                };
            case TRSM_UNIT_LOWER_LEFT ->
                context -> {
                    Shapes.trsmUnitLowerLeft(context.view(0, MatrixView.class), context.view(1, MatrixView.class));
                    OpenClWork.solve(context, Triangle.UNIT_LOWER_LEFT);
                };
            case TRSM_UPPER_RIGHT ->
                context -> {
                    Shapes.trsmUpperRight(context.view(0, MatrixView.class), context.view(1, MatrixView.class));
                    OpenClWork.solve(context, Triangle.UPPER_RIGHT);
                };
            case SYRK ->
                context -> {
                    Shapes.syrk(context.view(0, MatrixView.class), context.view(1, MatrixView.class));
                    OpenClWork.subtractSquare(context);
                };
            case GEMM_TRANSPOSED -> context -> multiply(context, MatrixProduct.SUBTRACTED.withTransposedB());
            case GEMM_SUBTRACTED -> context -> multiply(context, MatrixProduct.SUBTRACTED);
            case GEMM_WRITTEN -> context -> multiply(context, Codelets.writtenProduct(context));
            case GEMM -> context -> multiply(context, Codelets.product(context, MatrixProduct.ADDED));
            case GETRF ->
                context -> {
                    Shapes.getrf(context.view(0, MatrixView.class));
                    OpenClWork.factorLu(context, false, Codelets.firstRow(context));
                };
            case GETRF_PIVOTED ->
                context -> {
                    Shapes.getrf(context.view(0, MatrixView.class), context.view(1, VectorView.class));
                    OpenClWork.factorLu(context, true, Codelets.firstRow(context));
                };
            case LASWP ->
                context -> {
                    Shapes.laswp(context.view(0, MatrixView.class), context.view(1, VectorView.class));
                    OpenClWork.exchangeRows(context);
                };
            case AXPY ->
                context -> {
                    Shapes.vectors("axpy", context.view(0, VectorView.class), context.view(1, VectorView.class));
                    OpenClWork.addVectors(context, Codelets.number(context, 1));
                };
            case DOT ->
                context -> {
                    Shapes.dot(
                            context.view(0, VectorView.class),
                            context.view(1, VectorView.class),
                            context.view(2, VariableView.class));
                    OpenClWork.dot(context);
                };
            case FILL ->
                context -> {
                    Shapes.fill(context.data(0));
                    OpenClWork.fill(context, Codelets.number(context, 0));
                };
            case ADD ->
                context -> {
                    Shapes.add(context.data(0), context.data(1));
                    OpenClWork.add(context);
                };
        };
    }

    private static void multiply(DeviceContext context, MatrixProduct how) throws Exception {
        Shapes.gemm(
                how,
                context.view(0, MatrixView.class),
                context.view(1, MatrixView.class),
                context.view(2, MatrixView.class));
        OpenClWork.multiply(context, how);
    }
}
