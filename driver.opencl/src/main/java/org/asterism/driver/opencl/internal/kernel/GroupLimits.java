package org.asterism.driver.opencl.internal.kernel;

import org.asterism.driver.opencl.internal.device.DeviceQueries;
import org.jocl.CL;
import org.jocl.cl_device_id;

/**
 * The largest sizes of work groups on a device.
 *
 * @param device its handle
 * @param perDimension the greatest number of work items of a group in each of three dimensions
 * @param localMemory the bytes of local memory of a group
 */
public record GroupLimits(long device, long[] perDimension, long localMemory) {
    /** Asks a device. */
    public static GroupLimits of(cl_device_id device) {
        int dimensions = DeviceQueries.number(device, CL.CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS);
        return new GroupLimits(
                device.getNativePointer(),
                DeviceQueries.words(device, CL.CL_DEVICE_MAX_WORK_ITEM_SIZES, dimensions),
                DeviceQueries.word(device, CL.CL_DEVICE_LOCAL_MEM_SIZE));
    }
}
