/**
 * Observation of a runtime, which calls its {@link org.asterism.api.observation.RuntimeObserver observers} for each
 * step of a task, each transfer, and each change of policies and workers. Observers draw schedules, record traces,
 * count, and compare a schedule with a bound.
 */
@Export
@Version("1.2.0")
package org.asterism.api.observation;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
