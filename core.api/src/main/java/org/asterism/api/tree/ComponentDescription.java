package org.asterism.api.tree;

import java.util.List;

/**
 * An available kind of component.
 *
 * @param name the name in descriptions of trees
 * @param family its purpose in words, such as {@code storage}
 * @param description the purpose of the component, in a sentence
 * @param parameters the parameters that it accepts, each as a {@link org.asterism.api.Parameter}
 * @param provider the bundle that provides it, with its version
 */
public record ComponentDescription(
        String name, String family, String description, List<String> parameters, String provider) {
    /** Copies the list. */
    public ComponentDescription {
        parameters = List.copyOf(parameters);
    }
}
