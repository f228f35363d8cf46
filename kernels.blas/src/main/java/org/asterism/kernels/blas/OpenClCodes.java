package org.asterism.kernels.blas;

import java.util.Optional;
import org.asterism.api.Implementation;
import org.asterism.api.device.DeviceCode;
import org.asterism.api.device.DeviceContext;
import org.asterism.kernels.blas.internal.Triangle;
import org.asterism.kernels.blas.internal.opencl.OpenClWork;

/** How OpenCL devices do the work of the codelets. */
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
                    Shapes.potrf(context.matrix(0));
                    OpenClWork.factorCholesky(context, Codelets.firstRow(context));
                };
            case TRSM ->
                context -> {
                    Shapes.trsm(context.matrix(0), context.matrix(1));
                    OpenClWork.solve(context, Triangle.LOWER_TRANSPOSED_RIGHT);
                };
            case TRSM_UNIT_LOWER_LEFT ->
                context -> {
                    Shapes.trsmUnitLowerLeft(context.matrix(0), context.matrix(1));
                    OpenClWork.solve(context, Triangle.UNIT_LOWER_LEFT);
                };
            case TRSM_UPPER_RIGHT ->
                context -> {
                    Shapes.trsmUpperRight(context.matrix(0), context.matrix(1));
                    OpenClWork.solve(context, Triangle.UPPER_RIGHT);
                };
            case SYRK ->
                context -> {
                    Shapes.syrk(context.matrix(0), context.matrix(1));
                    OpenClWork.subtractSquare(context);
                };
            case GEMM_TRANSPOSED -> context -> multiply(context, MatrixProduct.SUBTRACTED.withTransposedB());
            case GEMM_SUBTRACTED -> context -> multiply(context, MatrixProduct.SUBTRACTED);
            case GEMM_WRITTEN -> context -> multiply(context, Codelets.writtenProduct(context));
            case GEMM -> context -> multiply(context, Codelets.product(context, MatrixProduct.ADDED));
            case GETRF ->
                context -> {
                    Shapes.getrf(context.matrix(0));
                    OpenClWork.factorLu(context, false, Codelets.firstRow(context));
                };
            case GETRF_PIVOTED ->
                context -> {
                    Shapes.getrf(context.matrix(0), context.vector(1));
                    OpenClWork.factorLu(context, true, Codelets.firstRow(context));
                };
            case LASWP ->
                context -> {
                    Shapes.laswp(context.matrix(0), context.vector(1));
                    OpenClWork.exchangeRows(context);
                };
            case AXPY ->
                context -> {
                    Shapes.vectors("axpy", context.vector(0), context.vector(1));
                    OpenClWork.addVectors(context, Codelets.number(context, 1));
                };
            case DOT ->
                context -> {
                    Shapes.dot(context.vector(0), context.vector(1), context.variable(2));
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
        Shapes.gemm(how, context.matrix(0), context.matrix(1), context.matrix(2));
        OpenClWork.multiply(context, how);
    }
}
