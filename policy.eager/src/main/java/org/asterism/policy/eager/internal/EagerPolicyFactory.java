package org.asterism.policy.eager.internal;

import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.ProvidesPolicy;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.osgi.service.component.annotations.Component;

/** Brings the policy {@code eager}. */
@ProvidesPolicy("eager")
@Component(
        property = {
            SchedulingPolicyFactory.NAME + "=eager",
            SchedulingPolicyFactory.DESCRIPTION + "=one central queue: first in, first out"
        })
public final class EagerPolicyFactory implements SchedulingPolicyFactory {
    /** Made by Declarative Services. */
    public EagerPolicyFactory() {}

    @Override
    public SchedulingPolicy create(PolicyContext context) {
        return new EagerPolicy(context);
    }
}
