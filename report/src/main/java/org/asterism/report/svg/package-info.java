/** Writes SVG pictures that suit light and dark pages, any font and any colour vision. */
@Export
@Version("1.0.0")
package org.asterism.report.svg;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
