/**
 * Writes recordings in the formats of other tools. {@link org.asterism.trace.export.TraceExport} lists the formats and
 * writes them.
 */
@Export
@Version("1.0.0")
package org.asterism.trace.export;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
