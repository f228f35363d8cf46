package org.asterism.kernels.blas.tiled;

import java.lang.foreign.Arena;
import org.asterism.api.AccessMode;
import org.asterism.api.Codelet;
import org.asterism.api.KernelContext;
import org.asterism.api.Runtime;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.MatrixView;

/** Tasks, for workers of CPU cores, that write a part of a matrix. */
public final class FillTask {
    private record Origin(Elements elements, int row, int column) {}

    private static final Codelet FILL =
            Codelet.named("fill").access(AccessMode.W).cpu(FillTask::fill).build();

    private FillTask() {}

    /**
     * Submits one.
     *
     * @param runtime runs it
     * @param part a matrix of floats or doubles, which is written
     * @param elements tell what is written
     * @param firstRow the row of the whole matrix at which the part begins
     * @param firstColumn the column at which it begins
     */
    public static void submit(Runtime runtime, DataHandle part, Elements elements, int firstRow, int firstColumn) {
        runtime.task(FILL)
                .data(part)
                .argument(new Origin(elements, firstRow, firstColumn))
                .submit();
    }

    private static void fill(KernelContext kernel) {
        Origin origin = kernel.argument(Origin.class);
        MatrixView tile = kernel.matrix(0);
        if (tile.element() == ElementType.DOUBLE) {
            origin.elements().fill(tile, origin.row(), origin.column());
            return;
        }
        try (Arena arena = Arena.ofConfined()) {
            MatrixView doubles = DoubleTile.allocate(arena, tile.rows(), tile.columns());
            origin.elements().fill(doubles, origin.row(), origin.column());
            DoubleTile.copy(doubles, tile);
        }
    }
}
