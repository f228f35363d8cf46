/**
 * Building blocks of drivers for devices that have their own queues and memory: a cache of compiled kernels, threads
 * that wait for events, copies as rectangles, staging memory, segments for memory that the host cannot touch, the
 * settings of such drivers, and the objects that tasks keep for a queue. No driver has to use them.
 */
@Export
@Version("1.1.0")
package org.asterism.kit.device;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
