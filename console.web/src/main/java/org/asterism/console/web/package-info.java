/** A live page of the runtimes, for browsers. */
@Export
@Version("1.0.0")
package org.asterism.console.web;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
