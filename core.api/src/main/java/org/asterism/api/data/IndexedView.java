package org.asterism.api.data;

import java.lang.foreign.ValueLayout;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * View of elements that have one index. The accessors do not convert: use those of the type that {@link #element}
 * names. They throw {@link IndexOutOfBoundsException} for an index outside of the {@link #segment}.
 */
@ConsumerType
public interface IndexedView extends DataView {
    /**
     * Returns the type of the elements.
     *
     * @return never null
     */
    ElementType element();

    /**
     * Reads an element of data of bytes.
     *
     * @param index from 0
     * @return the element
     */
    default byte getByte(long index) {
        return segment().getAtIndex(ValueLayout.JAVA_BYTE, index);
    }

    /**
     * Writes an element of data of bytes.
     *
     * @param index from 0
     * @param value the new value
     */
    default void setByte(long index, byte value) {
        segment().setAtIndex(ValueLayout.JAVA_BYTE, index, value);
    }

    /**
     * Reads an element of data of shorts.
     *
     * @param index from 0
     * @return the element
     */
    default short getShort(long index) {
        return segment().getAtIndex(ValueLayout.JAVA_SHORT, index);
    }

    /**
     * Writes an element of data of shorts.
     *
     * @param index from 0
     * @param value the new value
     */
    default void setShort(long index, short value) {
        segment().setAtIndex(ValueLayout.JAVA_SHORT, index, value);
    }

    /**
     * Reads an element of data of ints.
     *
     * @param index from 0
     * @return the element
     */
    default int getInt(long index) {
        return segment().getAtIndex(ValueLayout.JAVA_INT, index);
    }

    /**
     * Writes an element of data of ints.
     *
     * @param index from 0
     * @param value the new value
     */
    default void setInt(long index, int value) {
        segment().setAtIndex(ValueLayout.JAVA_INT, index, value);
    }

    /**
     * Reads an element of data of longs.
     *
     * @param index from 0
     * @return the element
     */
    default long getLong(long index) {
        return segment().getAtIndex(ValueLayout.JAVA_LONG, index);
    }

    /**
     * Writes an element of data of longs.
     *
     * @param index from 0
     * @param value the new value
     */
    default void setLong(long index, long value) {
        segment().setAtIndex(ValueLayout.JAVA_LONG, index, value);
    }

    /**
     * Reads an element of data of floats.
     *
     * @param index from 0
     * @return the element
     */
    default float getFloat(long index) {
        return segment().getAtIndex(ValueLayout.JAVA_FLOAT, index);
    }

    /**
     * Writes an element of data of floats.
     *
     * @param index from 0
     * @param value the new value
     */
    default void setFloat(long index, float value) {
        segment().setAtIndex(ValueLayout.JAVA_FLOAT, index, value);
    }

    /**
     * Reads an element of data of doubles.
     *
     * @param index from 0
     * @return the element
     */
    default double getDouble(long index) {
        return segment().getAtIndex(ValueLayout.JAVA_DOUBLE, index);
    }

    /**
     * Writes an element of data of doubles.
     *
     * @param index from 0
     * @param value the new value
     */
    default void setDouble(long index, double value) {
        segment().setAtIndex(ValueLayout.JAVA_DOUBLE, index, value);
    }
}
