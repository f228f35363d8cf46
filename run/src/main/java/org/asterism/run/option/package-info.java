/** Options of every run, and the values that they take. */
@Export
@Version("1.1.0")
package org.asterism.run.option;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
