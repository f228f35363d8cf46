package org.asterism.examples.cholesky.internal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.asterism.api.AccessMode;
import org.asterism.api.Codelet;
import org.asterism.api.Runtime;
import org.asterism.api.data.ElementType;

/** Tiles of doubles that are there: each contiguous in one piece of off-heap memory. */
final class TiledMatrix extends Tiles {
    private record Origin(SymmetricMatrix matrix, int row, int column) {}

    private static final Codelet FILL = Codelet.named("fill")
            .access(AccessMode.W)
            .cpu(kernel -> {
                Origin origin = kernel.argument(Origin.class);
                origin.matrix().fill(kernel.matrix(0), origin.row(), origin.column());
            })
            .build();

    private static final long CACHE_LINE = 64;

    private final Arena arena = Arena.ofShared();
    private final SymmetricMatrix source;

    /** How much of the memory has been given to tiles. */
    private long used;

    /** Allocates the tiles; their content is not that of the matrix until {@link #fill}. */
    TiledMatrix(Runtime runtime, SymmetricMatrix source, int tileSize) {
        super(source.order(), tileSize);
        this.source = source;
        long reserved = 0;
        for (int i = 0; i < count(); i++) {
            for (int j = 0; j <= i; j++) {
                reserved += reserved(i, j);
            }
        }
        MemorySegment memory = arena.allocate(reserved, CACHE_LINE);
        make((i, j) -> {
            MemorySegment tile = memory.asSlice(used, (long) rows(i) * rows(j) * Double.BYTES);
            used += reserved(i, j);
            return runtime.data().matrix(tile, ElementType.DOUBLE, rows(i), rows(j), rows(j));
        });
    }

    /** How many bytes the tiles of a matrix take. */
    static double bytes(long order, long tileSize) {
        return Double.BYTES * (order * (double) (order + tileSize)) / 2;
    }

    private long reserved(int i, int j) {
        return Math.ceilDiv((long) rows(i) * rows(j) * Double.BYTES, CACHE_LINE) * CACHE_LINE;
    }

    /** The matrix that the tiles were filled from. */
    SymmetricMatrix source() {
        return source;
    }

    /** Has tasks write the matrix into the tiles. */
    void fill(Runtime runtime) throws InterruptedException {
        for (int i = 0; i < count(); i++) {
            for (int j = 0; j <= i; j++) {
                runtime.task(FILL)
                        .data(tile(i, j))
                        .argument(new Origin(source, firstRow(i), firstRow(j)))
                        .submit();
            }
        }
        runtime.waitAll();
    }

    @Override
    public void close() {
        super.close();
        arena.close();
    }
}
