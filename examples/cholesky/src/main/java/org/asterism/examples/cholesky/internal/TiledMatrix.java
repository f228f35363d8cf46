package org.asterism.examples.cholesky.internal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.asterism.api.AccessMode;
import org.asterism.api.Codelet;
import org.asterism.api.Runtime;
import org.asterism.api.data.CorruptDataException;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;

/**
 * The lower triangle of a matrix in tiles, each contiguous in one piece of off-heap memory and known to the runtime by a
 * handle of its own.
 */
final class TiledMatrix implements AutoCloseable {
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
    private final int tileSize;
    private final DataHandle[][] handles;

    /** Allocates the tiles; their content is not that of the matrix until {@link #fill}. */
    TiledMatrix(Runtime runtime, SymmetricMatrix source, int tileSize) {
        this.source = source;
        this.tileSize = tileSize;
        int count = tiles(source.order(), tileSize);
        handles = new DataHandle[count][];
        long reserved = 0;
        for (int i = 0; i < count; i++) {
            for (int j = 0; j <= i; j++) {
                reserved += reserved(i, j);
            }
        }
        MemorySegment memory = arena.allocate(reserved, CACHE_LINE);
        long offset = 0;
        for (int i = 0; i < count; i++) {
            handles[i] = new DataHandle[i + 1];
            for (int j = 0; j <= i; j++) {
                long bytes = (long) rows(i) * rows(j) * Double.BYTES;
                handles[i][j] = runtime.data()
                        .matrix(memory.asSlice(offset, bytes), ElementType.DOUBLE, rows(i), rows(j), rows(j))
                        .named("A(" + i + "," + j + ")");
                offset += reserved(i, j);
            }
        }
    }

    /** How many tiles a column has. */
    static int tiles(int order, int tileSize) {
        return Math.ceilDiv(order, tileSize);
    }

    /** How many bytes the tiles of a matrix take. */
    static double bytes(long order, long tileSize) {
        return Double.BYTES * (order * (double) (order + tileSize)) / 2;
    }

    private long reserved(int i, int j) {
        return Math.ceilDiv((long) rows(i) * rows(j) * Double.BYTES, CACHE_LINE) * CACHE_LINE;
    }

    /** How many tiles a column has. */
    int tiles() {
        return handles.length;
    }

    /** The row at which the tiles of a row of tiles begin. */
    int firstRow(int tile) {
        return tile * tileSize;
    }

    /** How many rows the tiles of a row of tiles have. */
    int rows(int tile) {
        return Math.min(tileSize, source.order() - firstRow(tile));
    }

    /** The matrix that the tiles were filled from. */
    SymmetricMatrix source() {
        return source;
    }

    /** The tile in a row and a column of tiles; the column is not behind the row. */
    DataHandle tile(int i, int j) {
        return handles[i][j];
    }

    /** Has tasks write the matrix into the tiles. */
    void fill(Runtime runtime) throws InterruptedException {
        for (int i = 0; i < tiles(); i++) {
            for (int j = 0; j <= i; j++) {
                runtime.task(FILL)
                        .data(handles[i][j])
                        .argument(new Origin(source, firstRow(i), firstRow(j)))
                        .submit();
            }
        }
        runtime.waitAll();
    }

    @Override
    public void close() {
        for (DataHandle[] row : handles) {
            for (DataHandle handle : row) {
                try {
                    handle.close();
                } catch (CorruptDataException reported) {
                    // The task that failed was reported by waitAll; here only the memory is given back.
                    continue;
                }
            }
        }
        arena.close();
    }
}
