package org.asterism.examples.lu.internal;

import org.asterism.api.data.DataHandle;
import org.asterism.kernels.blas.tiled.Elements;
import org.asterism.kernels.blas.tiled.Tiling;

/** A square matrix that is factored in place, in tiles. */
interface LuMatrix extends AutoCloseable {
    /** Returns the division into tiles. */
    Tiling tiling();

    /** A tile, in a row and a column of tiles. */
    DataHandle tile(int i, int j);

    /** Writes a matrix into it, by threads of the program. */
    void fill(Elements elements) throws InterruptedException;

    /** Returns the number of tasks of the factorisation. */
    long tasks();

    /** Submits the factorisation. */
    void factor(Submission submission);

    /**
     * Returns the row of the matrix for each row of the factors, once these exist.
     *
     * @return by the row of the factors
     */
    int[] rowOrder() throws InterruptedException;

    @Override
    void close();
}
