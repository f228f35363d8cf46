/**
 * The language of a coordinator and its members: the {@linkplain org.asterism.kit.remote.Message messages}, how they
 * and the values in them are written, and by what codelets are found on both sides. The bundles of both sides use it.
 */
@Export
@Version("1.0.0")
package org.asterism.kit.remote;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
