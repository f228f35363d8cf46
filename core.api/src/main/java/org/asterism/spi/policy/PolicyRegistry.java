package org.asterism.spi.policy;

import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Where a plug-in offers policies that it makes while programs run. In a container it registers services; in a program
 * without one, {@link org.asterism.spi.component.TreesProvider} is given a registry. Any thread may use it.
 */
@ConsumerType
public interface PolicyRegistry {
    /** Registration of a policy. */
    @ConsumerType
    interface Registration {
        /** Unregisters the policy. When this returns, no context uses it any more. */
        void unregister();
    }

    /**
     * Offers a policy. Contexts that wait for a policy of this name begin to use it before this returns.
     *
     * @param name the policy's name
     * @param description the behaviour of the policy, in a sentence
     * @param parameters the properties that it accepts, each as a {@link org.asterism.api.Parameter}
     * @param ranking of several policies of a name, the one with the highest is used
     * @param factory makes the policy, once for each context that uses it
     * @return the registration
     */
    Registration register(
            String name, String description, List<String> parameters, int ranking, SchedulingPolicyFactory factory);
}
