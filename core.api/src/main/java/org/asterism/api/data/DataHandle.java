package org.asterism.api.data;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Names one piece of data that tasks work on. While it is open, the memory behind it belongs to the runtime: the program
 * looks at off-heap data again after the tasks on them have ended, at heap arrays after {@link #close}.
 *
 * <p>Any thread may use a handle.
 */
@ProviderType
public interface DataHandle extends AutoCloseable {
    /**
     * A name for people.
     *
     * @return such as {@code vector#7}, unless it was named by {@link #named}
     */
    String name();

    /**
     * Names the handle, for messages and listings.
     *
     * @param name anything
     * @return this
     */
    DataHandle named(String name);

    /**
     * How much memory one copy of the data needs.
     *
     * @return bytes; 0 for data without content
     */
    long bytes();

    /**
     * Whether the data's last writer failed, so that reading them is an error until a task has overwritten them.
     *
     * @return the answer at some moment during the call
     */
    boolean isCorrupt();

    /**
     * Waits for the tasks on the data that were submitted before, brings the data home and forgets them. Must not be called
     * by kernels and callbacks. Does nothing the second time.
     *
     * @throws IllegalStateException if the calling thread is a worker
     * @throws CorruptDataException if the data's last writer failed; heap arrays keep their former content then
     */
    @Override
    void close();
}
