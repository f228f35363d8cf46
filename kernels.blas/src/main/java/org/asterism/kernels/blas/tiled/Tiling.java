package org.asterism.kernels.blas.tiled;

import java.util.Objects;
import org.asterism.api.data.ElementType;

/**
 * A division of a matrix into square tiles. Tiles at the right and lower edges are smaller if necessary.
 *
 * @param element the type of the elements: float or double
 * @param rows the number of rows, from 1
 * @param columns the number of columns, from 1
 * @param tile rows and columns of a tile, from 1
 * @param lower whether there are only the tiles on and below the diagonal
 */
public record Tiling(ElementType element, int rows, int columns, int tile, boolean lower) {
    /** Checks the sizes. */
    public Tiling {
        Objects.requireNonNull(element, "element");
        if (element != ElementType.FLOAT && element != ElementType.DOUBLE) {
            throw new IllegalArgumentException("a tiled matrix of " + element + ": allowed are FLOAT and DOUBLE");
        }
        if (rows < 1 || columns < 1 || tile < 1) {
            throw new IllegalArgumentException("a matrix of " + rows + " x " + columns + " in tiles of " + tile
                    + ": each number must be 1 or more");
        }
    }

    /**
     * A matrix of which all tiles are there.
     *
     * @param element what it consists of
     * @param rows how many rows it has
     * @param columns how many columns it has
     * @param tile rows and columns of a tile
     * @return how it is cut
     */
    public static Tiling full(ElementType element, int rows, int columns, int tile) {
        return new Tiling(element, rows, columns, tile, false);
    }

    /**
     * The lower half of a square matrix.
     *
     * @param element what it consists of
     * @param order how many rows and columns it has
     * @param tile rows and columns of a tile
     * @return how it is cut
     */
    public static Tiling lower(ElementType element, int order, int tile) {
        return new Tiling(element, order, order, tile, true);
    }

    /**
     * How many tiles so many rows, or columns, are cut into.
     *
     * @param rows from 1
     * @param tile rows of a tile
     * @return from 1
     */
    public static int count(int rows, int tile) {
        return Math.ceilDiv(rows, tile);
    }

    /**
     * How many tiles a column of tiles has.
     *
     * @return from 1
     */
    public int tileRows() {
        return count(rows, tile);
    }

    /**
     * How many tiles a row of tiles has.
     *
     * @return from 1
     */
    public int tileColumns() {
        return count(columns, tile);
    }

    /**
     * How many tiles of a row of tiles are there.
     *
     * @param i a row of tiles, from 0
     * @return from 1
     */
    public int tilesInRow(int i) {
        return lower ? i + 1 : tileColumns();
    }

    /**
     * Where a row, or a column, of tiles begins.
     *
     * @param index which, from 0
     * @return the row, or column, of the matrix, from 0
     */
    public int first(int index) {
        return index * tile;
    }

    /**
     * How many rows the tiles of a row of tiles have.
     *
     * @param i which, from 0
     * @return from 1
     */
    public int rows(int i) {
        return Math.min(tile, rows - first(i));
    }

    /**
     * How many columns the tiles of a column of tiles have.
     *
     * @param j which, from 0
     * @return from 1
     */
    public int columns(int j) {
        return Math.min(tile, columns - first(j));
    }

    /**
     * How much memory one tile takes.
     *
     * @param i its row of tiles
     * @param j its column of tiles
     * @return bytes
     */
    public long bytes(int i, int j) {
        return (long) rows(i) * columns(j) * element.bytes();
    }
}
