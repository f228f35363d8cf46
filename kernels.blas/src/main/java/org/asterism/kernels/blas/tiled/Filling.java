package org.asterism.kernels.blas.tiled;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.asterism.api.Access;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.MatrixView;

/** Writes a matrix into its pieces, with threads of the program. Not thread-safe. */
public final class Filling {
    private record Piece(DataHandle part, int firstRow, int firstColumn) {}

    private final Elements elements;
    private final List<Piece> pieces = new ArrayList<>();

    /**
     * Begins with no pieces.
     *
     * @param elements tell what is written
     */
    public Filling(Elements elements) {
        this.elements = elements;
    }

    /**
     * Adds a piece.
     *
     * @param part a matrix of floats or doubles, which is to be written
     * @param firstRow the row of the whole matrix at which the part begins
     * @param firstColumn the column at which it begins
     */
    public void add(DataHandle part, int firstRow, int firstColumn) {
        pieces.add(new Piece(part, firstRow, firstColumn));
    }

    /**
     * Writes all of them, after the tasks on them that were submitted before.
     *
     * @throws InterruptedException if the waiting thread is interrupted; what the pieces contain then is undefined
     */
    public void run() throws InterruptedException {
        try (HeldMatrices held =
                HeldMatrices.acquire(Access.W, pieces.stream().map(Piece::part).toList())) {
            List<Callable<Void>> work = new ArrayList<>();
            for (Piece piece : pieces) {
                MatrixView tile = held.of(piece.part);
                work.add(() -> {
                    write(tile, piece.firstRow, piece.firstColumn);
                    return null;
                });
            }
            HostThreads.compute(work);
        }
    }

    private void write(MatrixView tile, int firstRow, int firstColumn) {
        if (tile.element() == ElementType.DOUBLE) {
            elements.fill(tile, firstRow, firstColumn);
            return;
        }
        try (Arena arena = Arena.ofConfined()) {
            MatrixView doubles = DoubleTile.allocate(arena, tile.rows(), tile.columns());
            elements.fill(doubles, firstRow, firstColumn);
            DoubleTile.copy(doubles, tile);
        }
    }
}
