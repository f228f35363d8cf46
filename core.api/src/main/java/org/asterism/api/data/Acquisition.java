package org.asterism.api.data;

import org.asterism.api.AccessMode;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Data in the hands of the program, between {@link DataHandle#acquire} and the end of a try-with-resources statement. Tasks
 * submitted before have ended as far as the mode demands; tasks submitted since wait for the release.
 *
 * <pre>{@code
 * try (Acquisition acquired = vector.acquire(AccessMode.RW)) {
 *     acquired.vector().setDouble(0, 1.0);
 * }
 * }</pre>
 *
 * Any thread may use it, one at a time, and another than the one that asked for it.
 */
@ProviderType
public interface Acquisition extends AutoCloseable {
    /**
     * What was acquired.
     *
     * @return never null
     */
    DataHandle handle();

    /**
     * What the program may do with the data.
     *
     * @return the mode that was asked for, or {@link AccessMode#R} after {@link #downgrade}
     */
    AccessMode mode();

    /**
     * The data.
     *
     * @return a view of the copy on the node that was asked for
     * @throws IllegalStateException if they were released
     */
    DataView view();

    /**
     * {@link #view} of a vector.
     *
     * @return the vector
     * @throws ClassCastException if the data are no vector
     */
    default VectorView vector() {
        return (VectorView) view();
    }

    /**
     * {@link #view} of a matrix.
     *
     * @return the matrix
     * @throws ClassCastException if the data are no matrix
     */
    default MatrixView matrix() {
        return (MatrixView) view();
    }

    /**
     * {@link #view} of a variable.
     *
     * @return the variable
     * @throws ClassCastException if the data are no variable
     */
    default VariableView variable() {
        return (VariableView) view();
    }

    /**
     * {@link #view} of a block.
     *
     * @return the block
     * @throws ClassCastException if the data are no block
     */
    default BlockView block() {
        return (BlockView) view();
    }

    /**
     * {@link #view} of a tensor.
     *
     * @return the tensor
     * @throws ClassCastException if the data are no tensor
     */
    default TensorView tensor() {
        return (TensorView) view();
    }

    /**
     * {@link #view} of a matrix in compressed rows.
     *
     * @return the matrix in compressed rows
     * @throws ClassCastException if the data are no matrix in compressed rows
     */
    default CsrView csr() {
        return (CsrView) view();
    }

    /**
     * {@link #view} of a matrix of blocks in compressed rows.
     *
     * @return the matrix of blocks in compressed rows
     * @throws ClassCastException if the data are no matrix of blocks in compressed rows
     */
    default BcsrView bcsr() {
        return (BcsrView) view();
    }

    /**
     * {@link #view} of a matrix as a list of entries.
     *
     * @return the matrix as a list of entries
     * @throws ClassCastException if the data are no matrix as a list of entries
     */
    default CooView coo() {
        return (CooView) view();
    }

    /**
     * Goes on with reading only: tasks that read the data need not wait any longer, tasks that write them do.
     *
     * @throws IllegalStateException if the data were released
     */
    void downgrade();

    /**
     * Gives the data back.
     *
     * @throws IllegalStateException if they were given back already
     */
    void release();

    /** Gives the data back, unless that was done. */
    @Override
    void close();
}
