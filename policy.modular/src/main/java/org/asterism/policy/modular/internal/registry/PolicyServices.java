package org.asterism.policy.modular.internal.registry;

import java.util.List;
import org.asterism.spi.policy.SchedulingPolicyFactory;

/** Where policies are offered. */
interface PolicyServices {
    /** A policy that is offered. */
    interface Registration {
        /** Takes it out of service; when this returns, no context uses it any more. */
        void unregister();
    }

    Registration register(
            String name, String description, List<String> parameters, int ranking, SchedulingPolicyFactory factory);
}
