package org.asterism.policy.parallel.internal;

import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.ProvidesPolicy;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.osgi.service.component.annotations.Component;

/** Brings the policy {@code pprio}. */
@ProvidesPolicy("pprio")
@Component(
        property = {
            SchedulingPolicyFactory.NAME + "=pprio",
            SchedulingPolicyFactory.DESCRIPTION
                    + "=one central queue, highest priority first; parallel tasks run on the largest combination that a free worker leads"
        })
public final class PprioPolicyFactory implements SchedulingPolicyFactory {
    /** Made by Declarative Services. */
    public PprioPolicyFactory() {}

    @Override
    public SchedulingPolicy create(PolicyContext context) {
        return new CentralPolicy(context, new CentralQueue.ByPriority());
    }
}
