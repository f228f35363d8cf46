package org.asterism.api.data;

import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a matrix in compressed rows, of values or of blocks, into parts of whole rows. Each part keeps its parent's row
 * pointers, so neighbours share the pointer between them.
 *
 * @param parts the number of parts
 * @param balanced whether the parts have nearly equal numbers of entries rather than of rows
 */
record CutSparseRows(int parts, boolean balanced) implements Filter {
    CutSparseRows {
        FilterArguments.requireParts("a cut of sparse rows", parts);
    }

    @Override
    public boolean needsContent() {
        return true;
    }

    @Override
    public List<Part> split(Layout parent, List<Buffer> content) {
        CompressedRows matrix = switch (parent) {
            case CsrLayout csr -> CompressedRows.of(csr);
            case BcsrLayout bcsr -> CompressedRows.of(bcsr);
            default ->
                throw new IllegalArgumentException(
                        this + " cannot cut a " + parent.kind() + ": give a csr or bcsr matrix");
        };
        RowPointers pointers = RowPointers.of(this, matrix, content);
        if (parts > matrix.rows()) {
            throw pointers.refusal(
                    matrix.rows() == 0 ? "it has no rows" : "allowed are 1 to " + matrix.rows() + " parts");
        }
        List<Part> cut = new ArrayList<>(parts);
        for (Chunk rows : rows(pointers)) {
            cut.add(part(parent, pointers, rows));
        }
        return cut;
    }

    private List<Chunk> rows(RowPointers pointers) {
        if (!balanced) {
            return Chunk.cut(pointers.matrix().rows(), parts, 0);
        }
        long[] bounds = pointers.balancedBounds(parts);
        List<Chunk> rows = new ArrayList<>(parts);
        for (int part = 0; part < parts; part++) {
            rows.add(new Chunk(bounds[part], bounds[part + 1] - bounds[part]));
        }
        return rows;
    }

    private static Part part(Layout parent, RowPointers pointers, Chunk rows) {
        long begin = pointers.begin(rows.start());
        long entries = pointers.begin(rows.start() + rows.size()) - begin;
        if (entries < 0) {
            throw pointers.refusal("row " + rows.start() + " begins behind row " + (rows.start() + rows.size()));
        }
        if (parent instanceof CsrLayout csr) {
            Layout child = new CsrLayout(csr.element(), rows.size(), csr.columns(), entries, csr.firstEntry() + begin);
            Slice values = Slice.ofRun(0, begin * csr.element().bytes());
            return new Part(child, CompressedRows.slices(values, rows.start(), begin));
        }
        BcsrLayout bcsr = (BcsrLayout) parent;
        Layout child = new BcsrLayout(
                bcsr.element(),
                rows.size(),
                bcsr.blockColumns(),
                entries,
                bcsr.rowsPerBlock(),
                bcsr.columnsPerBlock(),
                bcsr.firstEntry() + begin);
        Slice values = new Slice(0, new long[] {begin, 0}, 0, 0, 1);
        return new Part(child, CompressedRows.slices(values, rows.start(), begin));
    }

    @Override
    public String toString() {
        return (balanced ? "balancedSparseRows(" : "sparseRows(") + parts + ")";
    }
}
