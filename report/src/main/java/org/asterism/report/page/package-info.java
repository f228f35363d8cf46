/** Look and scripts of web pages: one style sheet, colours of codelets, lanes of workers and curves for all of them. */
@Export
@Version("1.0.0")
package org.asterism.report.page;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
