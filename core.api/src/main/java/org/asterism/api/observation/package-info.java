/**
 * Watching a runtime: it calls its {@link org.asterism.api.observation.RuntimeObserver observers} for each task and
 * each transfer. Observers draw schedules, count, and compare a schedule with what would have been possible.
 */
@Export
@Version("1.0.0")
package org.asterism.api.observation;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
