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
     * @param element the type of its elements
     * @param rows the number of its rows
     * @param columns the number of its columns
     * @param tile rows and columns of a tile
     * @return the division of the matrix
     */
    public static Tiling full(ElementType element, int rows, int columns, int tile) {
        return new Tiling(element, rows, columns, tile, false);
    }

    /**
     * The lower half of a square matrix.
     *
     * @param element the type of its elements
     * @param order the number of its rows and columns
     * @param tile rows and columns of a tile
     * @return the division of the matrix
     */
    public static Tiling lower(ElementType element, int order, int tile) {
        return new Tiling(element, order, order, tile, true);
    }

    /**
     * Returns the number of tiles that so many rows, or columns, are cut into.
     *
     * @param rows from 1
     * @param tile rows of a tile
     * @return from 1
     */
    public static int count(int rows, int tile) {
        return Math.ceilDiv(rows, tile);
    }

    /**
     * Returns the number of tiles in a column of tiles.
     *
     * @return from 1
     */
    public int tileRows() {
        return count(rows, tile);
    }

    /**
     * Returns the number of tiles in a row of tiles.
     *
     * @return from 1
     */
    public int tileColumns() {
        return count(columns, tile);
    }

    /**
     * Returns the number of existing tiles in a row of tiles.
     *
     * @param i a row of tiles, from 0
     * @return from 1
     */
    public int tilesInRow(int i) {
        return lower ? i + 1 : tileColumns();
    }

    /**
     * Returns the first row, or column, of a row, or column, of tiles.
     *
     * @param index the number of the row or column of tiles, from 0
     * @return the row, or column, of the matrix, from 0
     */
    public int first(int index) {
        return index * tile;
    }

    /**
     * Returns the number of rows in a row of tiles.
     *
     * @param i the number of the row of tiles, from 0
     * @return from 1
     */
    public int rows(int i) {
        return Math.min(tile, rows - first(i));
    }

    /**
     * Returns the number of columns in a column of tiles.
     *
     * @param j the number of the column of tiles, from 0
     * @return from 1
     */
    public int columns(int j) {
        return Math.min(tile, columns - first(j));
    }

    /**
     * Returns the size of one tile in memory.
     *
     * @param i its row of tiles
     * @param j its column of tiles
     * @return bytes
     */
    public long bytes(int i, int j) {
        return (long) rows(i) * columns(j) * element.bytes();
    }
}
