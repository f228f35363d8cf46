package org.asterism.api.data;

import java.lang.foreign.ValueLayout;

/** Type of the elements of a piece of data, in the machine's byte order. */
public enum ElementType {
    /** 8-bit integers. */
    BYTE(ValueLayout.JAVA_BYTE),
    /** 16-bit integers. */
    SHORT(ValueLayout.JAVA_SHORT),
    /** 32-bit integers. */
    INT(ValueLayout.JAVA_INT),
    /** 64-bit integers. */
    LONG(ValueLayout.JAVA_LONG),
    /** 32-bit floating-point numbers. */
    FLOAT(ValueLayout.JAVA_FLOAT),
    /** 64-bit floating-point numbers. */
    DOUBLE(ValueLayout.JAVA_DOUBLE);

    private final ValueLayout layout;

    ElementType(ValueLayout layout) {
        this.layout = layout;
    }

    /**
     * Returns the memory layout of one element.
     *
     * @return the layout for {@link java.lang.foreign.MemorySegment}'s accessors
     */
    public ValueLayout layout() {
        return layout;
    }

    /**
     * The size of one element.
     *
     * @return bytes
     */
    public long bytes() {
        return layout.byteSize();
    }
}
