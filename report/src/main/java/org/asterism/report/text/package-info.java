/** Answers of commands: tables, fields and sentences, as text that fits a terminal and as objects for JSON. */
@Export
@Version("1.0.0")
package org.asterism.report.text;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
