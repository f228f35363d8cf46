package org.asterism.spi.balance;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * The service for a balancer, which moves workers between the contexts of a runtime as their load changes. Register it
 * with the property {@link #NAME}, and {@link #DESCRIPTION} for people; {@link ProvidesBalancer} puts the name into the
 * bundle's manifest.
 *
 * <p>One service serves any number of runtimes, real and simulated, at once. When its unregistration returns, no
 * balancer that it made is called any more. The runtimes resume balancing when a balancer of the same name is
 * registered.
 */
@ConsumerType
public interface ContextBalancer {
    /** The service property that names the balancer (String, required). */
    String NAME = "balancer.name";

    /** The service property that says in a sentence what the balancer does (String). */
    String DESCRIPTION = "balancer.description";

    /**
     * The service property that names the properties which {@link BalancerContext#properties} may have (String or
     * String[]; none if it is missing). Each is a {@link org.asterism.api.Parameter} in one line, with its unit;
     * {@link org.asterism.api.Parameter#AND} stands between several.
     */
    String PARAMETERS = "balancer.parameters";

    /**
     * Makes a balancer for one runtime.
     *
     * @param context the core's services, for as long as the balancer is in charge
     * @return a new balancer
     * @throws IllegalArgumentException if it does not accept a property: the message must name the property, the value
     *     and the allowed values
     */
    Balancer create(BalancerContext context);
}
