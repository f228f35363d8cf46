package org.asterism.spi.balance;

import org.asterism.api.Clock;
import org.asterism.spi.policy.PolicyProperties;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The services of the core for a balancer. Any thread may call these methods at any time while the balancer is in
 * charge.
 */
@ProviderType
public interface BalancerContext {
    /**
     * Returns the balancer's own properties; the core handles the properties common to all balancers.
     *
     * @return typed access to them
     */
    PolicyProperties properties();

    /**
     * The time.
     *
     * @return the runtime's clock; balancers use no other
     */
    Clock clock();
}
