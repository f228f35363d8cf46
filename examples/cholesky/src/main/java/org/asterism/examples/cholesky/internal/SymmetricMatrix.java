package org.asterism.examples.cholesky.internal;

import org.asterism.kernels.blas.tiled.Elements;

/** A symmetric matrix that returns its elements; above the diagonal of the matrix it writes zeros. */
interface SymmetricMatrix extends Elements {
    /** The number of rows. */
    int order();
}
