package org.asterism.spi.component;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Makes components of one kind. Registered as an OSGi service with the properties {@link #NAME}, and preferably
 * {@link #KIND}, {@link #DESCRIPTION} and {@link #PARAMETERS}.
 *
 * <p>One factory serves any number of trees, contexts and runtimes, real and simulated, at once. When its service is
 * unregistered, all trees with components of this kind are taken out of service before the unregistration returns, and
 * their tasks are kept. The trees are rebuilt when a factory of the same name arrives.
 */
@ConsumerType
public interface SchedulingComponentFactory {
    /**
     * The service property that names the kind of component as descriptions of trees write it, such as {@code fifo}
     * (String, required). It is not called {@code component.name}, which Declarative Services keeps for its own
     * components.
     */
    String NAME = "scheduling.component.name";

    /** The service property that says in words which {@link ComponentFamily family} it belongs to (String). */
    String KIND = "scheduling.component.kind";

    /** The service property that says in a sentence what the component does (String). */
    String DESCRIPTION = "scheduling.component.description";

    /**
     * The service property that names the parameters which {@link ComponentContext#parameters} may have (String or
     * String[]; none if it is missing). Each is a {@link org.asterism.api.Parameter} in one line, with its unit, such
     * as {@code ntasks (0): how many tasks it keeps at most, 0 for any number}, with
     * {@link org.asterism.api.Parameter#AND} between several.
     */
    String PARAMETERS = "scheduling.component.parameters";

    /**
     * Makes a component for one place in one tree. It has neither children nor workers yet.
     *
     * @param context the services for the component, for as long as it is in the tree
     * @return a new component
     * @throws IllegalArgumentException if it does not accept a parameter: the message must name the parameter, the
     *     value and the allowed values
     */
    SchedulingComponent create(ComponentContext context);

    /**
     * Returns whether components of this kind ask others for estimates: for {@link SchedulingComponent#estimatedEnd} or
     * {@link SchedulingComponent#estimatedLoad}, of their own accord and not because they are asked themselves. Only
     * trees with such components hear when tasks begin and end.
     *
     * @return true, unless overridden
     */
    default boolean asksForEstimates() {
        return true;
    }
}
