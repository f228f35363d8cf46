package org.asterism.api.data;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * One value.
 *
 * @param segment the value's memory
 * @param element the type of the value
 */
public record VariableView(MemorySegment segment, ElementType element) implements DataView {
    /**
     * Reads a variable of bytes.
     *
     * @return the value
     */
    public byte getByte() {
        return segment.get(ValueLayout.JAVA_BYTE, 0);
    }

    /**
     * Writes a variable of bytes.
     *
     * @param value the new value
     */
    public void setByte(byte value) {
        segment.set(ValueLayout.JAVA_BYTE, 0, value);
    }

    /**
     * Reads a variable of shorts.
     *
     * @return the value
     */
    public short getShort() {
        return segment.get(ValueLayout.JAVA_SHORT, 0);
    }

    /**
     * Writes a variable of shorts.
     *
     * @param value the new value
     */
    public void setShort(short value) {
        segment.set(ValueLayout.JAVA_SHORT, 0, value);
    }

    /**
     * Reads a variable of ints.
     *
     * @return the value
     */
    public int getInt() {
        return segment.get(ValueLayout.JAVA_INT, 0);
    }

    /**
     * Writes a variable of ints.
     *
     * @param value the new value
     */
    public void setInt(int value) {
        segment.set(ValueLayout.JAVA_INT, 0, value);
    }

    /**
     * Reads a variable of longs.
     *
     * @return the value
     */
    public long getLong() {
        return segment.get(ValueLayout.JAVA_LONG, 0);
    }

    /**
     * Writes a variable of longs.
     *
     * @param value the new value
     */
    public void setLong(long value) {
        segment.set(ValueLayout.JAVA_LONG, 0, value);
    }

    /**
     * Reads a variable of floats.
     *
     * @return the value
     */
    public float getFloat() {
        return segment.get(ValueLayout.JAVA_FLOAT, 0);
    }

    /**
     * Writes a variable of floats.
     *
     * @param value the new value
     */
    public void setFloat(float value) {
        segment.set(ValueLayout.JAVA_FLOAT, 0, value);
    }

    /**
     * Reads a variable of doubles.
     *
     * @return the value
     */
    public double getDouble() {
        return segment.get(ValueLayout.JAVA_DOUBLE, 0);
    }

    /**
     * Writes a variable of doubles.
     *
     * @param value the new value
     */
    public void setDouble(double value) {
        segment.set(ValueLayout.JAVA_DOUBLE, 0, value);
    }
}
