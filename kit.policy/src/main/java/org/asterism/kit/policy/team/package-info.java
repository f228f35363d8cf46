/** Central queue with parallel tasks: the engine of the policies {@code peager} and {@code pprio}. */
@Export
@Version("1.0.0")
package org.asterism.kit.policy.team;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
