package org.asterism.api;

import java.util.List;

/**
 * An available balancer.
 *
 * @param name its name
 * @param description the purpose of the balancer, in a sentence
 * @param parameters the properties that it accepts, each as a {@link Parameter}; without those common to all balancers,
 *     see {@link TaskRuntime#balance}
 * @param provider the name and version of the bundle that provides it, if there is one
 */
public record BalancerDescription(String name, String description, List<String> parameters, String provider) {
    /** Copies the list. */
    public BalancerDescription {
        parameters = List.copyOf(parameters);
    }
}
