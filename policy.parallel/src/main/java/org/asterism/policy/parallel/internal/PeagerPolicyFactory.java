package org.asterism.policy.parallel.internal;

import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.ProvidesPolicy;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.osgi.service.component.annotations.Component;

/** Brings the policy {@code peager}. */
@ProvidesPolicy("peager")
@Component(
        property = {
            SchedulingPolicyFactory.NAME + "=peager",
            SchedulingPolicyFactory.DESCRIPTION
                    + "=one central queue, first in first out; parallel tasks run on the largest combination that a free worker leads"
        })
public final class PeagerPolicyFactory implements SchedulingPolicyFactory {
    /** Made by Declarative Services. */
    public PeagerPolicyFactory() {}

    @Override
    public SchedulingPolicy create(PolicyContext context) {
        return new CentralPolicy(context, new CentralQueue.InOrder());
    }
}
