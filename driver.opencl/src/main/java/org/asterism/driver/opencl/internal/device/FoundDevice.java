package org.asterism.driver.opencl.internal.device;

import org.jocl.cl_device_id;
import org.jocl.cl_platform_id;

/**
 * A device that is there.
 *
 * @param platform its platform's handle
 * @param handle its own
 * @param facts what it says of itself
 */
public record FoundDevice(cl_platform_id platform, cl_device_id handle, DeviceFacts facts) {}
