package org.asterism.api.data;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;

/**
 * A block of three dimensions, plane after plane, each row after row: element (k, i, j) stands at index {@code k *
 * planeStride + i * rowStride + j}. The accessors do not convert: use those of the type that {@code element} names.
 * They throw {@link IndexOutOfBoundsException} for a place outside of the block.
 *
 * @param segment the elements' memory
 * @param element the type of the elements
 * @param planes the number of planes
 * @param rows the number of rows in each plane
 * @param columns the number of columns in each plane
 * @param planeStride the number of elements between the beginnings of two consecutive planes
 * @param rowStride the number of elements between the beginnings of two consecutive rows of a plane; at least
 *     {@code columns}
 */
public record BlockView(
        MemorySegment segment,
        ElementType element,
        long planes,
        long rows,
        long columns,
        long planeStride,
        long rowStride)
        implements DataView {
    /**
     * One plane.
     *
     * @param plane from 0
     * @return a matrix of {@code rows} x {@code columns}
     * @throws IndexOutOfBoundsException if there is no such plane
     */
    public MatrixView plane(long plane) {
        Objects.checkIndex(plane, planes);
        long span = rows == 0 ? 0 : (rows - 1) * rowStride + columns;
        MemorySegment memory = segment.asSlice(plane * planeStride * element.bytes(), span * element.bytes());
        return new MatrixView(memory, element, rows, columns, rowStride);
    }

    /**
     * One row of a plane, for inner loops: simple indices are what the JIT compiler turns into vector instructions.
     *
     * @param plane from 0
     * @param row from 0
     * @return the row's memory, {@code columns} elements long
     * @throws IndexOutOfBoundsException if there is no such row
     */
    public MemorySegment row(long plane, long row) {
        Objects.checkIndex(plane, planes);
        Objects.checkIndex(row, rows);
        return segment.asSlice((plane * planeStride + row * rowStride) * element.bytes(), columns * element.bytes());
    }

    /**
     * Reads an element of a block of bytes.
     *
     * @param plane from 0
     * @param row from 0
     * @param column from 0
     * @return the element
     */
    public byte getByte(long plane, long row, long column) {
        return segment.getAtIndex(ValueLayout.JAVA_BYTE, index(plane, row, column));
    }

    /**
     * Writes an element of a block of bytes.
     *
     * @param plane from 0
     * @param row from 0
     * @param column from 0
     * @param value the new value
     */
    public void setByte(long plane, long row, long column, byte value) {
        segment.setAtIndex(ValueLayout.JAVA_BYTE, index(plane, row, column), value);
    }

    /**
     * Reads an element of a block of shorts.
     *
     * @param plane from 0
     * @param row from 0
     * @param column from 0
     * @return the element
     */
    public short getShort(long plane, long row, long column) {
        return segment.getAtIndex(ValueLayout.JAVA_SHORT, index(plane, row, column));
    }

    /**
     * Writes an element of a block of shorts.
     *
     * @param plane from 0
     * @param row from 0
     * @param column from 0
     * @param value the new value
     */
    public void setShort(long plane, long row, long column, short value) {
        segment.setAtIndex(ValueLayout.JAVA_SHORT, index(plane, row, column), value);
    }

    /**
     * Reads an element of a block of ints.
     *
     * @param plane from 0
     * @param row from 0
     * @param column from 0
     * @return the element
     */
    public int getInt(long plane, long row, long column) {
        return segment.getAtIndex(ValueLayout.JAVA_INT, index(plane, row, column));
    }

    /**
     * Writes an element of a block of ints.
     *
     * @param plane from 0
     * @param row from 0
     * @param column from 0
     * @param value the new value
     */
    public void setInt(long plane, long row, long column, int value) {
        segment.setAtIndex(ValueLayout.JAVA_INT, index(plane, row, column), value);
    }

    /**
     * Reads an element of a block of longs.
     *
     * @param plane from 0
     * @param row from 0
     * @param column from 0
     * @return the element
     */
    public long getLong(long plane, long row, long column) {
        return segment.getAtIndex(ValueLayout.JAVA_LONG, index(plane, row, column));
    }

    /**
     * Writes an element of a block of longs.
     *
     * @param plane from 0
     * @param row from 0
     * @param column from 0
     * @param value the new value
     */
    public void setLong(long plane, long row, long column, long value) {
        segment.setAtIndex(ValueLayout.JAVA_LONG, index(plane, row, column), value);
    }

    /**
     * Reads an element of a block of floats.
     *
     * @param plane from 0
     * @param row from 0
     * @param column from 0
     * @return the element
     */
    public float getFloat(long plane, long row, long column) {
        return segment.getAtIndex(ValueLayout.JAVA_FLOAT, index(plane, row, column));
    }

    /**
     * Writes an element of a block of floats.
     *
     * @param plane from 0
     * @param row from 0
     * @param column from 0
     * @param value the new value
     */
    public void setFloat(long plane, long row, long column, float value) {
        segment.setAtIndex(ValueLayout.JAVA_FLOAT, index(plane, row, column), value);
    }

    /**
     * Reads an element of a block of doubles.
     *
     * @param plane from 0
     * @param row from 0
     * @param column from 0
     * @return the element
     */
    public double getDouble(long plane, long row, long column) {
        return segment.getAtIndex(ValueLayout.JAVA_DOUBLE, index(plane, row, column));
    }

    /**
     * Writes an element of a block of doubles.
     *
     * @param plane from 0
     * @param row from 0
     * @param column from 0
     * @param value the new value
     */
    public void setDouble(long plane, long row, long column, double value) {
        segment.setAtIndex(ValueLayout.JAVA_DOUBLE, index(plane, row, column), value);
    }

    /** The strides may be in any order, and what lies between rows and planes may belong to others. */
    private long index(long plane, long row, long column) {
        return Objects.checkIndex(plane, planes) * planeStride
                + Objects.checkIndex(row, rows) * rowStride
                + Objects.checkIndex(column, columns);
    }
}
