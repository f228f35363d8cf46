package org.asterism.policy.dmda.dmdap.internal;

import static org.asterism.api.Parameter.AND;

import org.asterism.kit.policy.CostWeights;
import org.asterism.kit.policy.placement.ConfiguredWeights;
import org.asterism.kit.policy.placement.LeastCostPolicyFactory;
import org.asterism.kit.policy.placement.Traits;
import org.asterism.kit.policy.placement.Weights;
import org.asterism.spi.policy.ProvidesPolicy;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;

/**
 * Factory of the policy {@code dmdap}: {@code dmda}, but each worker takes its tasks by priority.
 *
 * <p><b>When to use:</b> as {@code dmda}, for tasks with priorities whose order within a priority must be that of their
 * pushes. {@code dmdas} also prefers tasks whose data are ready, and usually moves less data.
 */
@ProvidesPolicy("dmdap")
@Component(
        service = SchedulingPolicyFactory.class,
        property = {
            SchedulingPolicyFactory.NAME + "=dmdap",
            SchedulingPolicyFactory.DESCRIPTION + "=dmda with queues sorted by priority",
            SchedulingPolicyFactory.PARAMETERS + "=" + DmdapPolicyFactory.DECLARED
        },
        configurationPolicy = ConfigurationPolicy.IGNORE)
public final class DmdapPolicyFactory extends LeastCostPolicyFactory {
    static final String DECLARED = CostWeights.DECLARED + AND + Weights.PREFETCH + AND + Weights.EXPLORE;

    private static final Traits TRAITS = Traits.ALL_COSTS.sortedByPriority();

    /** Creates a factory with the default weights, for use without a container. */
    public DmdapPolicyFactory() {
        this(new ConfiguredWeights());
    }

    /**
     * Called by Declarative Services.
     *
     * @param configured weights of the family's configuration
     */
    @Activate
    public DmdapPolicyFactory(@Reference ConfiguredWeights configured) {
        super(TRAITS, DECLARED, configured);
    }
}
