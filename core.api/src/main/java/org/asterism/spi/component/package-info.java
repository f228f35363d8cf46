/**
 * Contract of scheduling components. A {@link org.asterism.spi.component.SchedulingComponentFactory}, which is an OSGi
 * service, makes components that extend {@link org.asterism.spi.component.SchedulingComponent}. Descriptions compose
 * components to trees, which are policies: see {@link org.asterism.api.tree}. Building blocks are in a separate bundle,
 * {@code org.asterism.kit.component}.
 */
@Export
@Version("1.1.0")
package org.asterism.spi.component;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
