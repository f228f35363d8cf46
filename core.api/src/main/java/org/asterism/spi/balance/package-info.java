/**
 * The contract of balancers: the service {@link org.asterism.spi.balance.ContextBalancer}. From time to time, a
 * balancer sees the load of a runtime's contexts, and decides which workers move from one context to another.
 */
@Export
@Version("1.0.1")
package org.asterism.spi.balance;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
