/** Tables, fields and sentences: what a command answers, as text that fits a terminal and as objects for JSON. */
@Export
@Version("1.0.0")
package org.asterism.report.text;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
