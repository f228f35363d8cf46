/**
 * The contract of bundles that take part in running tasks in other Java virtual machines. The service
 * {@link org.asterism.spi.remote.Transport} carries messages, a {@link org.asterism.spi.remote.CodeletCatalogue} names
 * codelets.
 */
@Export
@Version("1.0.0")
package org.asterism.spi.remote;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
