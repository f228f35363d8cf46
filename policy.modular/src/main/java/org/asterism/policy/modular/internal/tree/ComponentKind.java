package org.asterism.policy.modular.internal.tree;

import java.util.List;
import java.util.Objects;
import org.asterism.spi.component.SchedulingComponentFactory;

/**
 * Kind of component that descriptions can name.
 *
 * @param name name in descriptions
 * @param family its purpose, in words
 * @param parameters names of its parameters
 * @param factory factory of the components
 */
public record ComponentKind(String name, String family, List<String> parameters, SchedulingComponentFactory factory) {
    /** Copies the list. */
    public ComponentKind {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(family, "family");
        Objects.requireNonNull(factory, "factory");
        parameters = List.copyOf(parameters);
    }
}
