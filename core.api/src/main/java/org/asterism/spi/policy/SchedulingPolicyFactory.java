package org.asterism.spi.policy;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * The service for a scheduling policy. Register it with the property {@link #NAME}, and {@link #DESCRIPTION} for
 * people; {@link ProvidesPolicy} puts the name into the bundle's manifest.
 *
 * <p>One factory serves any number of contexts and runtimes, real and simulated, at once. When its service is
 * unregistered, the core takes all tasks out of the policies it made before the unregistration returns.
 */
@ConsumerType
public interface SchedulingPolicyFactory {
    /** The service property that names the policy (String, required). */
    String NAME = "policy.name";

    /** The service property that says in a sentence what the policy does (String). */
    String DESCRIPTION = "policy.description";

    /**
     * The service property that declares the properties which {@link PolicyContext#properties} may have (String or
     * String[]; none if it is missing). Each is a {@link org.asterism.api.Parameter} in one line, with its unit, such
     * as {@code pause (20ms): how long nothing moves}, with {@link org.asterism.api.Parameter#AND} between several.
     * {@link PolicyProperties} reads the values by the same lines.
     */
    String PARAMETERS = "policy.parameters";

    /**
     * Makes a policy for one scheduling context. It has no workers yet; {@link SchedulingPolicy#addWorkers} follows.
     * This is called on a separate thread: it may take its own locks, and add or remove plug-ins. A policy that it
     * removes may be in charge of this context until it has returned. The policy is refused if this takes more than ten
     * seconds.
     *
     * @param context the core's services, for as long as the policy is in charge
     * @return a new policy
     * @throws IllegalArgumentException if it does not accept a property: the message must name the property, the value
     *     and the allowed values
     */
    SchedulingPolicy create(PolicyContext context);
}
