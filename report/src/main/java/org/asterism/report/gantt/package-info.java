/** Draws schedules as SVG. */
@Export
@Version("1.0.0")
package org.asterism.report.gantt;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
