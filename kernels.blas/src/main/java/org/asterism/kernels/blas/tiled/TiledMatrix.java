package org.asterism.kernels.blas.tiled;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.asterism.api.Access;
import org.asterism.api.TaskRuntime;
import org.asterism.api.data.CorruptDataException;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.MatrixLayout;

/**
 * A matrix in tiles. Each tile has its own handle and is contiguous in memory. For one thread, except for the handles.
 */
public final class TiledMatrix implements AutoCloseable {
    private static final long CACHE_LINE = 64;

    private final TaskRuntime runtime;
    private final Tiling tiling;
    private final DataHandle[][] handles;
    private final Arena arena;

    /** Size of the memory that has been given to tiles. */
    private long used;

    private TiledMatrix(TaskRuntime runtime, String name, Tiling tiling, boolean imagined) {
        this.runtime = runtime;
        this.tiling = tiling;
        arena = imagined ? null : Arena.ofShared();
        MemorySegment memory = imagined ? null : arena.allocate(reserved(), CACHE_LINE);
        handles = new DataHandle[tiling.tileRows()][];
        for (int i = 0; i < handles.length; i++) {
            handles[i] = new DataHandle[tiling.tilesInRow(i)];
            for (int j = 0; j < handles[i].length; j++) {
                DataHandle handle = imagined
                        ? runtime.data().imagined(new MatrixLayout(tiling.element(), tiling.rows(i), tiling.columns(j)))
                        : register(memory, i, j);
                handles[i][j] = handle.named(name + "(" + i + "," + j + ")");
            }
        }
    }

    /**
     * Makes tiles in one piece of off-heap memory; zeros at first.
     *
     * @param runtime the runtime of the handles
     * @param name of the matrix; tile (2, 1) of A is called {@code A(2,1)}
     * @param tiling the division of the matrix
     * @return the tiles, to be closed when the tasks on them have ended
     */
    public static TiledMatrix allocate(TaskRuntime runtime, String name, Tiling tiling) {
        return new TiledMatrix(runtime, name, tiling, false);
    }

    /**
     * Makes tiles without memory, for simulated runtimes that do not run kernels: the matrix is as large as one likes.
     *
     * @param runtime the runtime of the handles
     * @param name of the matrix
     * @param tiling the division of the matrix
     * @return the tiles, to be closed when the tasks on them have ended
     * @throws IllegalStateException if the runtime executes kernels
     */
    public static TiledMatrix imagine(TaskRuntime runtime, String name, Tiling tiling) {
        return new TiledMatrix(runtime, name, tiling, true);
    }

    private DataHandle register(MemorySegment memory, int i, int j) {
        MemorySegment tile = memory.asSlice(used, tiling.bytes(i, j));
        used += reserved(i, j);
        return runtime.data().matrix(tile, tiling.element(), tiling.rows(i), tiling.columns(j), tiling.columns(j));
    }

    private long reserved() {
        long reserved = 0;
        for (int i = 0; i < tiling.tileRows(); i++) {
            for (int j = 0; j < tiling.tilesInRow(i); j++) {
                reserved += reserved(i, j);
            }
        }
        return reserved;
    }

    private long reserved(int i, int j) {
        return Math.ceilDiv(tiling.bytes(i, j), CACHE_LINE) * CACHE_LINE;
    }

    /**
     * Returns the division of the matrix.
     *
     * @return as it was made with
     */
    public Tiling tiling() {
        return tiling;
    }

    /**
     * One tile.
     *
     * @param i its row of tiles, from 0
     * @param j its column of tiles, from 0
     * @return its handle
     * @throws IndexOutOfBoundsException if there is no such tile
     */
    public DataHandle tile(int i, int j) {
        return handles[i][j];
    }

    /**
     * Writes a matrix into the tiles, by threads of the program, after the tasks on them that were submitted before.
     *
     * @param elements the matrix
     * @throws InterruptedException if the waiting thread is interrupted; what the tiles contain then is undefined
     */
    public void fill(Elements elements) throws InterruptedException {
        Filling filling = new Filling(elements);
        for (int i = 0; i < handles.length; i++) {
            for (int j = 0; j < handles[i].length; j++) {
                filling.add(handles[i][j], tiling.first(i), tiling.first(j));
            }
        }
        filling.run();
    }

    /**
     * Acquires all tiles for the program.
     *
     * @param mode R, W or RW
     * @return the tiles in main memory, to be closed
     * @throws InterruptedException if the waiting thread is interrupted; nothing is held then
     */
    public HeldMatrices acquire(Access mode) throws InterruptedException {
        return HeldMatrices.acquire(
                mode, Arrays.stream(handles).flatMap(Arrays::stream).toList());
    }

    /** Waits for the tasks on the tiles, and gives their memory back. */
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
        if (arena != null) {
            arena.close();
        }
    }
}
