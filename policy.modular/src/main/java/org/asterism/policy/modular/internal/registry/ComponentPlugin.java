package org.asterism.policy.modular.internal.registry;

import java.util.List;
import org.asterism.api.tree.ComponentDescription;
import org.asterism.spi.component.SchedulingComponentFactory;

/**
 * Available kind of component: the factory of one service registration.
 *
 * @param name name in descriptions of trees
 * @param family its purpose, in words
 * @param description its behaviour
 * @param parameters its parameters, each as a {@link org.asterism.api.Parameter}
 * @param provider bundle that provides it
 * @param ranking the service ranking; of several kinds with one name, the highest is used
 * @param number id of the service; for equal rankings, the first registration is used
 * @param factory factory of the components
 */
public record ComponentPlugin(
        String name,
        String family,
        String description,
        List<String> parameters,
        String provider,
        int ranking,
        long number,
        SchedulingComponentFactory factory) {
    /** Copies the list. */
    public ComponentPlugin {
        parameters = List.copyOf(parameters);
    }

    /** Whether this kind takes precedence over another one with the same name. */
    boolean goesBefore(ComponentPlugin other) {
        return ranking != other.ranking ? ranking > other.ranking : number < other.number;
    }

    ComponentDescription describe() {
        return new ComponentDescription(name, family, description, parameters, provider);
    }
}
