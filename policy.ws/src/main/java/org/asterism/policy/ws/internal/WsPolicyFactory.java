package org.asterism.policy.ws.internal;

import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.ProvidesPolicy;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.osgi.service.component.annotations.Component;

/** Brings the policy {@code ws}. */
@ProvidesPolicy("ws")
@Component(
        property = {
            SchedulingPolicyFactory.NAME + "=ws",
            SchedulingPolicyFactory.DESCRIPTION
                    + "=a queue per worker; one that has no tasks steals from the others in turn",
            SchedulingPolicyFactory.PARAMETERS + "=" + StealingPolicy.THIEVES
                    + " (1; in a simulation " + StealingPolicy.THIEVES_IN_SIMULATION
                    + "): how many sleeping workers are woken for a task that its worker keeps"
        })
public final class WsPolicyFactory implements SchedulingPolicyFactory {
    /** Made by Declarative Services. */
    public WsPolicyFactory() {}

    @Override
    public SchedulingPolicy create(PolicyContext context) {
        return new StealingPolicy(context, false);
    }
}
