package org.asterism.policy.prio.internal;

import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.ProvidesPolicy;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.osgi.service.component.annotations.Component;

/** Brings the policy {@code prio}. */
@ProvidesPolicy("prio")
@Component(
        property = {
            SchedulingPolicyFactory.NAME + "=prio",
            SchedulingPolicyFactory.DESCRIPTION
                    + "=one central queue: highest priority first, first in first out among equals"
        })
public final class PrioPolicyFactory implements SchedulingPolicyFactory {
    /** Made by Declarative Services. */
    public PrioPolicyFactory() {}

    @Override
    public SchedulingPolicy create(PolicyContext context) {
        return new PrioPolicy(context);
    }
}
