/**
 * Breakpoints that stop tasks at their scheduling points.
 *
 * <p>{@link org.asterism.debug.Breakpoints} is a service. A debugger of Java can stop in
 * {@link org.asterism.debug.StopHook}.
 */
@Export
@Version("1.0.0")
package org.asterism.debug;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
