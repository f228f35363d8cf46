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
    /** One message: where its body lies on both sides. */
    record Part(List<StridedRange> remote, List<MemorySegment> local) {
        /** Whether the memory is that of a device. */
        boolean isForDevice() {
            return MemoryAddress.memory(remote.getFirst().address()) > 0;
        }

        /** Returns the length of the body. */
        long bytes() {
            return local.stream().mapToLong(MemorySegment::byteSize).sum();
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
    private Part open = new Part(new ArrayList<>(), new ArrayList<>());
    private long bytes;

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
        return Message.LONGEST_STEP - bytes;
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
