/**
 * What drivers of devices with queues and memory of their own may build on: a cache of compiled kernels, threads that wait for
 * events, copies as rectangles, staging memory, segments for memory that the host cannot touch, the settings that such drivers have, and what tasks keep for a queue. No driver has to.
 */
@Export
@Version("1.0.0")
package org.asterism.spi.device;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
