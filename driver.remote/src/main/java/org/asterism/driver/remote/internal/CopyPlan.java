package org.asterism.driver.remote.internal;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.BufferShape;
import org.asterism.kit.remote.MemoryAddress;
import org.asterism.kit.remote.StridedRange;

/** The messages of a copy between main memory and a member's memory. */
final class CopyPlan implements Division.Messages {
    /** One message: where its body lies on both sides. */
    record Part(List<StridedRange> remote, List<MemorySegment> local) {
        /** Whether the memory is that of a device. */
        boolean isForDevice() {
            return MemoryAddress.memory(remote.getFirst().address()) > 0;
        }
    }

    /** Begins a copy to a member. */
    static RemoteTransfer transfer(List<Part> parts) {
        return parts.getFirst().isForDevice()
                ? RemoteTransfer.toDevice(parts.size())
                : RemoteTransfer.toMember(parts.size());
    }

    /** The greatest length of a body: a member that is busy with more shows no progress for too long. */
    static final long MOST_BYTES = 64L << 20;

    private final long mostBytes;
    private final Division division;
    private final List<Part> parts = new ArrayList<>();
    private Part open = new Part(new ArrayList<>(), new ArrayList<>());
    private long bytes;

    /**
     * Makes an empty plan.
     *
     * @param mostBytes of a message
     */
    CopyPlan(long mostBytes) {
        this.mostBytes = mostBytes;
        division = new Division(this, mostBytes);
    }

    /** Returns the messages; none of them is empty. */
    List<Part> parts() {
        next();
        return parts;
    }

    /** Adds a buffer. */
    void add(BufferShape shape, Buffer local, Buffer remote) {
        division.divide(shape, local, remote);
    }

    @Override
    public long roomForPieces() {
        return StridedRange.MOST_PIECES - open.local().size();
    }

    @Override
    public long roomForBytes() {
        return mostBytes - bytes;
    }

    @Override
    public void next() {
        if (!open.local().isEmpty()) {
            parts.add(open);
            open = new Part(new ArrayList<>(), new ArrayList<>());
            bytes = 0;
        }
    }

    @Override
    public void append(long run, long[] counts, Division.Side local, Division.Side remote) {
        new StridedRange(local.offset(), run, counts, local.strides())
                .forEach(offset -> open.local().add(local.buffer().segment().asSlice(offset, run)));
        StridedRange there = new StridedRange(remote.address(), run, counts, remote.strides());
        open.remote().add(there);
        bytes += there.bytes();
    }
}
