package org.asterism.policy.modular.internal.registry;

import java.util.List;
import org.asterism.spi.policy.SchedulingPolicyFactory;

/** Registry in which policies are offered. */
interface PolicyServices {
    /** Registration of a policy. */
    interface Registration {
        /** Unregisters the policy. When this returns, no context uses it any more. */
        void unregister();
    }

    Registration register(
            String name, String description, List<String> parameters, int ranking, SchedulingPolicyFactory factory);
}
