package org.asterism.api;

import java.util.List;

/**
 * A scheduling policy that can be used.
 *
 * @param name what it is called
 * @param description what it does, in a sentence
 * @param parameters the properties that it can be asked for with, each as a {@link org.asterism.api.Parameter}
 * @param provider who brought it: the name and version of its bundle, if it came as one
 */
public record PolicyDescription(String name, String description, List<String> parameters, String provider) {
    /** Copies the list. */
    public PolicyDescription {
        parameters = List.copyOf(parameters);
    }
}
