package org.asterism.api;

import java.util.List;

/**
 * An available scheduling policy.
 *
 * @param name its name
 * @param description the behaviour of the policy, in a sentence
 * @param parameters the properties that it accepts, each as a {@link Parameter}
 * @param provider the name and version of the bundle that provides it, if there is one
 */
public record PolicyDescription(String name, String description, List<String> parameters, String provider) {
    /** Copies the list. */
    public PolicyDescription {
        parameters = List.copyOf(parameters);
    }
}
