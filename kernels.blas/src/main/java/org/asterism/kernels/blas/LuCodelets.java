package org.asterism.kernels.blas;

import static org.asterism.api.Access.R;
import static org.asterism.api.Access.RW;
import static org.asterism.api.Access.W;

import org.asterism.api.Codelet;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.MatrixView;
import org.asterism.api.data.VectorView;

/**
 * The codelets of a tiled factorisation into L, with ones on its diagonal, and U, on matrices with any leading
 * dimension. The method of {@link DenseKernels} of the same name documents the result of each.
 *
 * <p>All work on floats and on doubles. There is a set for each, because their performance models have the names in
 * StarPU's examples, such as {@code starpu_dlu_lu_model_getrf} for doubles and {@code starpu_slu_lu_model_getrf} for
 * floats. So machines and calibrations described for these examples can be used.
 */
public final class LuCodelets {
    private static final LuCodelets FLOATS = new LuCodelets("starpu_slu_lu_model_");
    private static final LuCodelets DOUBLES = new LuCodelets("starpu_dlu_lu_model_");

    private final Codelet getrf;
    private final Codelet getrfPivoted;
    private final Codelet laswp;
    private final Codelet trsmUnitLowerLeft;
    private final Codelet trsmUpperRight;
    private final Codelet gemm;

    private LuCodelets(String symbol) {
        getrf = Codelets.of(
                Work.GETRF,
                "getrf",
                symbol + "getrf",
                kernel -> DenseKernels.getrf(kernel.view(0, MatrixView.class), Codelets.firstRow(kernel)),
                RW);
        getrfPivoted = Codelets.of(
                Work.GETRF_PIVOTED,
                "getrf_pivoted",
                symbol + "getrf_pivot",
                kernel -> DenseKernels.getrf(
                        kernel.view(0, MatrixView.class), kernel.view(1, VectorView.class), Codelets.firstRow(kernel)),
                RW,
                W);
        laswp = Codelets.of(
                Work.LASWP,
                "laswp",
                symbol + "pivot",
                kernel -> DenseKernels.laswp(kernel.view(0, MatrixView.class), kernel.view(1, VectorView.class)),
                RW,
                R);
        trsmUnitLowerLeft = Codelets.of(
                Work.TRSM_UNIT_LOWER_LEFT,
                "trsm_ll",
                symbol + "trsm_ll",
                kernel -> DenseKernels.trsmUnitLowerLeft(
                        kernel.view(0, MatrixView.class), kernel.view(1, MatrixView.class)),
                R,
                RW);
        trsmUpperRight = Codelets.of(
                Work.TRSM_UPPER_RIGHT,
                "trsm_ru",
                symbol + "trsm_ru",
                kernel ->
                        DenseKernels.trsmUpperRight(kernel.view(0, MatrixView.class), kernel.view(1, MatrixView.class)),
                R,
                RW);
        gemm = Codelets.of(
                Work.GEMM_SUBTRACTED,
                "gemm",
                symbol + "gemm",
                kernel -> DenseKernels.gemm(
                        MatrixProduct.SUBTRACTED,
                        kernel.view(0, MatrixView.class),
                        kernel.view(1, MatrixView.class),
                        kernel.view(2, MatrixView.class)),
                R,
                R,
                RW);
    }

    /**
     * The set for matrices of an element type.
     *
     * @param element {@code FLOAT} or {@code DOUBLE}
     * @return the same for each call
     * @throws IllegalArgumentException if it is another
     */
    public static LuCodelets of(ElementType element) {
        return switch (element) {
            case FLOAT -> FLOATS;
            case DOUBLE -> DOUBLES;
            default ->
                throw new IllegalArgumentException("there is no factorisation of matrices of " + element
                        + ": give them elements of FLOAT or of DOUBLE");
        };
    }

    /**
     * Factors a tile without exchanging rows: one handle, RW. The task may have an argument of type {@code Long}: the
     * row of the whole matrix at which the tile begins, so that a {@link SingularMatrixException} names the whole
     * matrix' row.
     *
     * @return the codelet
     */
    public Codelet getrf() {
        return getrf;
    }

    /**
     * Factors a tile with row exchanges: the tile, RW; a vector of ints for the pivots, counted from 1 as LAPACK does,
     * W. It may have the same argument as {@link #getrf}.
     *
     * @return the codelet
     */
    public Codelet getrfPivoted() {
        return getrfPivoted;
    }

    /**
     * Exchanges the rows of a tile as those of another were: the tile, RW; the pivots, R.
     *
     * @return the codelet
     */
    public Codelet laswp() {
        return laswp;
    }

    /**
     * Solves {@code L X = B}, for a tile to the right of the diagonal: the factored tile of the diagonal, R; the tile,
     * RW.
     *
     * @return the codelet
     */
    public Codelet trsmUnitLowerLeft() {
        return trsmUnitLowerLeft;
    }

    /**
     * Solves {@code X U = B}, for a tile below the diagonal: the factored tile of the diagonal, R; the tile, RW.
     *
     * @return the codelet
     */
    public Codelet trsmUpperRight() {
        return trsmUpperRight;
    }

    /**
     * Subtracts {@code A B} from any other tile: A, R; B, R; the tile, RW.
     *
     * @return the codelet
     */
    public Codelet gemm() {
        return gemm;
    }
}
