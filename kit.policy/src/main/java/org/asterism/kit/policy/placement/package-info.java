/**
 * Placement by least cost: each ready task goes to the worker where its expected end, the transfers of its data and its
 * energy cost least. The engine of the policies {@code dm}, {@code dmda} and their relatives.
 */
@Export
@Version("1.1.0")
package org.asterism.kit.policy.placement;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
