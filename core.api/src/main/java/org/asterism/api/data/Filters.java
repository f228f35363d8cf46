package org.asterism.api.data;

import java.util.Arrays;

/**
 * Filters that cut data of the layouts of this package.
 *
 * <p>Parts are of nearly the same size. If n elements are cut into p parts, each has n / p, and the first n % p have
 * one more. There are at most as many parts as elements. Children lie within their parent's memory. The children of a
 * matrix that is cut in columns are matrices whose leading dimension is the parent's.
 *
 * <p>With a <em>halo</em> of h, each part reaches h elements into its neighbours, and the first and the last part keep
 * the h elements at the border of the whole. The n - 2h elements between these are cut. Such children overlap, so they
 * can only be read.
 *
 * <p>If data cannot be cut as a filter says, the partitioning is refused, and the message names the possible cuts.
 * Arguments that are never valid are refused here, with an {@link IllegalArgumentException}. Children can be cut again.
 */
public final class Filters {
    private Filters() {}

    // Vectors.

    /**
     * Cuts a vector.
     *
     * @param parts the number of parts, at least 1
     * @return gives vectors
     */
    public static Filter blocks(int parts) {
        return blocksWithHalo(parts, 0);
    }

    /**
     * Cuts a vector, with a halo.
     *
     * @param parts the number of parts, at least 1
     * @param halo elements, 0 or more
     * @return gives vectors
     */
    public static Filter blocksWithHalo(int parts, long halo) {
        return new CutAlong("blocks", Axis.Named.ELEMENT, parts, halo);
    }

    /**
     * Cuts a vector into parts of given lengths.
     *
     * @param lengths 1 or more each; they must add up to the vector's
     * @return gives vectors
     */
    public static Filter list(long... lengths) {
        return new CutLengths("list", FilterArguments.numbers("list", 1, lengths), false);
    }

    /**
     * Cuts a vector in two.
     *
     * @param length of the first part, 1 or more, less than the vector's
     * @return gives two vectors
     */
    public static Filter split(long length) {
        return new CutLengths("split", FilterArguments.numbers("split", 1, length), true);
    }

    /**
     * Picks elements of a vector.
     *
     * @param indices from 0, each once
     * @return gives a variable per index
     */
    public static Filter pick(long... indices) {
        return new Pick("pick", Axis.Named.ELEMENT, FilterArguments.numbers("pick", 0, indices), null);
    }

    // Matrices and blocks.

    /**
     * Cuts a matrix, or each plane of a block, between rows.
     *
     * @param parts the number of parts, at least 1
     * @return gives matrices, or blocks
     */
    public static Filter rows(int parts) {
        return rowsWithHalo(parts, 0);
    }

    /**
     * Cuts a matrix, or each plane of a block, between rows, with a halo.
     *
     * @param parts the number of parts, at least 1
     * @param halo rows, 0 or more
     * @return gives matrices, or blocks
     */
    public static Filter rowsWithHalo(int parts, long halo) {
        return new CutAlong("rows", Axis.Named.ROW, parts, halo);
    }

    /**
     * Cuts a matrix, or each plane of a block, between columns.
     *
     * @param parts the number of parts, at least 1
     * @return gives matrices, or blocks
     */
    public static Filter columns(int parts) {
        return columnsWithHalo(parts, 0);
    }

    /**
     * Cuts a matrix, or each plane of a block, between columns, with a halo.
     *
     * @param parts the number of parts, at least 1
     * @param halo columns, 0 or more
     * @return gives matrices, or blocks
     */
    public static Filter columnsWithHalo(int parts, long halo) {
        return new CutAlong("columns", Axis.Named.COLUMN, parts, halo);
    }

    /**
     * Cuts a block between planes.
     *
     * @param parts the number of parts, at least 1
     * @return gives blocks
     */
    public static Filter planes(int parts) {
        return planesWithHalo(parts, 0);
    }

    /**
     * Cuts a block between planes, with a halo.
     *
     * @param parts the number of parts, at least 1
     * @param halo planes, 0 or more
     * @return gives blocks
     */
    public static Filter planesWithHalo(int parts, long halo) {
        return new CutAlong("planes", Axis.Named.PLANE, parts, halo);
    }

    /**
     * Picks rows of a matrix, or of each plane of a block.
     *
     * @param indices from 0, each once
     * @return gives a vector per index; of a block, a matrix with that row of each plane
     */
    public static Filter pickRow(long... indices) {
        return new Pick("pickRow", Axis.Named.ROW, FilterArguments.numbers("pickRow", 0, indices), null);
    }

    /**
     * Picks columns of a matrix, or of each plane of a block.
     *
     * @param indices from 0, each once
     * @return gives a matrix of one column per index; of a block, a block of one column
     */
    public static Filter pickColumn(long... indices) {
        return new Pick("pickColumn", Axis.Named.COLUMN, FilterArguments.numbers("pickColumn", 0, indices), null);
    }

    /**
     * Picks planes of a block.
     *
     * @param indices from 0, each once
     * @return gives a matrix per index
     */
    public static Filter pickPlane(long... indices) {
        return new Pick("pickPlane", Axis.Named.PLANE, FilterArguments.numbers("pickPlane", 0, indices), null);
    }

    // Arrays of any number of dimensions.

    /**
     * Cuts a vector, matrix, block or tensor in all dimensions.
     *
     * @param parts the number in each dimension, outermost first, at least 1; so {@code tiles(4, 2)} cuts a matrix into
     *     4 rows of 2 tiles
     * @return gives data of the same kind, the innermost dimension changing fastest
     */
    public static Filter tiles(int... parts) {
        return tilesWithHalo(0, parts);
    }

    /**
     * Cuts a vector, matrix, block or tensor in all dimensions, with a halo in all of them.
     *
     * @param halo elements, 0 or more
     * @param parts the number in each dimension, outermost first, at least 1
     * @return gives data of the same kind, the innermost dimension changing fastest
     */
    public static Filter tilesWithHalo(long halo, int... parts) {
        long[] numbers = Arrays.stream(parts).asLongStream().toArray();
        return new CutTiles("tiles", FilterArguments.numbers("tiles", 1, numbers), false, halo);
    }

    /**
     * Cuts a vector, matrix, block or tensor into tiles of a size; those at the far ends may be smaller.
     *
     * @param sizes of a tile in each dimension, outermost first, at least 1
     * @return gives data of the same kind, the innermost dimension changing fastest
     */
    public static Filter tilesOf(long... sizes) {
        return new CutTiles("tilesOf", FilterArguments.numbers("tilesOf", 1, sizes), true, 0);
    }

    /**
     * Cuts a vector, matrix, block or tensor along one dimension.
     *
     * @param dimension from 0, the outermost
     * @param parts the number of parts, at least 1
     * @return gives data of the same kind
     */
    public static Filter along(int dimension, int parts) {
        return alongWithHalo(dimension, parts, 0);
    }

    /**
     * Cuts a vector, matrix, block or tensor along one dimension, with a halo.
     *
     * @param dimension from 0, the outermost
     * @param parts the number of parts, at least 1
     * @param halo elements, 0 or more
     * @return gives data of the same kind
     */
    public static Filter alongWithHalo(int dimension, int parts, long halo) {
        return new CutAlong("along", new Axis.Numbered(dimension), parts, halo);
    }

    /**
     * Picks places along one dimension of a tensor; a child has the other dimensions. Only of the innermost dimension
     * one element stays, as elements of a child must follow each other in memory.
     *
     * @param dimension from 0, the outermost
     * @param indices from 0, each once
     * @return gives a tensor per index; of a tensor of one dimension, a variable
     */
    public static Filter pickTensor(int dimension, long... indices) {
        return pickAlong("pickTensor", dimension, DenseKind.TENSOR, indices);
    }

    /**
     * Picks places along one dimension of a tensor of four dimensions.
     *
     * @param dimension from 0, the outermost, to 2
     * @param indices from 0, each once
     * @return gives a block per index
     */
    public static Filter pickBlock(int dimension, long... indices) {
        return pickAlong("pickBlock", dimension, DenseKind.BLOCK, indices);
    }

    /**
     * Picks places along one dimension of a block or of a tensor of three dimensions.
     *
     * @param dimension from 0, the outermost, to 1
     * @param indices from 0, each once
     * @return gives a matrix per index
     */
    public static Filter pickMatrix(int dimension, long... indices) {
        return pickAlong("pickMatrix", dimension, DenseKind.MATRIX, indices);
    }

    /**
     * Picks places along the outer dimension of a matrix or of a tensor of two dimensions.
     *
     * @param indices from 0, each once
     * @return gives a vector per index
     */
    public static Filter pickVector(long... indices) {
        return pickAlong("pickVector", 0, DenseKind.VECTOR, indices);
    }

    /**
     * Picks one element of a vector, matrix, block or tensor.
     *
     * @param position one index per dimension, outermost first, each from 0
     * @return gives one variable
     */
    public static Filter pickElement(long... position) {
        return new PickElement(FilterArguments.numbers("pickElement", 0, position));
    }

    private static Filter pickAlong(String name, int dimension, DenseKind kind, long... indices) {
        return new Pick(name, new Axis.Numbered(dimension), FilterArguments.numbers(name, 0, indices), kind);
    }

    // Sparse matrices.

    /**
     * Cuts a CSR or BCSR matrix between rows (of blocks). It must have been written before, and its structure, which
     * the children share with it, must not change while it is cut.
     *
     * @param parts the number of parts, at least 1
     * @return gives CSR or BCSR matrices of nearly the same number of rows
     */
    public static Filter sparseRows(int parts) {
        return new CutSparseRows(parts, false);
    }

    /**
     * {@link #sparseRows} by the number of entries.
     *
     * @param parts the number of parts, at least 1
     * @return gives CSR or BCSR matrices of nearly the same number of entries, as far as whole rows allow that, and at
     *     least one row each
     */
    public static Filter balancedSparseRows(int parts) {
        return new CutSparseRows(parts, true);
    }

    /**
     * Cuts a BCSR matrix into the blocks that are stored.
     *
     * @return gives a dense matrix per block, in the order in which they are stored
     */
    public static Filter storedBlocks() {
        return new StoredBlocks();
    }
}
