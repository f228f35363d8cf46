package org.asterism.policy.parallel.internal;

import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.ProvidesPolicy;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.osgi.service.component.annotations.Component;

/** Brings the policy {@code one-team}. */
@ProvidesPolicy("one-team")
@Component(
        property = {
            SchedulingPolicyFactory.NAME + "=one-team",
            SchedulingPolicyFactory.DESCRIPTION
                    + "=one task at a time on all cores together, or on one of them while the others rest"
        })
public final class OneTeamPolicyFactory implements SchedulingPolicyFactory {
    /** Made by Declarative Services. */
    public OneTeamPolicyFactory() {}

    @Override
    public SchedulingPolicy create(PolicyContext context) {
        return new OneTeamPolicy(context);
    }
}
