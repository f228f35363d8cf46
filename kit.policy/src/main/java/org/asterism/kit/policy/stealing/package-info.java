/** Work stealing: the engine of the policies {@code ws} and {@code lws}. */
@Export
@Version("1.0.0")
package org.asterism.kit.policy.stealing;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
