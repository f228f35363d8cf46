/**
 * Building blocks of scheduling components: a {@link org.asterism.kit.component.StorageComponent component that stores
 * tasks}, and the {@link org.asterism.kit.component.EarliestCompletion choice} of the child where a task completes
 * first, by the predictions of {@code org.asterism.kit.policy.placement}. No component has to use them.
 */
@Export
@Version("2.0.0")
package org.asterism.kit.component;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
