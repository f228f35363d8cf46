package org.asterism.remote.member.internal;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.asterism.kit.remote.MalformedMessageException;
import org.asterism.kit.remote.MemoryAddress;
import org.asterism.kit.remote.Message.Allocate;
import org.asterism.kit.remote.StridedRange;
import org.asterism.spi.driver.NativeMemory;

/**
 * The memory that one coordinator has allocated. The coordinator names it by addresses of its own, and each range of
 * addresses that comes from it is checked. Memory that a kernel or a copy uses is freed when that has ended, whatever
 * the coordinator says.
 *
 * <p>What was in the memory of a block before is none of the coordinator's business. So it is cleared before its first
 * use, unless copies overwrite it from the beginning on: clearing takes as long as receiving. Thread-safe.
 */
final class MemberMemory {
    private final long limit;
    private final long most;

    /** Blocks by the coordinator's address. */
    private final TreeMap<Long, MemberBlock> blocks = new TreeMap<>();

    /** The bytes that the coordinator has allocated and not given back. */
    private long taken;

    /** These, and the bytes of blocks that were given back while a kernel or a copy still uses them. */
    private long held;

    private boolean closed;

    /**
     * Makes a memory without blocks.
     *
     * @param limit the number of bytes that may be allocated
     * @param most the number of bytes that there may be, with those that were given back while they are still used
     */
    MemberMemory(long limit, long most) {
        this.limit = limit;
        this.most = most;
    }

    /**
     * Allocates a block.
     *
     * @throws MalformedMessageException if the limit or the addresses do not allow it
     * @throws OutOfMemoryError if the system has not enough
     */
    synchronized void allocate(long address, long bytes) {
        if (closed) {
            return;
        }
        if (bytes <= 0 || address <= 0 || bytes - 1 > MemoryAddress.last(0) - address) {
            throw new MalformedMessageException(bytes + " bytes at address " + address + " cannot be allocated");
        }
        long charge = Allocate.charge(bytes);
        if (charge > limit - taken) {
            throw new MalformedMessageException("an allocation of " + bytes + " bytes exceeds the limit of " + limit
                    + " bytes, of which " + taken + " are in use");
        }
        if (charge > most - held) { // the coordinator may know of the end of a copy before it is noticed here
            throw new MalformedMessageException("an allocation of " + bytes + " bytes comes while " + (held - taken)
                    + " bytes that were given back are still used");
        }
        Map.Entry<Long, MemberBlock> before = blocks.lowerEntry(address + bytes);
        if (before != null && before.getKey() + before.getValue().bytes() > address) {
            throw new MalformedMessageException("memory at address " + address + " is allocated already");
        }
        NativeMemory.Block memory = NativeMemory.allocate(bytes);
        blocks.put(address, new MemberBlock(address, memory));
        taken += charge;
        held += charge;
    }

    /**
     * Gives a block back.
     *
     * @throws MalformedMessageException if there is none
     */
    synchronized void free(long address) {
        if (closed) {
            return;
        }
        MemberBlock block = blocks.remove(address);
        if (block == null) {
            throw new MalformedMessageException("no memory is allocated at address " + address);
        }
        giveBack(block);
    }

    private void giveBack(MemberBlock block) {
        block.isGivenBack = true;
        taken -= block.charge();
        freeIfUnused(block);
    }

    private void freeIfUnused(MemberBlock block) {
        if (block.isGivenBack && block.leases == 0) {
            held -= block.charge();
            block.memory().free();
        }
    }

    /** Gives all blocks back. */
    synchronized void close() {
        closed = true;
        blocks.values().forEach(this::giveBack);
        blocks.clear();
    }

    /** Returns the bytes that are in use. */
    synchronized long held() {
        return held;
    }

    /** Keeps what it finds from being freed until it is closed. Used by one thread at a time. */
    final class Lease implements UnitLease {
        private final List<MemberBlock> leased = new ArrayList<>();

        /** What a copy gives its first content. */
        private final List<MemberBlock.Target> targets = new ArrayList<>();

        private final boolean isVisitor;

        private Lease(boolean isVisitor) {
            this.isVisitor = isVisitor;
        }

        @Override
        public MemorySegment find(long address, long bytes) {
            return find(address, bytes, false);
        }

        private MemorySegment find(long address, long bytes, boolean isTarget) {
            if (bytes == 0) {
                return MemorySegment.NULL;
            }
            MemberBlock block = lease(address, bytes);
            long offset = address - block.address();
            if (isTarget) {
                MemberBlock.Target last = targets.isEmpty() ? null : targets.getLast();
                MemberBlock.Target target = block.receive(offset, bytes, last);
                if (target != null && target != last) {
                    targets.add(target);
                }
            } else if (isVisitor) {
                block.requireContent(offset, bytes);
            } else {
                block.clean(offset, bytes);
            }
            return block.memory().segment().asSlice(offset, bytes);
        }

        private MemberBlock lease(long address, long bytes) {
            synchronized (MemberMemory.this) {
                Map.Entry<Long, MemberBlock> entry = blocks.floorEntry(address);
                MemberBlock block = entry == null ? null : entry.getValue();
                if (block == null
                        || bytes < 0
                        || address - block.address() > block.bytes()
                        || bytes > block.bytes() - (address - block.address())) {
                    throw new MalformedMessageException(
                            bytes + " bytes at address " + address + " are not all allocated");
                }
                if (!leased.contains(block)) {
                    block.leases++;
                    leased.add(block);
                }
                return block;
            }
        }

        /**
         * Finds the pieces of ranges.
         *
         * @param areTargets whether they are about to be overwritten; see {@link #isWritten}
         * @throws MalformedMessageException if some was not allocated, or there are too many
         */
        List<MemorySegment> find(List<StridedRange> ranges, boolean areTargets) {
            List<MemorySegment> pieces = new ArrayList<>();
            for (StridedRange range : ranges) {
                range.forEach(address -> {
                    if (pieces.size() == StridedRange.MOST_PIECES) {
                        throw new MalformedMessageException(
                                "a copy of more than " + StridedRange.MOST_PIECES + " pieces");
                    }
                    pieces.add(find(address, range.run(), areTargets));
                });
            }
            return pieces;
        }

        /**
         * Returns the memory from the first byte of a range to the end of its last piece.
         *
         * @param range one that was found, without pieces before its first one
         * @param span the number of bytes
         */
        MemorySegment around(StridedRange range, long span) {
            MemberBlock block = lease(range.address(), span);
            return block.memory().segment().asSlice(range.address() - block.address(), span);
        }

        /** The targets were overwritten. */
        void isWritten() {
            end(true);
        }

        private void end(boolean isWritten) {
            targets.forEach(target -> target.end(isWritten));
            targets.clear();
        }

        @Override
        public void close() {
            end(false);
            synchronized (MemberMemory.this) {
                for (MemberBlock block : leased) {
                    block.leases--;
                    freeIfUnused(block);
                }
                leased.clear();
            }
        }
    }

    /** Begins to use memory. */
    Lease lease() {
        return new Lease(false);
    }

    /** Begins to read memory that has content, and to change nothing. */
    Lease visit() {
        return new Lease(true);
    }
}
