package org.asterism.api.device;

import java.lang.foreign.MemorySegment;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Examines the results of a task on a device after the work of the task has ended; see {@link DeviceContext#inspect}.
 */
@ConsumerType
@FunctionalInterface
public interface Inspection {
    /**
     * Looks at the content. Called once, by the worker's thread, which must not be kept: nothing is waited for, and no
     * work put into the queue.
     *
     * @param content a copy in main memory, in the machine's byte order; valid until this method returns
     * @throws Exception to have the task fail with this cause
     */
    void inspect(MemorySegment content) throws Exception;
}
