/**
 * What a topology provider implements: the service {@link org.asterism.spi.topology.TopologyProvider}, which tells how
 * processing units, caches and memory of a machine hang together and binds threads to them.
 */
@Export
@Version("1.0.0")
package org.asterism.spi.topology;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
