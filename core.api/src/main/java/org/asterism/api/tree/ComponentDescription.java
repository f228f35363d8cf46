package org.asterism.api.tree;

import java.util.List;

/**
 * A kind of component that can be used.
 *
 * @param name as descriptions of trees write it
 * @param family what it is for, in words, such as {@code storage}
 * @param description what it does, in a sentence
 * @param parameters what it knows, each as a {@link org.asterism.api.Parameter}
 * @param provider the bundle that has brought it, with its version
 */
public record ComponentDescription(
        String name, String family, String description, List<String> parameters, String provider) {
    /** Copies the list. */
    public ComponentDescription {
        parameters = List.copyOf(parameters);
    }
}
