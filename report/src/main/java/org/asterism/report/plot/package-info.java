/** Draws performance models as bitmaps. */
@Export
@Version("1.0.0")
package org.asterism.report.plot;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
