package org.asterism.driver.opencl.internal.memory;

import java.lang.foreign.MemorySegment;
import org.asterism.api.device.DeviceBuffer;

/**
 * Finds the memory objects behind the segments of a task's data views, for its kernel. Any worker's thread may ask,
 * unless the object belongs to one worker.
 */
public interface TaskMemory {
    /**
     * The memory object that begins and ends where a segment does.
     *
     * @param segment of a task's data
     * @return its handle; 0 for a segment without bytes
     * @throws IllegalArgumentException if the device can have no object there
     */
    long object(MemorySegment segment);

    /**
     * Returns the location of a segment.
     *
     * @param segment of a task's data
     * @return an object that begins and ends there, if the device can have one; else one that it lies within
     */
    DeviceBuffer place(MemorySegment segment);

    /**
     * Has what kernels have written come to where everybody else finds it. Called when the commands of one task are in
     * the queue.
     *
     * @param queue of the worker, in which the commands are
     * @param last the event of the last one
     * @return the event that tells when it is there; 0 if nothing has to be done for that
     */
    default long settle(long queue, long last) {
        return 0;
    }

    /** No command uses what was made for the data of a task: it could not be launched. */
    default void forget() {}

    /** A worker, whose commands have ended, will ask no more. */
    default void endUse() {}
}
