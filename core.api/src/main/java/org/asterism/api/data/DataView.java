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
}
