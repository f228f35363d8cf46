/**
 * What watches a runtime: {@link org.asterism.spi.observation.RuntimeObserver observers} are told of each task and each
 * transfer, to draw schedules, count, and compare with what would have been possible.
 */
@Export
@Version("1.0.0")
package org.asterism.spi.observation;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
