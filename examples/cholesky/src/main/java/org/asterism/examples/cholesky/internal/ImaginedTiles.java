package org.asterism.examples.cholesky.internal;

import org.asterism.api.Runtime;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.MatrixLayout;

/** Tiles without memory, for simulated runtimes that do not run kernels: the matrix is as large as one likes. */
final class ImaginedTiles extends Tiles {
    ImaginedTiles(Runtime runtime, int order, int tileSize, ElementType element) {
        super(order, tileSize);
        make((i, j) -> runtime.data().imagined(new MatrixLayout(element, rows(i), rows(j))));
    }
}
