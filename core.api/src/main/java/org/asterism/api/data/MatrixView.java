package org.asterism.api.data;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;

/**
 * A matrix, row after row: element (i, j) stands at index {@code i * leadingDimension + j}. The accessors do not
 * convert: use those of the type that {@code element} names. They throw {@link IndexOutOfBoundsException} for a place
 * outside of the matrix.
 *
 * @param segment the elements' memory
 * @param element the type of the elements
 * @param rows the number of rows
 * @param columns the number of columns
 * @param leadingDimension the number of elements between the beginnings of two consecutive rows; at least
 *     {@code columns}
 */
public record MatrixView(MemorySegment segment, ElementType element, long rows, long columns, long leadingDimension)
        implements DataView {
    /**
     * One row, for inner loops: simple indices are what the JIT compiler turns into vector instructions.
     *
     * @param row from 0
     * @return the row's memory, {@code columns} elements long
     * @throws IndexOutOfBoundsException if there is no such row
     */
    public MemorySegment row(long row) {
        Objects.checkIndex(row, rows);
        return segment.asSlice(row * leadingDimension * element.bytes(), columns * element.bytes());
    }

    /**
     * Reads an element of a matrix of bytes.
     *
     * @param row from 0
     * @param column from 0
     * @return the element
     */
    public byte getByte(long row, long column) {
        return segment.getAtIndex(ValueLayout.JAVA_BYTE, index(row, column));
    }

    /**
     * Writes an element of a matrix of bytes.
     *
     * @param row from 0
     * @param column from 0
     * @param value the new value
     */
    public void setByte(long row, long column, byte value) {
        segment.setAtIndex(ValueLayout.JAVA_BYTE, index(row, column), value);
    }

    /**
     * Reads an element of a matrix of shorts.
     *
     * @param row from 0
     * @param column from 0
     * @return the element
     */
    public short getShort(long row, long column) {
        return segment.getAtIndex(ValueLayout.JAVA_SHORT, index(row, column));
    }

    /**
     * Writes an element of a matrix of shorts.
     *
     * @param row from 0
     * @param column from 0
     * @param value the new value
     */
    public void setShort(long row, long column, short value) {
        segment.setAtIndex(ValueLayout.JAVA_SHORT, index(row, column), value);
    }

    /**
     * Reads an element of a matrix of ints.
     *
     * @param row from 0
     * @param column from 0
     * @return the element
     */
    public int getInt(long row, long column) {
        return segment.getAtIndex(ValueLayout.JAVA_INT, index(row, column));
    }

    /**
     * Writes an element of a matrix of ints.
     *
     * @param row from 0
     * @param column from 0
     * @param value the new value
     */
    public void setInt(long row, long column, int value) {
        segment.setAtIndex(ValueLayout.JAVA_INT, index(row, column), value);
    }

    /**
     * Reads an element of a matrix of longs.
     *
     * @param row from 0
     * @param column from 0
     * @return the element
     */
    public long getLong(long row, long column) {
        return segment.getAtIndex(ValueLayout.JAVA_LONG, index(row, column));
    }

    /**
     * Writes an element of a matrix of longs.
     *
     * @param row from 0
     * @param column from 0
     * @param value the new value
     */
    public void setLong(long row, long column, long value) {
        segment.setAtIndex(ValueLayout.JAVA_LONG, index(row, column), value);
    }

    /**
     * Reads an element of a matrix of floats.
     *
     * @param row from 0
     * @param column from 0
     * @return the element
     */
    public float getFloat(long row, long column) {
        return segment.getAtIndex(ValueLayout.JAVA_FLOAT, index(row, column));
    }

    /**
     * Writes an element of a matrix of floats.
     *
     * @param row from 0
     * @param column from 0
     * @param value the new value
     */
    public void setFloat(long row, long column, float value) {
        segment.setAtIndex(ValueLayout.JAVA_FLOAT, index(row, column), value);
    }

    /**
     * Reads an element of a matrix of doubles.
     *
     * @param row from 0
     * @param column from 0
     * @return the element
     */
    public double getDouble(long row, long column) {
        return segment.getAtIndex(ValueLayout.JAVA_DOUBLE, index(row, column));
    }

    /**
     * Writes an element of a matrix of doubles.
     *
     * @param row from 0
     * @param column from 0
     * @param value the new value
     */
    public void setDouble(long row, long column, double value) {
        segment.setAtIndex(ValueLayout.JAVA_DOUBLE, index(row, column), value);
    }

    /** The elements between rows may belong to others. */
    private long index(long row, long column) {
        return Objects.checkIndex(row, rows) * leadingDimension + Objects.checkIndex(column, columns);
    }
}
