package org.asterism.api.data;

import java.util.List;
import java.util.Objects;

/**
 * A sparse matrix of dense blocks in compressed rows. The first buffer has the blocks row after row, each stored row
 * after row. The second has an int for the column of each block. The third has an int for the beginning of each row of
 * blocks, and one more for the end of the last row.
 *
 * @param element the type of the blocks' elements
 * @param blockRows the number of rows of blocks
 * @param blockColumns the number of columns of blocks; at most what an int can hold
 * @param blocks the number of blocks that are stored; at most what an int can hold
 * @param rowsPerBlock the number of rows in each block
 * @param columnsPerBlock the number of columns in each block
 * @param firstEntry the first number of the row pointers: 0 in a separate matrix, more in a child that has some rows of
 *     its parent, whose row pointers it keeps
 */
public record BcsrLayout(
        ElementType element,
        long blockRows,
        long blockColumns,
        long blocks,
        long rowsPerBlock,
        long columnsPerBlock,
        long firstEntry)
        implements Layout {
    /** Checks the sizes. */
    public BcsrLayout {
        Objects.requireNonNull(element, "element");
        Sizes.check("bcsr", element, blocks, rowsPerBlock, columnsPerBlock);
        new CompressedRows("bcsr", blockRows, blockColumns, blocks, firstEntry);
    }

    /**
     * A matrix of its own.
     *
     * @param element the type of the blocks' elements
     * @param blockRows the number of rows of blocks
     * @param blockColumns the number of columns of blocks
     * @param blocks the number of blocks that are stored
     * @param rowsPerBlock the number of rows in each block
     * @param columnsPerBlock the number of columns in each block
     */
    public BcsrLayout(
            ElementType element,
            long blockRows,
            long blockColumns,
            long blocks,
            long rowsPerBlock,
            long columnsPerBlock) {
        this(element, blockRows, blockColumns, blocks, rowsPerBlock, columnsPerBlock, 0);
    }

    @Override
    public String kind() {
        return "bcsr";
    }

    @Override
    public int footprint() {
        return Footprint.of(4, blocks, columnsPerBlock, rowsPerBlock);
    }

    @Override
    public List<BufferShape> buffers() {
        return CompressedRows.of(this)
                .buffers(new BufferShape(columnsPerBlock * element.bytes(), element.bytes(), blocks, rowsPerBlock));
    }

    @Override
    public BcsrView view(List<Buffer> buffers) {
        Buffer values = buffers.getFirst();
        return new BcsrView(
                values.segment(),
                element,
                blockRows,
                blockColumns,
                blocks,
                rowsPerBlock,
                columnsPerBlock,
                values.stride(0) / element.bytes(),
                values.stride(1) / element.bytes(),
                buffers.get(CompressedRows.COLUMN_INDICES).segment(),
                buffers.get(CompressedRows.ROW_POINTERS).segment(),
                firstEntry);
    }
}
