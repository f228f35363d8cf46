package org.asterism.driver.remote.internal;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.BufferShape;
import org.asterism.kit.remote.MemoryAddress;
import org.asterism.kit.remote.Message;
import org.asterism.kit.remote.StridedRange;

/** The messages of a copy between main memory and a member's memory. */
final class CopyPlan implements Division.Messages {
    /** One message: where its body lies on both sides, and the length of it. */
    record Part(List<StridedRange> remote, List<MemorySegment> local, long bytes) {
        /** Adds up the length. */
        Part(List<StridedRange> remote, List<MemorySegment> local) {
            this(
                    remote,
                    local,
                    local.stream().mapToLong(MemorySegment::byteSize).sum());
        }

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

    private final Division division = new Division(this, Message.LONGEST_STEP);
    private final List<Part> parts = new ArrayList<>();
    private List<StridedRange> remote = new ArrayList<>();
    private List<MemorySegment> local = new ArrayList<>();
    private long bytes;

    /** Returns the messages; none of them is empty. */
    List<Part> parts() {
        next();
        return parts;
    }

    /** Adds a buffer. */
    void add(BufferShape shape, Buffer here, Buffer there) {
        division.divide(shape, here, there);
    }

    @Override
    public long roomForPieces() {
        return StridedRange.MOST_PIECES - local.size();
    }

    @Override
    public long roomForBytes() {
        return Message.LONGEST_STEP - bytes;
    }

    @Override
    public void next() {
        if (!local.isEmpty()) {
            parts.add(new Part(remote, local, bytes));
            remote = new ArrayList<>();
            local = new ArrayList<>();
            bytes = 0;
        }
    }

    @Override
    public void append(long run, long[] counts, Division.Side here, Division.Side there) {
        new StridedRange(here.offset(), run, counts, here.strides())
                .forEach(offset -> local.add(here.buffer().segment().asSlice(offset, run)));
        StridedRange written = new StridedRange(there.address(), run, counts, there.strides());
        remote.add(written);
        bytes += written.bytes();
    }
}
