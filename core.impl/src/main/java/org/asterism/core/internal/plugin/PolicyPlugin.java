package org.asterism.core.internal.plugin;

import java.util.List;
import java.util.function.Supplier;
import org.asterism.api.PolicyDescription;
import org.asterism.spi.policy.SchedulingPolicyFactory;

/**
 * An available policy: the factory of one service registration.
 *
 * @param name the policy's name
 * @param description the behaviour of the policy
 * @param parameters the properties that it accepts, in words
 * @param provider the bundle that provides it
 * @param ranking the service ranking; of several factories of a name, the highest is used
 * @param service the source of the factory, which makes policies
 */
public record PolicyPlugin(
        String name,
        String description,
        List<String> parameters,
        String provider,
        int ranking,
        Supplier<SchedulingPolicyFactory> service)
        implements Plugin {
    /** One without parameters. */
    public PolicyPlugin(
            String name, String description, String provider, int ranking, SchedulingPolicyFactory factory) {
        this(name, description, List.of(), provider, ranking, () -> factory);
    }

    /** Makes policies. */
    public SchedulingPolicyFactory factory() {
        return service.get();
    }

    /** Returns the description for programs. */
    public PolicyDescription describe() {
        return new PolicyDescription(name, description, parameters, provider);
    }
}
