package org.asterism.policy.parallel.pheft.internal;

import static org.asterism.api.Parameter.AND;

import org.asterism.kit.policy.CostWeights;
import org.asterism.kit.policy.placement.LeastCostPolicyFactory;
import org.asterism.kit.policy.placement.Traits;
import org.asterism.kit.policy.placement.Weights;
import org.asterism.spi.policy.ProvidesPolicy;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;

/**
 * Factory of the policy {@code pheft}: each task goes where it costs least, to one worker or, if it is parallel, to
 * several together. The accounts are those of {@code dmdap}, and a task of several workers counts for each of them.
 *
 * <p><b>When to use:</b> parallel tasks whose times are known for each number of members. Use {@code dmda} if all tasks
 * are sequential, and {@code peager} if times are unknown.
 *
 * <p>Source: StarPU's policy pheft. Here each context has its own accounts, loads are not rounded, and the core calls
 * the other members together when the leader comes to the task, so they do not wait for the leader.
 */
@ProvidesPolicy("pheft")
@Component(
        service = SchedulingPolicyFactory.class,
        property = {
            SchedulingPolicyFactory.NAME + "=pheft",
            SchedulingPolicyFactory.DESCRIPTION
                    + "=each task goes where it costs least: to one worker or, if it is parallel, to several together",
            SchedulingPolicyFactory.PARAMETERS + "=" + PheftPolicyFactory.DECLARED
        },
        configurationPolicy = ConfigurationPolicy.IGNORE)
public final class PheftPolicyFactory extends LeastCostPolicyFactory {
    static final String DECLARED = CostWeights.DECLARED + AND + Weights.PREFETCH + AND + Weights.EXPLORE;

    private static final Traits TRAITS = Traits.ALL_COSTS.sortedByPriority().withTeams();

    /** Made by Declarative Services. */
    public PheftPolicyFactory() {
        super(TRAITS, DECLARED, () -> Weights.USUAL);
    }
}
