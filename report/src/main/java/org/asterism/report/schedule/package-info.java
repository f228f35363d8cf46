/** Measurements of a run's schedule: busy times, copies, energy and lower bounds. */
@Export
@Version("2.0.0")
package org.asterism.report.schedule;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
