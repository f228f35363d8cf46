package org.asterism.kernels.blas;

import static org.asterism.api.Access.COMMUTE;
import static org.asterism.api.Access.R;
import static org.asterism.api.Access.REDUX;
import static org.asterism.api.Access.RW;
import static org.asterism.api.Access.W;

import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.MatrixView;

/**
 * Codelets for products of matrices with any leading dimension. The data of a task are A and B with mode R, and C. The
 * task's argument, a {@link MatrixProduct}, defines the product. The codelets differ in their use of C.
 *
 * <p>All work on floats and on doubles. There is a set for each, because their performance models have the names in
 * StarPU's example, {@code starpu_dgemm_gemm} for doubles and {@code starpu_sgemm_gemm} for floats. So machines and
 * calibrations described for this example can be used.
 */
public final class GemmCodelets {
    private static final GemmCodelets FLOATS = new GemmCodelets("starpu_sgemm_gemm");
    private static final GemmCodelets DOUBLES = new GemmCodelets("starpu_dgemm_gemm");

    private final Codelet written;
    private final Codelet added;
    private final Codelet commuting;
    private final Codelet contribution;

    private GemmCodelets(String symbol) {
        written = Codelets.of(
                Work.GEMM_WRITTEN,
                "gemm",
                symbol,
                kernel -> DenseKernels.gemm(
                        Codelets.writtenProduct(kernel),
                        kernel.view(0, MatrixView.class),
                        kernel.view(1, MatrixView.class),
                        kernel.view(2, MatrixView.class)),
                R,
                R,
                W);
        added = changing(symbol, RW);
        commuting = changing(symbol, COMMUTE);
        contribution = changing(symbol, REDUX);
    }

    private static Codelet changing(String symbol, Access mode) {
        return Codelets.of(
                Work.GEMM,
                "gemm",
                symbol,
                kernel -> DenseKernels.gemm(
                        Codelets.product(kernel, MatrixProduct.ADDED),
                        kernel.view(0, MatrixView.class),
                        kernel.view(1, MatrixView.class),
                        kernel.view(2, MatrixView.class)),
                R,
                R,
                mode);
    }

    /**
     * The set for matrices of an element type.
     *
     * @param element {@code FLOAT} or {@code DOUBLE}
     * @return the same for each call
     * @throws IllegalArgumentException if it is another
     */
    public static GemmCodelets of(ElementType element) {
        return switch (element) {
            case FLOAT -> FLOATS;
            case DOUBLE -> DOUBLES;
            default ->
                throw new IllegalArgumentException(
                        "there is no product of matrices of " + element + ": give them elements of FLOAT or of DOUBLE");
        };
    }

    /**
     * Overwrites C, W: {@code C = alpha op(A) op(B)}; {@code C = A B} if the task has no argument. Its former content
     * is moved nowhere.
     *
     * @return the codelet; its tasks fail if beta is not 0
     */
    public Codelet written() {
        return written;
    }

    /**
     * Changes C, RW: {@code C = alpha op(A) op(B) + beta C}; {@code C = A B + C} if the task has no argument.
     *
     * @return the codelet
     */
    public Codelet added() {
        return added;
    }

    /**
     * {@link #added} with C in mode {@code COMMUTE}: tasks on one C run in any order, one at a time.
     *
     * @return the codelet
     */
    public Codelet commuting() {
        return commuting;
    }

    /**
     * {@link #added} with C in mode {@code REDUX}: tasks on one C run side by side. C needs a
     * {@link org.asterism.api.data.DataHandle#reduction reduction}, which {@link DenseCodelets#FILL} and
     * {@link DenseCodelets#ADD} make.
     *
     * @return the codelet
     */
    public Codelet contribution() {
        return contribution;
    }
}
