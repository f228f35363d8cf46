package org.asterism.policy.ws.internal;

import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.ProvidesPolicy;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.osgi.service.component.annotations.Component;

/** Brings the policy {@code lws}. */
@ProvidesPolicy("lws")
@Component(
        property = {
            SchedulingPolicyFactory.NAME + "=lws",
            SchedulingPolicyFactory.DESCRIPTION
                    + "=a queue per worker; one that has no tasks steals from the nearest first",
            SchedulingPolicyFactory.PARAMETERS + "=" + StealingPolicy.THIEVES
                    + " (1; in a simulation " + StealingPolicy.THIEVES_IN_SIMULATION
                    + "): how many sleeping workers are woken for a task that its worker keeps"
        })
public final class LwsPolicyFactory implements SchedulingPolicyFactory {
    /** Made by Declarative Services. */
    public LwsPolicyFactory() {}

    @Override
    public SchedulingPolicy create(PolicyContext context) {
        return new StealingPolicy(context, true);
    }
}
