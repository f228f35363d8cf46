/**
 * The contract of drivers: the service {@link org.asterism.spi.driver.Driver}, which opens the compute units of one
 * kind of hardware. {@link org.asterism.spi.driver.NativeMemory} allocates memory of the host, for drivers and the
 * core.
 */
@Export
@Version("1.1.0")
package org.asterism.spi.driver;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
