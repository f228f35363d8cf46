package org.asterism.core.internal.data;

import java.lang.foreign.MemorySegment;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.BufferShape;

/** Copies the content of buffers within main memory, where its runs may lie apart. */
public final class HostCopy {
    private HostCopy() {}

    /** Copies all elements of a shape. */
    public static void copy(BufferShape shape, Buffer from, Buffer to) {
        if (shape.bytes() > 0) {
            copy(shape, 0, from, 0, to, 0);
        }
    }

    private static void copy(BufferShape shape, int dimension, Buffer from, long fromByte, Buffer to, long toByte) {
        if (dimension == shape.dimensions()) {
            MemorySegment.copy(from.segment(), fromByte, to.segment(), toByte, shape.runBytes());
            return;
        }
        for (long index = 0; index < shape.count(dimension); index++) {
            long fromNext = fromByte + index * from.stride(dimension);
            long toNext = toByte + index * to.stride(dimension);
            copy(shape, dimension + 1, from, fromNext, to, toNext);
        }
    }
}
