/** Metrics of runtimes as meters of Micrometer. */
@Export
@Version("1.0.0")
package org.asterism.metrics.micrometer;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
