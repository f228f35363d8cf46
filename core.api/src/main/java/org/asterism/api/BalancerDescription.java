package org.asterism.api;

import java.util.List;

/**
 * A balancer that can be used.
 *
 * @param name what it is called
 * @param description what it does, in a sentence
 * @param parameters the properties that it can be asked for with, each as a {@link org.asterism.api.Parameter}; without
 *     those that every balancer has, see {@link TaskRuntime#balance}
 * @param provider who brought it: the name and version of its bundle, if it came as one
 */
public record BalancerDescription(String name, String description, List<String> parameters, String provider) {
    /** Copies the list. */
    public BalancerDescription {
        parameters = List.copyOf(parameters);
    }
}
