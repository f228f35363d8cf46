package org.asterism.driver.cuda.internal.library;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import org.asterism.kit.device.CopyRectangles.Rectangle;

/**
 * The structures that describe copies of rectangles and boxes to the driver, as cuda.h lays them out for 64-bit
 * systems.
 */
final class CopyDescriptor {
    private static final int HOST = 1;
    private static final int DEVICE = 2;

    /**
     * The location of one side of a copy.
     *
     * @param type kind of memory, as in {@code CUmemorytype}
     * @param address the base of the rectangle's offset
     * @param context the context of the memory; 0 if the driver knows it
     */
    record Side(int type, long address, long context) {
        Side of(long owner) {
            return new Side(type, address, owner);
        }
    }

    private CopyDescriptor() {}

    static Side host(long address) {
        return new Side(HOST, address, 0);
    }

    static Side device(long address) {
        return new Side(DEVICE, address, 0);
    }

    /** {@code CUDA_MEMCPY2D}: per side x, y, type, host, device, array, pitch; then width and height. */
    static MemorySegment in2D(SegmentAllocator allocator, Rectangle what, Side from, Side to) {
        MemorySegment box = allocator.allocate(16 * Long.BYTES, Long.BYTES);
        put2D(box, 0, from, what.fromOffset(), what.fromPitch());
        put2D(box, 7, to, what.toOffset(), what.toPitch());
        box.setAtIndex(JAVA_LONG, 14, what.width());
        box.setAtIndex(JAVA_LONG, 15, what.height());
        return box;
    }

    private static void put2D(MemorySegment box, int first, Side side, long offset, long pitch) {
        box.set(JAVA_INT, (first + 2L) * Long.BYTES, side.type);
        box.setAtIndex(JAVA_LONG, first + (side.type == HOST ? 3 : 4), side.address + offset);
        box.setAtIndex(JAVA_LONG, first + 6, pitch);
    }

    /**
     * {@code CUDA_MEMCPY3D}, and {@code CUDA_MEMCPY3D_PEER} if sides have contexts: per side x, y, z, level, type,
     * host, device, array, context, pitch, height; then width, height and depth.
     */
    static MemorySegment in3D(SegmentAllocator allocator, Rectangle what, Side from, Side to) {
        MemorySegment box = allocator.allocate(25 * Long.BYTES, Long.BYTES);
        put3D(box, 0, from, what.fromOffset(), what.fromPitch(), lines(what, what.fromSlice(), what.fromPitch()));
        put3D(box, 11, to, what.toOffset(), what.toPitch(), lines(what, what.toSlice(), what.toPitch()));
        box.setAtIndex(JAVA_LONG, 22, what.width());
        box.setAtIndex(JAVA_LONG, 23, what.height());
        box.setAtIndex(JAVA_LONG, 24, what.depth());
        return box;
    }

    private static void put3D(MemorySegment box, int first, Side side, long offset, long pitch, long lines) {
        box.set(JAVA_INT, (first + 4L) * Long.BYTES, side.type);
        box.setAtIndex(JAVA_LONG, first + (side.type == HOST ? 5 : 6), side.address + offset);
        box.setAtIndex(JAVA_LONG, first + 8, side.context);
        box.setAtIndex(JAVA_LONG, first + 9, pitch);
        box.setAtIndex(JAVA_LONG, first + 10, lines);
    }

    /** Returns the number of lines between the beginnings of two slices. */
    private static long lines(Rectangle what, long slice, long pitch) {
        return what.depth() == 1 ? what.height() : slice / pitch;
    }
}
