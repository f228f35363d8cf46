package org.asterism.policy.parallel.pheft.internal;

import static org.asterism.api.Parameter.AND;

import org.asterism.kit.policy.CostWeights;
import org.asterism.kit.policy.placement.Weights;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.ProvidesPolicy;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.osgi.service.component.annotations.Component;

/**
 * Factory of the policy {@code pheft}: each task goes where it costs least, to one worker or, if it is parallel, to
 * several together.
 *
 * <p><b>When to use:</b> parallel tasks whose times are known for each number of members. Use {@code dmda} if all tasks
 * are sequential, and {@code peager} if times are unknown.
 */
@ProvidesPolicy("pheft")
@Component(
        property = {
            SchedulingPolicyFactory.NAME + "=pheft",
            SchedulingPolicyFactory.DESCRIPTION
                    + "=each task goes where it costs least: to one worker or, if it is parallel, to several together",
            SchedulingPolicyFactory.PARAMETERS + "=" + PheftPolicyFactory.DECLARED
        })
public final class PheftPolicyFactory implements SchedulingPolicyFactory {
    static final String DECLARED = CostWeights.DECLARED + AND + Weights.PREFETCH + AND + Weights.EXPLORE;

    /** Made by Declarative Services. */
    public PheftPolicyFactory() {}

    @Override
    public SchedulingPolicy create(PolicyContext context) {
        return new PheftPolicy(context);
    }
}
