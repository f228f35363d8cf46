/** Linear programming. */
@Export
@Version("1.0.0")
package org.asterism.report.linear;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
