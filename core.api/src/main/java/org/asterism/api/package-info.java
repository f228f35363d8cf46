/**
 * The programming interface. A program makes a {@link org.asterism.api.TaskRuntime}, describes kernels as
 * {@link org.asterism.api.Codelet codelets}, and submits {@link org.asterism.api.Task tasks}.
 */
@Export
@Version("1.1.0")
package org.asterism.api;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
