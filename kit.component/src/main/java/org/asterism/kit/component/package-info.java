/**
 * Building blocks of scheduling components: a {@link org.asterism.kit.component.StorageComponent component that stores
 * tasks}, {@link org.asterism.kit.component.TaskTimes expected times} of tasks on the workers below a component, and
 * the {@link org.asterism.kit.component.EarliestCompletion choice} of the child where a task completes first. No
 * component has to use them.
 */
@Export
@Version("1.0.0")
package org.asterism.kit.component;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
