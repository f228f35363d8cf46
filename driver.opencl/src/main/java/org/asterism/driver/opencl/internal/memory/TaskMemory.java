package org.asterism.driver.opencl.internal.memory;

import java.lang.foreign.MemorySegment;
import org.asterism.api.device.DeviceBuffer;

/** Where the data of tasks lie: what a kernel is given for the segments of its data views. Any worker's thread may ask. */
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
     * Where a segment lies.
     *
     * @param segment of a task's data
     * @return an object that begins and ends there, if the device can have one; else one that it lies within
     */
    DeviceBuffer place(MemorySegment segment);
}
