/**
 * Records the events of a runtime and reads recordings. A program records with {@link org.asterism.trace.Tracing}, and
 * reads a file with {@link org.asterism.trace.Trace}.
 */
@Export
@Version("1.1.0")
package org.asterism.trace;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
