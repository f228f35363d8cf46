/** Explains recordings: one page that says why a run was slow, and what differs between two runs. */
@Export
@Version("1.0.0")
package org.asterism.trace.report;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
