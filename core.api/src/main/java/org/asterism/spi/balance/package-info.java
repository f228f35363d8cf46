/**
 * What a balancer implements: the service {@link org.asterism.spi.balance.ContextBalancer}, whose balancers are shown
 * the load of a runtime's contexts from time to time and say which workers shall move from one to another.
 */
@Export
@Version("1.0.0")
package org.asterism.spi.balance;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
