/**
 * The contract of balancers: the service {@link org.asterism.spi.balance.ContextBalancer}. Its balancers see the load
 * of a runtime's contexts from time to time and decide which workers move from one context to another.
 */
@Export
@Version("1.0.0")
package org.asterism.spi.balance;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
