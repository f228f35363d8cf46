/**
 * Kernels for devices that have a language, queues and memory of their own, such as GPUs:
 * {@link org.asterism.api.device.DeviceKernel} is source or a binary that the driver compiles and launches,
 * {@link org.asterism.api.device.DeviceCode} is Java code that puts work of its own into a device's queue. Both are
 * independent of the driver that runs them: bundles with codelets need no driver to be there.
 */
@Export
@Version("1.0.0")
package org.asterism.api.device;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
