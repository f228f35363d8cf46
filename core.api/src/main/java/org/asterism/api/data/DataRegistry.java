package org.asterism.api.data;

import java.lang.foreign.MemorySegment;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Registers data with a runtime.
 *
 * <p>Off-heap segments are used in place; they must stay alive and must not be touched by the program while tasks on
 * them may run. Mapped segments count as off-heap. Heap arrays, and segments over heap arrays, are copied to native
 * memory when they are registered and back when their handle is closed.
 *
 * <p>Any thread may register data.
 */
@ProviderType
public interface DataRegistry {
    /**
     * Data without content, which order tasks.
     *
     * @return a handle whose view is a {@link VoidView}
     */
    DataHandle token();

    /**
     * Registers one value.
     *
     * @param memory at least one element long
     * @param element its type
     * @return a handle whose view is a {@link VariableView}
     * @throws IllegalArgumentException if the segment is too short, read-only or not aligned
     */
    DataHandle variable(MemorySegment memory, ElementType element);

    /**
     * Registers a row of elements.
     *
     * @param memory at least {@code length} elements long
     * @param element their type
     * @param length the number of elements
     * @return a handle whose view is a {@link VectorView}
     * @throws IllegalArgumentException if the segment is too short, read-only or not aligned, or the length negative
     */
    DataHandle vector(MemorySegment memory, ElementType element, long length);

    /**
     * Registers a matrix, row after row.
     *
     * @param memory holds element (i, j) at index {@code i * leadingDimension + j}
     * @param element the type of the elements
     * @param rows the number of rows
     * @param columns the number of columns
     * @param leadingDimension the number of elements from the beginning of one row to the next; at least
     *     {@code columns}
     * @return a handle whose view is a {@link MatrixView}; on a heap array only the matrix itself is copied, and the
     *     view's leading dimension may differ
     * @throws IllegalArgumentException if the segment is too short, read-only or not aligned, a size is negative, or
     *     the leading dimension smaller than a row
     */
    DataHandle matrix(MemorySegment memory, ElementType element, long rows, long columns, long leadingDimension);

    /**
     * Registers data of any layout, with a home in main memory.
     *
     * @param layout the structure of the data
     * @param home one per buffer of the layout
     * @return a handle
     * @throws IllegalArgumentException if a segment is too short for its shape, read-only or not aligned, belongs to a
     *     confined arena, or the number of buffers does not fit
     * @throws IllegalStateException if a segment's arena is closed
     */
    DataHandle register(Layout layout, Buffer... home);

    /**
     * Makes data without a home, for results between tasks: memory is allocated when and where a task first writes
     * them.
     *
     * @param layout the structure of the data
     * @return a handle; a task must write the data before others read them, unless they have an
     *     {@link DataHandle#initialiser}
     */
    DataHandle temporary(Layout layout);

    /**
     * Makes imagined data: valid at home, in main memory, but without memory behind them. They may have any size, for
     * simulated runtimes that do not execute kernels.
     *
     * @param layout the structure of the data
     * @return a handle
     * @throws IllegalStateException if the runtime executes kernels
     */
    DataHandle imagined(Layout layout);

    /**
     * Makes a layout that a bundle offers with its service {@code LayoutFactory}.
     *
     * @param name of the layout
     * @param parameters by name; see the layout's documentation
     * @return the layout
     * @throws IllegalArgumentException if there is no such layout (the message lists those that there are) or it does
     *     not accept the parameters
     */
    Layout layout(String name, Map<String, ?> parameters);

    /**
     * The handles that are open.
     *
     * @return a snapshot, in no order
     */
    Collection<DataHandle> handles();

    /**
     * A row of doubles on the heap.
     *
     * @param array all of it
     * @return a handle whose view is a {@link VectorView}
     */
    default DataHandle vector(double[] array) {
        return vector(MemorySegment.ofArray(Objects.requireNonNull(array, "array")), ElementType.DOUBLE, array.length);
    }

    /**
     * A row of floats on the heap.
     *
     * @param array all of it
     * @return a handle whose view is a {@link VectorView}
     */
    default DataHandle vector(float[] array) {
        return vector(MemorySegment.ofArray(Objects.requireNonNull(array, "array")), ElementType.FLOAT, array.length);
    }

    /**
     * A row of ints on the heap.
     *
     * @param array all of it
     * @return a handle whose view is a {@link VectorView}
     */
    default DataHandle vector(int[] array) {
        return vector(MemorySegment.ofArray(Objects.requireNonNull(array, "array")), ElementType.INT, array.length);
    }

    /**
     * A row of longs on the heap.
     *
     * @param array all of it
     * @return a handle whose view is a {@link VectorView}
     */
    default DataHandle vector(long[] array) {
        return vector(MemorySegment.ofArray(Objects.requireNonNull(array, "array")), ElementType.LONG, array.length);
    }

    /**
     * A matrix of doubles in a heap array, row after row.
     *
     * @param array holds element (i, j) at {@code i * leadingDimension + j}
     * @param rows the number of rows
     * @param columns the number of columns
     * @param leadingDimension the number of elements between the beginnings of two consecutive rows
     * @return a handle whose view is a {@link MatrixView}
     * @throws IllegalArgumentException if the array is too short or the leading dimension smaller than a row
     */
    default DataHandle matrix(double[] array, long rows, long columns, long leadingDimension) {
        return matrix(
                MemorySegment.ofArray(Objects.requireNonNull(array, "array")),
                ElementType.DOUBLE,
                rows,
                columns,
                leadingDimension);
    }

    /**
     * A block of three dimensions, plane after plane, each row after row.
     *
     * @param memory holds element (k, i, j) at index {@code k * planeStride + i * rowStride + j}
     * @param element the type of the elements
     * @param planes the number of planes
     * @param rows the number of rows in each plane
     * @param columns the number of columns in each plane
     * @param planeStride the number of elements between the beginnings of two consecutive planes
     * @param rowStride the number of elements between the beginnings of two consecutive rows of a plane
     * @return a handle whose view is a {@link BlockView}
     * @throws IllegalArgumentException as {@link #register}
     */
    default DataHandle block(
            MemorySegment memory,
            ElementType element,
            long planes,
            long rows,
            long columns,
            long planeStride,
            long rowStride) {
        Layout layout = new BlockLayout(element, planes, rows, columns);
        long bytes = element.bytes();
        return register(layout, new Buffer(memory, planeStride * bytes, rowStride * bytes));
    }

    /**
     * A block of three dimensions without gaps.
     *
     * @param memory the planes one behind the other, each row after row
     * @param element the type of the elements
     * @param planes the number of planes
     * @param rows the number of rows in each plane
     * @param columns the number of columns in each plane
     * @return a handle whose view is a {@link BlockView}
     * @throws IllegalArgumentException as {@link #register}
     */
    default DataHandle block(MemorySegment memory, ElementType element, long planes, long rows, long columns) {
        return registerDense(new BlockLayout(element, planes, rows, columns), memory);
    }

    /**
     * A block of doubles in a heap array, plane after plane, each row after row.
     *
     * @param array at least {@code planes * rows * columns} long
     * @param planes the number of planes
     * @param rows the number of rows in each plane
     * @param columns the number of columns in each plane
     * @return a handle whose view is a {@link BlockView}
     * @throws IllegalArgumentException if the array is too short
     */
    default DataHandle block(double[] array, long planes, long rows, long columns) {
        return block(
                MemorySegment.ofArray(Objects.requireNonNull(array, "array")),
                ElementType.DOUBLE,
                planes,
                rows,
                columns);
    }

    /**
     * An array of any number of dimensions, without gaps.
     *
     * @param memory the elements, those of the innermost dimension following each other
     * @param element the type of the elements
     * @param sizes the number of elements in each dimension, outermost first
     * @return a handle whose view is a {@link TensorView}
     * @throws IllegalArgumentException as {@link #register}
     */
    default DataHandle tensor(MemorySegment memory, ElementType element, long... sizes) {
        return registerDense(new TensorLayout(element, sizes), memory);
    }

    /**
     * An array of doubles of any number of dimensions in a heap array, without gaps.
     *
     * @param array at least as long as the product of the sizes
     * @param sizes the number of elements in each dimension, outermost first
     * @return a handle whose view is a {@link TensorView}
     * @throws IllegalArgumentException if the array is too short
     */
    default DataHandle tensor(double[] array, long... sizes) {
        return tensor(MemorySegment.ofArray(Objects.requireNonNull(array, "array")), ElementType.DOUBLE, sizes);
    }

    /**
     * A sparse matrix in compressed rows.
     *
     * @param layout its sizes
     * @param values one per entry, row after row
     * @param columnIndices an int per entry, from 0
     * @param rowPointers an int per row, the entry that it begins with, and one more, the number of entries
     * @return a handle whose view is a {@link CsrView}
     * @throws IllegalArgumentException as {@link #register}
     */
    default DataHandle csr(
            CsrLayout layout, MemorySegment values, MemorySegment columnIndices, MemorySegment rowPointers) {
        return registerDense(layout, values, columnIndices, rowPointers);
    }

    /**
     * A sparse matrix of doubles in compressed rows, in heap arrays.
     *
     * @param columns the number of columns
     * @param values one per entry, row after row
     * @param columnIndices one per entry, from 0
     * @param rowPointers one per row, the entry that it begins with, and one more, the number of entries
     * @return a handle whose view is a {@link CsrView}
     * @throws IllegalArgumentException if the arrays do not fit together
     */
    default DataHandle csr(long columns, double[] values, int[] columnIndices, int[] rowPointers) {
        if (rowPointers.length == 0 || rowPointers[0] != 0 || rowPointers[rowPointers.length - 1] != values.length) {
            throw new IllegalArgumentException("row pointers of a csr matrix with " + values.length
                    + " values begin with 0 and end with " + values.length);
        }
        return csr(
                new CsrLayout(ElementType.DOUBLE, rowPointers.length - 1, columns, values.length),
                MemorySegment.ofArray(values),
                MemorySegment.ofArray(columnIndices),
                MemorySegment.ofArray(rowPointers));
    }

    /**
     * A sparse matrix of dense blocks in compressed rows.
     *
     * @param layout its sizes
     * @param values the blocks without gaps, row after row, each of them row after row
     * @param columnIndices an int per block, from 0
     * @param rowPointers an int per row of blocks, the block that it begins with, and one more, the number of blocks
     * @return a handle whose view is a {@link BcsrView}
     * @throws IllegalArgumentException as {@link #register}
     */
    default DataHandle bcsr(
            BcsrLayout layout, MemorySegment values, MemorySegment columnIndices, MemorySegment rowPointers) {
        return registerDense(layout, values, columnIndices, rowPointers);
    }

    /**
     * A sparse matrix as a list of entries.
     *
     * @param layout its sizes
     * @param values one per entry
     * @param rowIndices an int per entry, from 0
     * @param columnIndices an int per entry, from 0
     * @return a handle whose view is a {@link CooView}
     * @throws IllegalArgumentException as {@link #register}
     */
    default DataHandle coo(
            CooLayout layout, MemorySegment values, MemorySegment rowIndices, MemorySegment columnIndices) {
        return registerDense(layout, values, rowIndices, columnIndices);
    }

    /**
     * A sparse matrix of doubles as a list of entries, in heap arrays.
     *
     * @param rows the number of rows
     * @param columns the number of columns
     * @param values one per entry
     * @param rowIndices one per entry, from 0
     * @param columnIndices one per entry, from 0
     * @return a handle whose view is a {@link CooView}
     * @throws IllegalArgumentException if an array of indices is too short
     */
    default DataHandle coo(long rows, long columns, double[] values, int[] rowIndices, int[] columnIndices) {
        return coo(
                new CooLayout(ElementType.DOUBLE, rows, columns, values.length),
                MemorySegment.ofArray(values),
                MemorySegment.ofArray(rowIndices),
                MemorySegment.ofArray(columnIndices));
    }

    /**
     * {@link #register} of data whose runs follow each other without gaps.
     *
     * @param layout the layout of the data
     * @param home one segment per buffer of the layout
     * @return a handle
     * @throws IllegalArgumentException as {@link #register}
     */
    default DataHandle registerDense(Layout layout, MemorySegment... home) {
        List<BufferShape> shapes = layout.buffers();
        if (shapes.size() != home.length) {
            throw new IllegalArgumentException(
                    "a " + layout.kind() + " has " + shapes.size() + " buffers, not " + home.length);
        }
        Buffer[] buffers = new Buffer[home.length];
        for (int index = 0; index < home.length; index++) {
            buffers[index] = Buffer.dense(home[index], shapes.get(index));
        }
        return register(layout, buffers);
    }
}
