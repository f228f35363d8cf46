package org.asterism.api.data;

import java.util.ArrayList;
import java.util.List;

/** Cuts a sparse matrix of blocks into its blocks, each a dense matrix. */
record StoredBlocks() implements Filter {
    @Override
    public List<Part> split(Layout parent, List<Buffer> content) {
        if (!(parent instanceof BcsrLayout matrix)) {
            throw new IllegalArgumentException(this + " cannot cut a " + parent.kind() + ": give a bcsr matrix");
        }
        if (matrix.blocks() == 0) {
            throw new IllegalArgumentException(
                    this + " cannot cut a bcsr matrix without blocks: give one that has some");
        }
        Layout block = new MatrixLayout(matrix.element(), matrix.rowsPerBlock(), matrix.columnsPerBlock());
        List<Part> blocks = new ArrayList<>(Math.toIntExact(matrix.blocks()));
        for (long index = 0; index < matrix.blocks(); index++) {
            blocks.add(new Part(block, List.of(new Slice(0, new long[] {index, 0}, 0, 1))));
        }
        return blocks;
    }

    @Override
    public String toString() {
        return "storedBlocks()";
    }
}
