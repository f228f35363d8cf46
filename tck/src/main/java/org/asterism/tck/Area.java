package org.asterism.tck;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.BufferShape;
import org.asterism.spi.driver.BufferCopy;
import org.asterism.spi.driver.DeviceMemory;

/**
 * Piece of memory and its owner.
 *
 * @param memory null for main memory
 * @param segment the piece
 */
record Area(DeviceMemory memory, MemorySegment segment) {
    /** Alignment of the address of every element. */
    static final long WIDEST_ELEMENT = 8;

    /** Returns main memory with a content. */
    static Area host(Arena arena, byte[] content) {
        MemorySegment segment = arena.allocate(Math.max(1, content.length), WIDEST_ELEMENT);
        MemorySegment.copy(content, 0, segment, ValueLayout.JAVA_BYTE, 0, content.length);
        return new Area(null, segment);
    }

    /** Returns a copy from this area that fills another one. */
    BufferCopy to(Area target) {
        BufferShape shape = new BufferShape(target.segment.byteSize(), 1);
        return new BufferCopy(shape, Buffer.dense(segment, shape), Buffer.dense(target.segment, shape));
    }

    /** Frees the memory if it belongs to a device. */
    void free() {
        if (memory != null) {
            memory.free(segment);
        }
    }
}
