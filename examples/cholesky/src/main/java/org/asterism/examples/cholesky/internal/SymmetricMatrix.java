package org.asterism.examples.cholesky.internal;

import org.asterism.kernels.blas.tiled.Elements;

/** A symmetric matrix that returns the elements of its lower triangle, with zeros above the diagonal. */
interface SymmetricMatrix extends Elements {
    /** The number of rows. */
    int order();
}
