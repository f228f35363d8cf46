package org.asterism.spi.driver;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Consumer;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * The memory in which one or several compute units work, if that is not main memory. The core decides which data are
 * there and for how long, and does not exceed {@link #capacity}. The driver allocates memory and makes copies.
 *
 * <p><b>Threads.</b> The core calls these methods from any of its threads, but one at a time for all memories of a
 * runtime. They must not block: a copy is begun, and polled later.
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
     * Returns how much memory the core may use.
     *
     * @return bytes; {@link Long#MAX_VALUE} for no limit
     */
    long capacity();

    /**
     * Returns the size of the largest block that {@link #allocate} would give if all memory were free. Data that need
     * more are refused with this number.
     *
     * @return bytes; the whole memory unless the driver says otherwise
     */
    default long largestAllocation() {
        return capacity();
    }

    /**
     * Allocates memory.
     *
     * @param bytes the size; more than 0
     * @return memory on a boundary that suits every element; a segment may name memory that the host cannot touch. Null
     *     if there is not enough
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
     * @return reports when all of them have ended
     */
    Transfer copyIn(List<BufferCopy> copies);

    /**
     * Begins to copy from this memory to main memory.
     *
     * @param copies one per buffer of the data
     * @return reports when all of them have ended
     */
    Transfer copyOut(List<BufferCopy> copies);

    /**
     * Whether {@link #copyTo} reaches another memory; if it does not, the core copies through main memory. Asked once,
     * when the second of both has come.
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
     * @return reports when all of them have ended
     */
    default Transfer copyTo(DeviceMemory peer, List<BufferCopy> copies) {
        throw new UnsupportedOperationException(name() + " does not reach " + peer.name());
    }

    /**
     * Returns how long a copy from this memory to main memory, or to a peer that it reaches, is expected to take if no
     * other is under way. The core asks when this memory or the peer has come, then never again. It keeps the latency,
     * which is the answer for 0 bytes, and a bandwidth. A driver that does not know answers 0, and the core measures.
     *
     * @param peer the other memory; null for main memory
     * @param bytes the size of the copy; from 0
     * @return nanoseconds; 0 if unknown
     */
    default long expectedNanos(DeviceMemory peer, long bytes) {
        return 0;
    }

    /**
     * Returns how long a copy from main memory to this memory is expected to take, in the sense of
     * {@link #expectedNanos}.
     *
     * @param bytes the size of the copy; from 0
     * @return nanoseconds, as long as the other way unless the driver says otherwise; 0 if unknown
     */
    default long expectedNanosFromMain(long bytes) {
        return expectedNanos(null, bytes);
    }

    /**
     * Whether copies to a peer pass where those of no other pair of memories do. Asked together with
     * {@link #expectedNanos}.
     *
     * @param peer another memory that this one reaches
     * @return false unless the driver says otherwise: the copies of all devices share a bus
     */
    default boolean hasOwnLink(DeviceMemory peer) {
        return false;
    }

    /**
     * Returns the alignment of parts, such as the children of a partition, within a piece of data in this memory. Parts
     * that begin elsewhere get separate memory.
     *
     * @return bytes, a power of two; a part may begin at a multiple of it from the first byte that {@link #allocate}
     *     gave
     */
    default long viewAlignment() {
        return 1;
    }

    /**
     * Requests a notification when the device is lost, so that the core learns of it before it uses the device again.
     * Called once, when the memory has come. A driver that learns of losses only from failing calls need not override
     * this.
     *
     * @param listener is called once, by any thread, when the device is lost before {@link #close}; at once if it is
     *     already. It does not wait for anything, and throws nothing
     */
    default void whenLost(Consumer<DeviceLostException> listener) {}

    /**
     * Ends the memory: it holds no data any more, and its units have stopped. Called once, by the thread that makes the
     * driver's units leave, not by the thread that has reported the end of a copy.
     */
    @Override
    default void close() {}
}
