package org.asterism.api.data;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A row of elements without gaps.
 *
 * @param segment the elements' memory
 * @param element what they are
 * @param length how many there are
 */
public record VectorView(MemorySegment segment, ElementType element, long length) implements DataView {
    /**
     * Reads an element of a vector of doubles.
     *
     * @param index from 0
     * @return the element
     */
    public double getDouble(long index) {
        return segment.getAtIndex(ValueLayout.JAVA_DOUBLE, index);
    }

    /**
     * Writes an element of a vector of doubles.
     *
     * @param index from 0
     * @param value the new value
     */
    public void setDouble(long index, double value) {
        segment.setAtIndex(ValueLayout.JAVA_DOUBLE, index, value);
    }

    /**
     * Reads an element of a vector of floats.
     *
     * @param index from 0
     * @return the element
     */
    public float getFloat(long index) {
        return segment.getAtIndex(ValueLayout.JAVA_FLOAT, index);
    }

    /**
     * Writes an element of a vector of floats.
     *
     * @param index from 0
     * @param value the new value
     */
    public void setFloat(long index, float value) {
        segment.setAtIndex(ValueLayout.JAVA_FLOAT, index, value);
    }

    /**
     * Reads an element of a vector of ints.
     *
     * @param index from 0
     * @return the element
     */
    public int getInt(long index) {
        return segment.getAtIndex(ValueLayout.JAVA_INT, index);
    }

    /**
     * Writes an element of a vector of ints.
     *
     * @param index from 0
     * @param value the new value
     */
    public void setInt(long index, int value) {
        segment.setAtIndex(ValueLayout.JAVA_INT, index, value);
    }

    /**
     * Reads an element of a vector of longs.
     *
     * @param index from 0
     * @return the element
     */
    public long getLong(long index) {
        return segment.getAtIndex(ValueLayout.JAVA_LONG, index);
    }

    /**
     * Writes an element of a vector of longs.
     *
     * @param index from 0
     * @param value the new value
     */
    public void setLong(long index, long value) {
        segment.setAtIndex(ValueLayout.JAVA_LONG, index, value);
    }
}
