package org.asterism.remote.member.internal;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Consumer;

/** Where the data of one copy go. Ends once: by {@link #received} or {@link #close}. */
interface CopyTarget {
    /** The memory of the host that receives the data. */
    List<MemorySegment> pieces();

    /** The number of bytes of all pieces. */
    default long bytes() {
        return pieces().stream().mapToLong(MemorySegment::byteSize).sum();
    }

    /**
     * All data have come, and shall be where they belong.
     *
     * @param ended learns why that has failed, or null; called once, perhaps by another thread
     */
    void received(Consumer<Throwable> ended);

    /** No data will come, or not all. */
    void close();
}
