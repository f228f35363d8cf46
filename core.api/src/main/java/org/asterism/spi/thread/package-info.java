/** Threads of the runtime and of plug-ins: {@link org.asterism.spi.thread.BackgroundThread}. */
@Export
@Version("1.0.0")
package org.asterism.spi.thread;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
