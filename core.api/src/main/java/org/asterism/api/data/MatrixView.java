package org.asterism.api.data;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A matrix, row after row: element (i, j) stands at index {@code i * leadingDimension + j}.
 *
 * @param segment the elements' memory
 * @param element what they are
 * @param rows the number of rows
 * @param columns the number of columns
 * @param leadingDimension how many elements lie between the beginnings of two rows; at least {@code columns}
 */
public record MatrixView(MemorySegment segment, ElementType element, long rows, long columns, long leadingDimension)
        implements DataView {
    /**
     * One row, for inner loops: simple indices are what the JIT compiler turns into vector instructions.
     *
     * @param row from 0
     * @return the row's memory, {@code columns} elements long
     */
    public MemorySegment row(long row) {
        return segment.asSlice(row * leadingDimension * element.bytes(), columns * element.bytes());
    }

    /**
     * Reads an element of a matrix of doubles.
     *
     * @param row from 0
     * @param column from 0
     * @return the element
     */
    public double getDouble(long row, long column) {
        return segment.getAtIndex(ValueLayout.JAVA_DOUBLE, row * leadingDimension + column);
    }

    /**
     * Writes an element of a matrix of doubles.
     *
     * @param row from 0
     * @param column from 0
     * @param value the new value
     */
    public void setDouble(long row, long column, double value) {
        segment.setAtIndex(ValueLayout.JAVA_DOUBLE, row * leadingDimension + column, value);
    }

    /**
     * Reads an element of a matrix of floats.
     *
     * @param row from 0
     * @param column from 0
     * @return the element
     */
    public float getFloat(long row, long column) {
        return segment.getAtIndex(ValueLayout.JAVA_FLOAT, row * leadingDimension + column);
    }

    /**
     * Writes an element of a matrix of floats.
     *
     * @param row from 0
     * @param column from 0
     * @param value the new value
     */
    public void setFloat(long row, long column, float value) {
        segment.setAtIndex(ValueLayout.JAVA_FLOAT, row * leadingDimension + column, value);
    }
}
