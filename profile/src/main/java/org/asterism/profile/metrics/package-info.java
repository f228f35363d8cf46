/** Metrics of runtimes for monitoring systems: one table of names, and readings as samples or as OpenMetrics text. */
@Export
@Version("1.0.0")
package org.asterism.profile.metrics;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
