package org.asterism.policy.parallel.oneteam.internal;

import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.ProvidesPolicy;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;

/**
 * Factory of the policy {@code one-team}: one task at a time on all cores of the context together, or on one of them
 * while the others rest.
 *
 * <p><b>When to use:</b> in a context of its own, for parallel code written for a whole machine or a part of it. Use
 * {@code peager} if sequential tasks should fill the cores.
 */
@ProvidesPolicy("one-team")
@Component(
        property = {
            SchedulingPolicyFactory.NAME + "=one-team",
            SchedulingPolicyFactory.DESCRIPTION
                    + "=one task at a time on all cores together, or on one of them while the others rest"
        },
        configurationPolicy = ConfigurationPolicy.IGNORE)
public final class OneTeamPolicyFactory implements SchedulingPolicyFactory {
    /** Called by Declarative Services. */
    public OneTeamPolicyFactory() {}

    @Override
    public SchedulingPolicy create(PolicyContext context) {
        return new OneTeamPolicy(context);
    }
}
