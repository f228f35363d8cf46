/**
 * Placement by least cost: each ready task goes to the worker where its expected end, the transfers of its data and its
 * energy cost least. The engine of the policies {@code dm}, {@code dmda}, {@code pheft} and their relatives. Its
 * {@link org.asterism.kit.policy.placement.TaskTimes predictions} and
 * {@link org.asterism.kit.policy.placement.Candidates costs} also serve components that place tasks with children.
 */
@Export
@Version("2.0.0")
package org.asterism.kit.policy.placement;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
