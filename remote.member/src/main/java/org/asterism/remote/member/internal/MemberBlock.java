package org.asterism.remote.member.internal;

import java.util.ArrayList;
import java.util.List;
import org.asterism.kit.remote.MalformedMessageException;
import org.asterism.kit.remote.Message.Allocate;
import org.asterism.spi.driver.NativeMemory;

/**
 * A block of memory that a coordinator has allocated, and which parts of it have content. What was in the memory before
 * is cleared before its first use, unless copies overwrite it from the beginning on.
 *
 * <p>The content is guarded by the block, so that clearing holds up no other one; {@link MemberMemory} guards the rest.
 */
final class MemberBlock {
    /**
     * A range into which a copy writes, and that was blank, at least in part, before. Changed under the block's lock.
     */
    static final class Target {
        private final MemberBlock block;
        private final long from;
        private long to;

        private Target(MemberBlock block, long from, long to) {
            this.block = block;
            this.from = from;
            this.to = to;
        }

        /** Nothing is written to it any more. */
        void end(boolean isWritten) {
            block.ended(this, isWritten);
        }
    }

    private final long address;
    private final NativeMemory.Block memory;
    private final BlankRanges blank;
    private final List<Target> targets = new ArrayList<>(1);

    /** The end of the beginning that has content, or is a target. */
    private long begun;

    /** The number of those that use it. */
    int leases;

    boolean isGivenBack;

    MemberBlock(long address, NativeMemory.Block memory) {
        this.address = address;
        this.memory = memory;
        blank = new BlankRanges(bytes());
    }

    long address() {
        return address;
    }

    NativeMemory.Block memory() {
        return memory;
    }

    long bytes() {
        return memory.segment().byteSize();
    }

    /** Returns what counts against the limit of memory. */
    long charge() {
        return Allocate.charge(bytes());
    }

    /**
     * A copy is about to write to a range.
     *
     * @param last what this returned to the same copy before, or null
     * @return to be ended when nothing is written any more: {@code last} if the range continues it; null if the range
     *     has content already
     */
    synchronized Target receive(long offset, long bytes, Target last) {
        long end = offset + bytes;
        if (offset != begun && end > begun) {
            clear(begun, bytes());
            begun = bytes(); // copies that leave gaps would make many blank ranges
        }
        if (offset == begun) {
            begun = end;
        }
        if (blank.within(offset, end).isEmpty()) {
            return null;
        }
        if (last != null && last.block == this && last.to == offset) {
            last.to = end;
            return last;
        }
        Target target = new Target(this, offset, end);
        targets.add(target);
        return target;
    }

    private void clear(long from, long to) {
        for (BlankRanges.Range each : blank.within(from, to)) {
            memory.segment().asSlice(each.from(), each.to() - each.from()).fill((byte) 0);
            blank.remove(each.from(), each.to());
        }
    }

    private synchronized void ended(Target target, boolean isWritten) {
        targets.remove(target);
        if (isWritten) {
            blank.remove(target.from, target.to);
        }
    }

    /**
     * Gives a range content, if it has none; by one who has leased it.
     *
     * @throws MalformedMessageException if it gets its content just now
     */
    synchronized void clean(long offset, long bytes) {
        if (blank.isEmpty()) {
            return;
        }
        for (BlankRanges.Range each : blank.within(offset, offset + bytes)) {
            for (Target target : targets) {
                if (target.from < each.to() && each.from() < target.to) {
                    throw new MalformedMessageException(
                            "the memory at address " + (address + each.from()) + " is still being received");
                }
            }
        }
        clear(offset, offset + bytes);
    }

    /**
     * Requires that a range has content; clearing it could hit what is being received.
     *
     * @throws MalformedMessageException if some of it has none
     */
    synchronized void requireContent(long offset, long bytes) {
        for (BlankRanges.Range each : blank.within(offset, offset + bytes)) {
            throw new MalformedMessageException(
                    "the memory at address " + (address + each.from()) + " has no content yet");
        }
    }
}
