package org.asterism.remote.member.internal;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Consumer;
import org.asterism.kit.remote.MalformedMessageException;
import org.asterism.kit.remote.StridedRange;

/** Main memory into which the data of a copy go directly. */
final class MainTarget implements CopyTarget {
    private final MemberMemory.Lease lease;
    private final List<MemorySegment> pieces;

    /**
     * Finds the memory.
     *
     * @param lease closed with this one
     * @throws MalformedMessageException if some was not allocated, or there are too many pieces
     */
    MainTarget(MemberMemory.Lease lease, List<StridedRange> ranges) {
        this.lease = lease;
        try {
            pieces = lease.find(ranges, true);
        } catch (RuntimeException | Error refused) {
            lease.close();
            throw refused;
        }
    }

    @Override
    public List<MemorySegment> pieces() {
        return pieces;
    }

    @Override
    public void received(Consumer<Throwable> ended) {
        lease.isWritten();
        lease.close();
        ended.accept(null);
    }

    @Override
    public void close() {
        lease.close();
    }
}
