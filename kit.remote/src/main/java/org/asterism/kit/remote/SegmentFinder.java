package org.asterism.kit.remote;

import java.lang.foreign.MemorySegment;

/** Finds the memory that a view refers to. */
@FunctionalInterface
public interface SegmentFinder {
    /** Finds none: arguments and results refer to no memory. */
    SegmentFinder NONE = (address, bytes) -> {
        throw new MalformedMessageException("memory in an argument or a result");
    };

    /**
     * Finds memory.
     *
     * @param address the coordinator's name for the first byte
     * @param bytes the size
     * @return the memory
     * @throws MalformedMessageException if it was not allocated
     */
    MemorySegment find(long address, long bytes);
}
