/** The contract of bundles that provide a data layout. */
@Export
@Version("1.0.1")
package org.asterism.spi.layout;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
