package org.asterism.api.data;

import java.lang.foreign.MemorySegment;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * One copy of a piece of data, as a kernel sees it. Views are immutable and name native memory only: a heap or mapped
 * segment in the same kernel code would slow down all its callers for good.
 */
@ConsumerType
public interface DataView {
    /**
     * The memory of the copy; of the first of its buffers, if it has several.
     *
     * @return a native segment; empty for data without content
     */
    MemorySegment segment();

    /**
     * The memory of one of the copy's buffers, in the order of {@link Layout#buffers}.
     *
     * @param number from 0, which is {@link #segment}
     * @return a native segment
     * @throws IndexOutOfBoundsException if there is no such buffer; views of layouts with several buffers know all of them
     */
    default MemorySegment buffer(int number) {
        if (number != 0) {
            throw new IndexOutOfBoundsException("buffer " + number + " of data that are shown as "
                    + getClass().getSimpleName() + ": there is buffer 0 only");
        }
        return segment();
    }
}
