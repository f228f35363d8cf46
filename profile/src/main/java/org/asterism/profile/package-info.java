/** Profiles of runtimes: times of tasks, states of workers, links, codelets, energy, and reasons for idle time. */
@Export
@Version("1.1.0")
package org.asterism.profile;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
