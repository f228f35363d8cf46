package org.example.driver;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.asterism.kit.device.CopyRectangles;
import org.asterism.kit.device.CopyRectangles.Rectangle;
import org.asterism.spi.driver.BufferCopy;
import org.asterism.spi.driver.DeviceMemory;
import org.asterism.spi.driver.Transfer;

/**
 * The memory of the device, with a queue of copies for each direction. The core calls it from one thread at a time, so
 * it needs no locks.
 */
final class EmulatedMemory implements DeviceMemory {
    /** A boundary that suits every element, and begins a cache line. */
    private static final long ALIGNMENT = 64;

    private final long capacity;
    private final CommandQueue incoming = new CommandQueue(EmulatedDriver.DRIVER + "-in");
    private final CommandQueue outgoing = new CommandQueue(EmulatedDriver.DRIVER + "-out");
    /** The arena of each block, by address. */
    private final Map<Long, Arena> blocks = new HashMap<>();

    private long taken;

    EmulatedMemory(long capacity) {
        this.capacity = capacity;
    }

    @Override
    public String name() {
        return EmulatedDriver.DRIVER + "-memory";
    }

    @Override
    public long capacity() {
        return capacity;
    }

    @Override
    public MemorySegment allocate(long bytes) {
        if (bytes > capacity - taken) {
            return null; // the core evicts data and asks again
        }
        Arena arena = Arena.ofShared();
        try {
            MemorySegment block = arena.allocate(bytes, ALIGNMENT);
            blocks.put(block.address(), arena);
            taken += bytes;
            return block;
        } catch (OutOfMemoryError full) {
            arena.close();
            return null;
        }
    }

    @Override
    public void free(MemorySegment memory) {
        Arena arena = blocks.remove(memory.address());
        if (arena == null) {
            throw new IllegalArgumentException(name() + " has not allocated " + memory
                    + ", or has it back: give back what allocate returned, once");
        }
        taken -= memory.byteSize();
        arena.close();
    }

    @Override
    public Transfer copyIn(List<BufferCopy> copies) {
        return incoming.add(() -> copies.forEach(EmulatedMemory::copy));
    }

    @Override
    public Transfer copyOut(List<BufferCopy> copies) {
        return outgoing.add(() -> copies.forEach(EmulatedMemory::copy));
    }

    /** Copies a buffer, whose runs may lie at different distances on both sides. */
    private static void copy(BufferCopy copy) {
        MemorySegment from = copy.from().segment();
        MemorySegment to = copy.to().segment();
        for (Rectangle part : CopyRectangles.of(copy)) {
            for (long slice = 0; slice < part.depth(); slice++) {
                for (long line = 0; line < part.height(); line++) {
                    MemorySegment.copy(
                            from,
                            part.fromOffset() + slice * part.fromSlice() + line * part.fromPitch(),
                            to,
                            part.toOffset() + slice * part.toSlice() + line * part.toPitch(),
                            part.width());
                }
            }
        }
    }

    /** May be called by a listener of a copy, so it waits for nothing. */
    @Override
    public void close() {
        incoming.close();
        outgoing.close();
    }
}
