package org.asterism.spi.driver;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * The memory that one or several compute units work in, if that is not main memory. The core decides which data lie there, how
 * long, and keeps to {@link #capacity}; the driver hands out memory and copies.
 *
 * <p><b>Threads.</b> The core calls these methods from any of its threads, but one at a time for all memories of a runtime.
 * They must not block: a copy is begun, and asked for later.
 */
@ConsumerType
public interface DeviceMemory extends AutoCloseable {
    /**
     * The memory's name, such as {@code ram-1}.
     *
     * @return unique among the memories that its driver opened for a runtime
     */
    String name();

    /**
     * How much memory the core may use.
     *
     * @return bytes; {@link Long#MAX_VALUE} for no limit
     */
    long capacity();

    /**
     * Takes memory.
     *
     * @param bytes how much; more than 0
     * @return memory on a boundary that suits every element; a segment may name memory that the host cannot touch. Null if
     *     there is not enough
     */
    MemorySegment allocate(long bytes);

    /**
     * Gives memory back.
     *
     * @param memory as {@link #allocate} returned it
     */
    void free(MemorySegment memory);

    /**
     * Begins to copy from main memory to this memory.
     *
     * @param copies one per buffer of the data
     * @return tells when all of them have ended
     */
    Transfer copyIn(List<BufferCopy> copies);

    /**
     * Begins to copy from this memory to main memory.
     *
     * @param copies one per buffer of the data
     * @return tells when all of them have ended
     */
    Transfer copyOut(List<BufferCopy> copies);

    /**
     * Whether {@link #copyTo} reaches another memory; if neither of two memories reaches the other, the core copies through
     * main memory.
     *
     * @param peer another memory of the runtime, perhaps another driver's
     * @return false unless the driver says otherwise
     */
    default boolean reaches(DeviceMemory peer) {
        return false;
    }

    /**
     * Begins to copy from this memory to one that it reaches.
     *
     * @param peer the other memory
     * @param copies one per buffer of the data
     * @return tells when all of them have ended
     */
    default Transfer copyTo(DeviceMemory peer, List<BufferCopy> copies) {
        throw new UnsupportedOperationException(name() + " does not reach " + peer.name());
    }

    /**
     * How long a copy between this memory and main memory is expected to take, or to a peer that it reaches.
     *
     * @param peer the other memory; null for main memory
     * @param bytes how much is copied
     * @return nanoseconds; 0 if unknown
     */
    default long expectedNanos(DeviceMemory peer, long bytes) {
        return 0;
    }

    /** Ends the memory: nothing lies there any more, and its units have stopped. Called once. */
    @Override
    default void close() {}
}
