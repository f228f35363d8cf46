package org.asterism.api.data;

import java.lang.foreign.MemorySegment;
import java.util.Collection;
import java.util.Map;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Where data become known to a runtime.
 *
 * <p>Off-heap segments are used in place; they must stay alive and must not be touched by the program while tasks on them
 * may run. Mapped segments count as off-heap. Heap arrays, and segments over heap arrays, are copied to native memory when
 * they are registered and back when their handle is closed.
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
     * One value.
     *
     * @param memory at least one element long
     * @param element what it is
     * @return a handle whose view is a {@link VariableView}
     * @throws IllegalArgumentException if the segment is too short, read-only or not aligned
     */
    DataHandle variable(MemorySegment memory, ElementType element);

    /**
     * A row of elements.
     *
     * @param memory at least {@code length} elements long
     * @param element what they are
     * @param length how many
     * @return a handle whose view is a {@link VectorView}
     * @throws IllegalArgumentException if the segment is too short, read-only or not aligned, or the length negative
     */
    DataHandle vector(MemorySegment memory, ElementType element, long length);

    /**
     * A matrix, row after row.
     *
     * @param memory holds element (i, j) at index {@code i * leadingDimension + j}
     * @param element what the elements are
     * @param rows the number of rows
     * @param columns the number of columns
     * @param leadingDimension how many elements lie between the beginnings of two rows; at least {@code columns}
     * @return a handle whose view is a {@link MatrixView}; on a heap array only the matrix itself is copied, and the view's
     *     leading dimension may differ
     * @throws IllegalArgumentException if the segment is too short, read-only or not aligned, a size is negative, or the
     *     leading dimension smaller than a row
     */
    DataHandle matrix(MemorySegment memory, ElementType element, long rows, long columns, long leadingDimension);

    /**
     * Data of any layout, with a home in main memory.
     *
     * @param layout what the data are built like
     * @param home one per buffer of the layout
     * @return a handle
     * @throws IllegalArgumentException if a segment is too short for its shape, read-only or not aligned, belongs to a confined
     *     arena, or the number of buffers does not fit
     * @throws IllegalStateException if a segment's arena is closed
     */
    DataHandle register(Layout layout, Buffer... home);

    /**
     * Data without a home, for results between tasks: memory is taken when and where a task first writes them.
     *
     * @param layout what the data are built like
     * @return a handle; a task must write the data before others read them, unless they have an {@link
     *     DataHandle#initialiser}
     */
    DataHandle temporary(Layout layout);

    /**
     * Makes a layout that a bundle has brought; see {@code org.asterism.spi.layout.LayoutFactory}.
     *
     * @param name of the layout
     * @param parameters by name; see the layout's documentation
     * @return the layout
     * @throws IllegalArgumentException if there is no such layout (the message lists those that there are) or it does not
     *     accept the parameters
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
        return vector(MemorySegment.ofArray(array), ElementType.DOUBLE, array.length);
    }

    /**
     * A row of floats on the heap.
     *
     * @param array all of it
     * @return a handle whose view is a {@link VectorView}
     */
    default DataHandle vector(float[] array) {
        return vector(MemorySegment.ofArray(array), ElementType.FLOAT, array.length);
    }

    /**
     * A row of ints on the heap.
     *
     * @param array all of it
     * @return a handle whose view is a {@link VectorView}
     */
    default DataHandle vector(int[] array) {
        return vector(MemorySegment.ofArray(array), ElementType.INT, array.length);
    }

    /**
     * A row of longs on the heap.
     *
     * @param array all of it
     * @return a handle whose view is a {@link VectorView}
     */
    default DataHandle vector(long[] array) {
        return vector(MemorySegment.ofArray(array), ElementType.LONG, array.length);
    }

    /**
     * A matrix of doubles in a heap array, row after row.
     *
     * @param array holds element (i, j) at {@code i * leadingDimension + j}
     * @param rows the number of rows
     * @param columns the number of columns
     * @param leadingDimension how many elements lie between the beginnings of two rows
     * @return a handle whose view is a {@link MatrixView}
     * @throws IllegalArgumentException if the array is too short or the leading dimension smaller than a row
     */
    default DataHandle matrix(double[] array, long rows, long columns, long leadingDimension) {
        return matrix(MemorySegment.ofArray(array), ElementType.DOUBLE, rows, columns, leadingDimension);
    }
}
