package org.asterism.remote.member.internal;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.asterism.kit.remote.MalformedMessageException;
import org.asterism.kit.remote.MemoryAddress;
import org.asterism.kit.remote.Message;
import org.asterism.kit.remote.Message.Allocate;
import org.asterism.kit.remote.StridedRange;
import org.asterism.spi.driver.DeviceMemory;

/**
 * The memory of a device, as far as one coordinator has allocated it. As in main memory, each range of addresses is
 * checked, and blocks that a kernel or a copy uses are freed when that has ended. A block exists as soon as the
 * coordinator has allocated it, though the device gives the memory later. Thread-safe; the driver is called by the
 * {@link DeviceThread} only.
 */
final class MemberDevice {
    private static final System.Logger LOG = System.getLogger(MemberDevice.class.getName());

    private final int number;
    private final DeviceMemory memory;
    private final Message.Memory offer;
    private final DeviceThread thread;
    private final DeviceZeros zeros;
    private final Set<MemberDevice> reached = new HashSet<>();

    /** Blocks by the coordinator's address; guarded by this object, like all below. */
    private final TreeMap<Long, DeviceBlock> blocks = new TreeMap<>();

    /** The bytes that the coordinator has allocated and not given back. */
    private long taken;

    /** These, and the bytes of blocks that were given back and are still used. */
    private long held;

    private boolean isClosed;

    /**
     * Makes it without blocks.
     *
     * @param number of the memory on the member, from 1
     */
    MemberDevice(int number, DeviceMemory memory, DeviceThread thread, DeviceZeros zeros) {
        this.number = number;
        this.memory = memory;
        this.thread = thread;
        this.zeros = zeros;
        offer = new Message.Memory(
                memory.name(), memory.capacity(), memory.largestAllocation(), memory.viewAlignment());
    }

    DeviceMemory memory() {
        return memory;
    }

    /** Notes another device of the session, before the coordinator knows this one. */
    void meet(MemberDevice other) {
        if (memory.reaches(other.memory)) {
            reached.add(other);
        }
    }

    /** Whether the driver copies from this device to another one directly. */
    boolean reaches(MemberDevice other) {
        return reached.contains(other);
    }

    Message.Memory offer() {
        return offer;
    }

    /**
     * Allocates a block.
     *
     * @throws MalformedMessageException if the limit or the addresses do not allow it
     */
    synchronized void allocate(long address, long bytes) {
        if (isClosed) {
            return;
        }
        if (bytes <= 0 || bytes > offer.largestAllocation() || bytes - 1 > MemoryAddress.last(number) - address) {
            throw new MalformedMessageException(
                    bytes + " bytes at address " + address + " of device " + offer.name() + " cannot be allocated");
        }
        long charge = Allocate.charge(bytes);
        if (charge > offer.capacity() - taken) {
            throw new MalformedMessageException("an allocation of " + bytes + " bytes exceeds the limit of "
                    + offer.capacity() + " bytes of device " + offer.name() + ", of which " + taken + " are in use");
        }
        Map.Entry<Long, DeviceBlock> before = blocks.floorEntry(address + bytes - 1);
        if (before != null && before.getKey() + before.getValue().bytes() > address) {
            throw new MalformedMessageException("memory at address " + address + " is allocated already");
        }
        DeviceBlock block = new DeviceBlock(address, bytes, memory, zeros);
        blocks.put(address, block);
        taken += charge;
        held += charge;
        thread.execute(block::allocate);
    }

    /**
     * Gives a block back.
     *
     * @throws MalformedMessageException if there is none
     */
    synchronized void free(long address) {
        if (isClosed) {
            return;
        }
        DeviceBlock block = blocks.remove(address);
        if (block == null) {
            throw new MalformedMessageException("no memory is allocated at address " + address);
        }
        giveBack(block);
    }

    private void giveBack(DeviceBlock block) {
        block.isGivenBack = true;
        taken -= block.charge();
        freeIfUnused(block);
    }

    private void freeIfUnused(DeviceBlock block) {
        if (block.isGivenBack && block.leases == 0) {
            thread.execute(() -> free(block));
        }
    }

    private void free(DeviceBlock block) {
        try {
            block.free();
        } catch (RuntimeException | Error lost) {
            LOG.log(System.Logger.Level.DEBUG, "memory of device " + offer.name() + " cannot be given back", lost);
        } finally {
            synchronized (this) {
                held -= block.charge();
            }
        }
    }

    /** Ends the memory, which holds nothing any more. The thread of the devices calls. */
    void end() {
        try {
            memory.close();
        } catch (RuntimeException | Error failed) {
            LOG.log(System.Logger.Level.WARNING, "memory of device " + offer.name() + " cannot be closed", failed);
        }
    }

    /** Gives all blocks back. */
    synchronized void close() {
        isClosed = true;
        blocks.values().forEach(this::giveBack);
        blocks.clear();
    }

    /** Returns the bytes that are in use. */
    synchronized long held() {
        return held;
    }

    /**
     * Begins to use the block around a range.
     *
     * @param leased gets the block, unless it has it already
     * @throws MalformedMessageException if the range was not allocated
     */
    private synchronized DeviceBlock lease(long address, long bytes, Set<DeviceBlock> leased) {
        Map.Entry<Long, DeviceBlock> entry = blocks.floorEntry(address);
        DeviceBlock block = entry == null ? null : entry.getValue();
        if (block == null
                || bytes < 0
                || address - block.address() > block.bytes()
                || bytes > block.bytes() - (address - block.address())) {
            throw new MalformedMessageException(
                    bytes + " bytes at address " + address + " of device " + offer.name() + " are not all allocated");
        }
        if (leased.add(block)) {
            block.leases++;
        }
        return block;
    }

    /** Ends the use of blocks. */
    synchronized void release(Collection<DeviceBlock> leased) {
        for (DeviceBlock block : leased) {
            block.leases--;
            freeIfUnused(block);
        }
    }

    /** The ranges of a message, whose blocks are used until it is closed. */
    final class Pieces implements AutoCloseable {
        private final List<DevicePiece> list = new ArrayList<>();
        private final Set<DeviceBlock> leased = new HashSet<>();
        private long bytes;

        /**
         * Finds the blocks of ranges.
         *
         * @throws MalformedMessageException if some was not allocated, or there are too many pieces or bytes
         */
        private Pieces(List<StridedRange> ranges) {
            try {
                long pieces = 0;
                for (StridedRange range : ranges) {
                    pieces += range.bytes() / range.run();
                    bytes = Math.addExact(bytes, range.bytes());
                    if (pieces > StridedRange.MOST_PIECES || bytes > Message.LONGEST_STEP) {
                        throw new MalformedMessageException("a copy of more than " + StridedRange.MOST_PIECES
                                + " pieces or " + Message.LONGEST_STEP + " bytes with device " + offer.name());
                    }
                    list.add(new DevicePiece(lease(range.address(), DevicePiece.span(range), leased), range));
                }
            } catch (RuntimeException | Error malformed) {
                close();
                throw malformed;
            }
        }

        MemberDevice device() {
            return MemberDevice.this;
        }

        List<DevicePiece> list() {
            return list;
        }

        Set<DeviceBlock> blocks() {
            return leased;
        }

        long bytes() {
            return bytes;
        }

        @Override
        public void close() {
            release(leased);
            leased.clear();
        }
    }

    /** Begins to use what a message names. */
    Pieces pieces(List<StridedRange> ranges) {
        return new Pieces(ranges);
    }

    /** Begins to use memory for a kernel. */
    UnitLease lease() {
        return new KernelLease();
    }

    /** Finds memory on the thread of a unit, which waits until the memory can be used. */
    private final class KernelLease implements UnitLease {
        private final Set<DeviceBlock> leased = new HashSet<>();

        @Override
        public MemorySegment find(long address, long bytes) {
            if (bytes == 0) {
                return MemorySegment.NULL;
            }
            DeviceBlock block = lease(address, bytes, leased);
            if (!block.isReady()) {
                await(block);
            }
            return block.segment().asSlice(address - block.address(), bytes);
        }

        private void await(DeviceBlock block) {
            CompletableFuture<Void> ready = new CompletableFuture<>();
            thread.execute(() -> block.whenReady(failure -> {
                if (failure == null) {
                    ready.complete(null);
                } else {
                    ready.completeExceptionally(failure);
                }
            }));
            try {
                ready.join();
            } catch (CompletionException failed) {
                if (failed.getCause() instanceof RuntimeException told) {
                    throw told;
                }
                throw failed;
            }
        }

        @Override
        public void close() {
            release(leased);
            leased.clear();
        }
    }
}
