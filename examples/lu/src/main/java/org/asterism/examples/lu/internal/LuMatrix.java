package org.asterism.examples.lu.internal;

import org.asterism.api.data.DataHandle;
import org.asterism.kernels.blas.tiled.Elements;
import org.asterism.kernels.blas.tiled.Tiling;

/** A square matrix that is factored in place, in tiles. */
interface LuMatrix extends AutoCloseable {
    /** How it is cut. */
    Tiling tiling();

    /** A tile, in a row and a column of tiles. */
    DataHandle tile(int i, int j);

    /** Writes a matrix into it, by threads of the program. */
    void fill(Elements elements) throws InterruptedException;

    /** How many tasks the factorisation takes. */
    long tasks();

    /** Submits the factorisation. */
    void factor(Submission submission);

    /**
     * Which row of the matrix each row of the factors stands for, once they are there.
     *
     * @return by the row of the factors
     */
    int[] rowOrder() throws InterruptedException;

    @Override
    void close();
}
