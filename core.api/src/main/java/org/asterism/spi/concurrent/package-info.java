/**
 * Small structures that the core and plug-ins share between threads: {@link org.asterism.spi.concurrent.SpinLock locks}
 * for a few instructions, {@link org.asterism.spi.concurrent.Padded padding} that keeps hot fields on separate cache
 * lines, and an immutable {@link org.asterism.spi.concurrent.IdTable table} by ids of workers.
 */
@Export
@Version("1.1.0")
package org.asterism.spi.concurrent;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
