/** The data of tasks: handles that name a piece of data, and the views of it for kernels. */
@Export
@Version("1.1.0")
package org.asterism.api.data;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
