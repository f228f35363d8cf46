package org.asterism.kit.remote;

import java.lang.foreign.MemorySegment;
import org.asterism.api.data.BcsrView;
import org.asterism.api.data.BlockView;
import org.asterism.api.data.CooView;
import org.asterism.api.data.CsrView;
import org.asterism.api.data.DataView;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.MatrixView;
import org.asterism.api.data.TensorView;
import org.asterism.api.data.VariableView;
import org.asterism.api.data.VectorView;

/**
 * Checks that views of the API's layouts fit the memory that they name, since kernels of native libraries trust the
 * sizes. The constructors of other views are their bundles' business, and so is the content of index arrays.
 */
final class ViewExtent {
    private ViewExtent() {}

    /**
     * Checks a view that a peer has described.
     *
     * @throws MalformedMessageException if it is of a layout of the API and reaches beyond its memory
     */
    static void check(DataView view) {
        try {
            switch (view) {
                case VariableView one -> require(one.segment(), 1, one.element());
                case VectorView vector -> require(vector.segment(), span(vector.length(), 1), vector.element());
                case MatrixView matrix ->
                    require(
                            matrix.segment(),
                            span(matrix.rows(), matrix.leadingDimension(), matrix.columns(), 1),
                            matrix.element());
                case BlockView block -> check(block);
                case TensorView tensor -> check(tensor);
                case CsrView rows -> {
                    require(rows.segment(), span(rows.nonZeros(), 1), rows.element());
                    requireIndices(rows.columnIndices(), rows.nonZeros());
                    requireIndices(rows.rowPointers(), end(rows.rows()));
                }
                case BcsrView rows -> {
                    check(rows.values());
                    requireIndices(rows.columnIndices(), rows.blocks());
                    requireIndices(rows.rowPointers(), end(rows.blockRows()));
                }
                case CooView entries -> {
                    require(entries.segment(), span(entries.nonZeros(), 1), entries.element());
                    requireIndices(entries.rowIndices(), entries.nonZeros());
                    requireIndices(entries.columnIndices(), entries.nonZeros());
                }
                default -> {}
            }
        } catch (ArithmeticException | NullPointerException beyond) {
            throw new MalformedMessageException("a " + view.getClass().getSimpleName() + " of impossible sizes");
        }
    }

    private static void check(BlockView block) {
        long span = span(block.planes(), block.planeStride(), block.rows(), block.rowStride(), block.columns(), 1);
        require(block.segment(), span, block.element());
    }

    private static void check(TensorView tensor) {
        long[] sizesAndStrides = new long[2 * tensor.dimensions()];
        for (int dimension = 0; dimension < tensor.dimensions(); dimension++) {
            sizesAndStrides[2 * dimension] = tensor.size(dimension);
            sizesAndStrides[2 * dimension + 1] = tensor.stride(dimension);
        }
        require(tensor.segment(), span(sizesAndStrides), tensor.element());
    }

    /** The number of elements from the first to the last, which are given as pairs of a size and a stride. */
    private static long span(long... sizesAndStrides) {
        long span = 1;
        boolean isEmpty = false;
        for (int index = 0; index < sizesAndStrides.length; index += 2) {
            long size = sizesAndStrides[index];
            long stride = sizesAndStrides[index + 1];
            if (size < 0 || stride < 0) {
                throw new ArithmeticException("negative");
            }
            isEmpty |= size == 0;
            span = Math.addExact(span, Math.multiplyExact(Math.max(0, size - 1), stride));
        }
        return isEmpty ? 0 : span;
    }

    private static long end(long rows) {
        if (rows < 0) {
            throw new ArithmeticException("negative");
        }
        return Math.addExact(rows, 1);
    }

    private static void requireIndices(MemorySegment segment, long count) {
        require(segment, span(count, 1), ElementType.INT);
    }

    private static void require(MemorySegment segment, long elements, ElementType element) {
        long bytes = Math.multiplyExact(elements, element.bytes());
        if (bytes > segment.byteSize()) {
            throw new MalformedMessageException("a view of " + bytes + " bytes in " + segment.byteSize());
        }
    }
}
