/**
 * Kernels for devices that have their own language, queues and memory, such as GPUs.
 *
 * <p>A {@link org.asterism.api.device.DeviceKernel} is source or a binary that the driver compiles and launches.
 * {@link org.asterism.api.device.DeviceCode} is Java code that puts work into a device's queue. Both are independent of
 * drivers, so bundles with codelets need no driver.
 */
@Export
@Version("1.0.0")
package org.asterism.api.device;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
