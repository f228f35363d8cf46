package org.asterism.api;

import java.util.Map;

/**
 * The choice of a balancer and its properties; see {@link TaskRuntime#balance}.
 *
 * @param name the balancer's name
 * @param properties the balancer's own properties, and those common to all balancers
 */
public record BalancerChoice(String name, Map<String, String> properties) {
    /** Copies the map and checks the name. */
    public BalancerChoice {
        properties = Map.copyOf(properties);
        if (name.isBlank()) {
            throw new IllegalArgumentException("a balancer needs a name that is not blank");
        }
    }
}
