/**
 * Contract of scheduling components. A component is made by a
 * {@link org.asterism.spi.component.SchedulingComponentFactory}, which is an OSGi service, and extends
 * {@link org.asterism.spi.component.SchedulingComponent}. Descriptions put components together as trees, which are
 * policies: see {@link org.asterism.api.tree}. Building blocks are in {@code org.asterism.kit.component}, a bundle of
 * its own.
 */
@Export
@Version("1.0.0")
package org.asterism.spi.component;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
