package org.asterism.core.internal.links;

/** Makes trial copies between memory nodes, on memory that holds no data, and times them. */
public interface Trials {
    /**
     * Copies the same bytes some times, one copy after the other.
     *
     * @param from the id of a memory node
     * @param to the id of another, which it has a direct link with
     * @param bytes the size of each copy; reduced if there is not enough room
     * @param times the number of copies
     * @return the size and the time of each copy; null if there is no room, a node leaves, or trials have been
     *     {@linkplain #stop stopped}
     * @throws InterruptedException if the thread is interrupted; nothing is under way any more
     * @throws Exception if the driver's copy fails
     */
    Outcome copy(int from, int to, long bytes, int times) throws Exception;

    /** Makes no more copies; the one under way comes to its end. Any thread may call this. */
    void stop();

    /**
     * The times of the copies.
     *
     * @param bytes the size of each copy
     * @param nanos the time of each copy, in their order
     */
    record Outcome(long bytes, long[] nanos) {}
}
