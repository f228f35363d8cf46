package org.asterism.api.data;

import java.lang.foreign.MemorySegment;

/**
 * A sparse matrix of dense blocks in compressed rows. Row and column numbers count blocks, and each entry is a block:
 *
 * <pre>{@code
 * for (long i = 0; i < a.blockRows(); i++) {
 *     for (long k = a.rowBegin(i); k < a.rowEnd(i); k++) {
 *         multiply(a.block(k), x, a.column(k));
 *     }
 * }
 * }</pre>
 *
 * @param segment the elements of the blocks, block after block, each row after row
 * @param element the type of the blocks' elements
 * @param blockRows the number of rows of blocks
 * @param blockColumns the number of columns of blocks
 * @param blocks the number of blocks that are stored
 * @param rowsPerBlock the number of rows in each block
 * @param columnsPerBlock the number of columns in each block
 * @param blockStride the number of elements between the beginnings of two consecutive blocks
 * @param rowStride the number of elements between the beginnings of two consecutive rows of a block
 * @param columnIndices the column of each block, as ints
 * @param rowPointers the beginning of each row of blocks, and the end of the last one, as ints counted from
 *     {@code firstEntry}
 * @param firstEntry the number that the first block has in the row pointers
 */
public record BcsrView(
        MemorySegment segment,
        ElementType element,
        long blockRows,
        long blockColumns,
        long blocks,
        long rowsPerBlock,
        long columnsPerBlock,
        long blockStride,
        long rowStride,
        MemorySegment columnIndices,
        MemorySegment rowPointers,
        long firstEntry)
        implements CompressedRowsView {
    /**
     * One block.
     *
     * @param block from 0
     * @return a matrix of {@code rowsPerBlock} x {@code columnsPerBlock}
     * @throws IndexOutOfBoundsException if there is no such block
     */
    public MatrixView block(long block) {
        return values().plane(block);
    }

    /**
     * The blocks, one behind the other.
     *
     * @return as many planes as there are blocks
     */
    public BlockView values() {
        return new BlockView(segment, element, blocks, rowsPerBlock, columnsPerBlock, blockStride, rowStride);
    }
}
