package org.asterism.policy.modular.internal.tree;

import java.util.List;
import java.util.Objects;
import org.asterism.spi.component.SchedulingComponentFactory;

/**
 * A kind of component that descriptions can name.
 *
 * @param name as descriptions write it
 * @param family what it is for, in words
 * @param parameters the names of the parameters that it knows
 * @param factory makes components of the kind
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
