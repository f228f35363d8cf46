/**
 * What a scheduling component implements, and what it may build on: the service
 * {@link org.asterism.spi.component.SchedulingComponentFactory} and the class
 * {@link org.asterism.spi.component.SchedulingComponent} with the behaviour that components have in common. Policies are put
 * together from components as trees: see {@link org.asterism.api.tree}.
 */
@Export
@Version("1.0.0")
package org.asterism.spi.component;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
