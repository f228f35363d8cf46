package org.asterism.driver.opencl.internal.device;

import org.jocl.cl_device_id;
import org.jocl.cl_platform_id;

/**
 * An existing device.
 *
 * @param platform its platform's handle
 * @param handle the handle of the device
 * @param facts the facts about the device
 */
public record FoundDevice(cl_platform_id platform, cl_device_id handle, DeviceFacts facts) {}
