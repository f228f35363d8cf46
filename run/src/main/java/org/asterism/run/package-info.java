/**
 * Runs applications and measures them.
 *
 * <p>{@link org.asterism.run.Invocation} reads a command line, {@link org.asterism.run.Runner} runs it,
 * {@link org.asterism.run.RunningApplication} is watched and cancelled, and a {@link org.asterism.run.RunRecord} has
 * the figures of each run.
 */
@Export
@Version("1.0.0")
package org.asterism.run;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
