/**
 * Checks of files that users name: {@link org.asterism.spi.file.InputFile}, {@link org.asterism.spi.file.OutputFile}.
 */
@Export
@Version("1.1.0")
package org.asterism.spi.file;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
