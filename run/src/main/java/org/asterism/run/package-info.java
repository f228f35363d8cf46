/**
 * Running and measuring applications.
 *
 * <p>{@link org.asterism.run.Invocation} reads a command line, {@link org.asterism.run.Runner} runs it, a
 * {@link org.asterism.run.RunningApplication} can be watched and cancelled, and a {@link org.asterism.run.RunRecord}
 * has the results of each run.
 */
@Export
@Version("1.1.0")
package org.asterism.run;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
