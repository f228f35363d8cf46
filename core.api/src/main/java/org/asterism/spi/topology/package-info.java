/**
 * The contract of topology providers: the service {@link org.asterism.spi.topology.TopologyProvider}. It describes the
 * processing units, caches and memories of a machine, and binds threads to them.
 */
@Export
@Version("1.0.0")
package org.asterism.spi.topology;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
