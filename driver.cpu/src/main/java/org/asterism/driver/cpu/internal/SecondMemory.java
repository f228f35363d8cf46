package org.asterism.driver.cpu.internal;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.asterism.spi.driver.BufferCopy;
import org.asterism.spi.driver.DeviceMemory;
import org.asterism.spi.driver.NativeMemory;
import org.asterism.spi.driver.Transfer;

/**
 * A part of host memory that is treated as device memory: data have to be copied there before a kernel may work on
 * them. So machines without a device can test the code for device memories with real copies.
 */
final class SecondMemory implements DeviceMemory {
    private final String name;
    private final long capacity;
    private final CopyEngine engine;
    /** The blocks that were handed out and not given back, by address. */
    private final Map<Long, NativeMemory.Block> blocks = new HashMap<>();

    private long taken;

    /**
     * Makes a memory.
     *
     * @param name unique among the memories of its engine
     * @param capacity bytes
     * @param engine does the copying
     */
    SecondMemory(String name, long capacity, CopyEngine engine) {
        this.name = name;
        this.capacity = capacity;
        this.engine = engine;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long capacity() {
        return capacity;
    }

    @Override
    public synchronized MemorySegment allocate(long bytes) {
        if (bytes <= 0) {
            throw new IllegalArgumentException(bytes + " bytes of memory " + name + ": ask for more than 0");
        }
        if (bytes > capacity - taken) {
            return null;
        }
        NativeMemory.Block block;
        try {
            block = NativeMemory.allocate(bytes);
        } catch (OutOfMemoryError full) {
            return null;
        }
        taken += bytes;
        blocks.put(block.segment().address(), block);
        return block.segment();
    }

    @Override
    public synchronized void free(MemorySegment memory) {
        NativeMemory.Block block = blocks.get(memory.address());
        if (block == null || block.segment().byteSize() != memory.byteSize()) {
            throw new IllegalArgumentException("memory " + name + " has not handed out " + memory.byteSize()
                    + " bytes at 0x" + Long.toHexString(memory.address())
                    + ", or has them back: give back what allocate returned, once");
        }
        blocks.remove(memory.address());
        taken -= memory.byteSize();
        block.free();
    }

    @Override
    public Transfer copyIn(List<BufferCopy> copies) {
        return engine.begin(copies);
    }

    @Override
    public Transfer copyOut(List<BufferCopy> copies) {
        return engine.begin(copies);
    }

    @Override
    public boolean reaches(DeviceMemory peer) {
        return peer instanceof SecondMemory;
    }

    @Override
    public Transfer copyTo(DeviceMemory peer, List<BufferCopy> copies) {
        if (!reaches(peer)) {
            throw new UnsupportedOperationException(name + " does not reach " + peer.name());
        }
        return engine.begin(copies);
    }

    /** The last one ends the thread that copies. */
    @Override
    public void close() {
        engine.memoryClosed();
        synchronized (this) {
            if (!blocks.isEmpty()) {
                throw new IllegalStateException("memory " + name + " is closed with " + taken + " bytes in "
                        + blocks.size() + " pieces that were not given back");
            }
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
