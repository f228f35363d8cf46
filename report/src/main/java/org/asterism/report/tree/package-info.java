/** Live trees of scheduling components, as text and as SVG. */
@Export
@Version("1.1.0")
package org.asterism.report.tree;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
