package org.asterism.kernels.blas.tiled;

import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.MatrixView;

/** Tiles of doubles for a kernel's own use, and conversions from and to tiles of floats. */
public final class DoubleTile {
    private DoubleTile() {}

    /**
     * A tile of zeros.
     *
     * @param arena the arena of the tile
     * @param rows from 1
     * @param columns from 1
     * @return a matrix of doubles without gaps
     */
    public static MatrixView allocate(Arena arena, long rows, long columns) {
        return new MatrixView(
                arena.allocate(ValueLayout.JAVA_DOUBLE, rows * columns), ElementType.DOUBLE, rows, columns, columns);
    }

    /**
     * A tile's elements as doubles.
     *
     * @param tile of floats or doubles
     * @param arena the arena of the copy
     * @return the tile itself if it is of doubles, else a copy
     */
    public static MatrixView of(MatrixView tile, Arena arena) {
        if (tile.element() == ElementType.DOUBLE) {
            return tile;
        }
        MatrixView copy = allocate(arena, tile.rows(), tile.columns());
        copy(tile, copy);
        return copy;
    }

    /**
     * Copies elements, rounding where they become floats.
     *
     * @param from of floats or doubles
     * @param to as large, of floats or doubles
     */
    public static void copy(MatrixView from, MatrixView to) {
        for (long i = 0; i < from.rows(); i++) {
            for (long j = 0; j < from.columns(); j++) {
                double value = get(from, i, j);
                if (to.element() == ElementType.DOUBLE) {
                    to.setDouble(i, j, value);
                } else {
                    to.setFloat(i, j, (float) value);
                }
            }
        }
    }

    /**
     * One element.
     *
     * @param tile of floats or doubles
     * @param row from 0
     * @param column from 0
     * @return its value
     */
    public static double get(MatrixView tile, long row, long column) {
        return tile.element() == ElementType.DOUBLE ? tile.getDouble(row, column) : tile.getFloat(row, column);
    }
}
