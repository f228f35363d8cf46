/**
 * The contract of runnable applications: the service {@link org.asterism.spi.application.Application}, which
 * {@code asterism run NAME} finds by its name.
 */
@Export
@Version("1.0.0")
package org.asterism.spi.application;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
