package org.asterism.policy.modular.internal.registry;

import java.util.List;
import org.asterism.api.tree.ComponentDescription;
import org.asterism.spi.component.SchedulingComponentFactory;

/**
 * A kind of component that can be used: the factory of one service registration.
 *
 * @param name as descriptions of trees write it
 * @param family what it is for, in words
 * @param description what it does
 * @param parameters what it knows, each as a {@link org.asterism.api.Parameter}
 * @param provider who brought it
 * @param ranking the service ranking: of several kinds of one name, the highest is used
 * @param number of the service: of those of one ranking, the one that came first is used
 * @param factory makes the components
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

    /** Whether this kind is used rather than another one of its name. */
    boolean goesBefore(ComponentPlugin other) {
        return ranking != other.ranking ? ranking > other.ranking : number < other.number;
    }

    ComponentDescription describe() {
        return new ComponentDescription(name, family, description, parameters, provider);
    }
}
