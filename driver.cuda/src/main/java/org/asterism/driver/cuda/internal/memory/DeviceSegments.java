package org.asterism.driver.cuda.internal.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Segments that name memory of a device: touching them on the host throws, as the arena that they belong to is closed. */
public final class DeviceSegments {
    /** All addresses there are. Slices of it may be made when its arena is closed, while a new segment may not. */
    private static final MemorySegment ALL = everything();

    private DeviceSegments() {}

    /**
     * Names memory of a device.
     *
     * @param address where it begins
     * @param bytes how far it reaches
     * @return a segment whose address and size can be asked for, and nothing else
     */
    public static MemorySegment at(long address, long bytes) {
        return ALL.asSlice(address, bytes);
    }

    @SuppressWarnings("restricted") // nobody can touch it
    private static MemorySegment everything() {
        try (Arena arena = Arena.ofShared()) {
            return MemorySegment.NULL.reinterpret(Long.MAX_VALUE, arena, null);
        }
    }
}
