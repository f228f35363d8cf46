/**
 * Observation of a runtime, which calls its {@link org.asterism.api.observation.RuntimeObserver observers} for each
 * task and each transfer. Observers draw schedules, count, and compare a schedule with a bound.
 */
@Export
@Version("1.0.0")
package org.asterism.api.observation;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
