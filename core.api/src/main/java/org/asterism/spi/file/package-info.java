/** Files that users name as input: {@link org.asterism.spi.file.InputFile}. */
@Export
@Version("1.0.0")
package org.asterism.spi.file;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
