package org.asterism.policy.dmda.dmdas.internal;

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
 * Factory of the policy {@code dmdas}: {@code dmda}, but each worker takes its tasks by priority, and within a priority
 * first the task of which the fewest bytes are missing.
 *
 * <p><b>When to use:</b> the first choice for graphs with priorities on machines with devices, such as dense linear
 * algebra. Use {@code dmdasd} if tasks of high priority arrive late, and {@code dmdac} if the bus is the bottleneck.
 */
@ProvidesPolicy("dmdas")
@Component(
        service = SchedulingPolicyFactory.class,
        property = {
            SchedulingPolicyFactory.NAME + "=dmdas",
            SchedulingPolicyFactory.DESCRIPTION
                    + "=dmda with sorted queues, where of equal priority the task comes first whose data are there",
            SchedulingPolicyFactory.PARAMETERS + "=" + DmdasPolicyFactory.DECLARED
        },
        configurationPolicy = ConfigurationPolicy.IGNORE)
public final class DmdasPolicyFactory extends LeastCostPolicyFactory {
    static final String DECLARED =
            CostWeights.DECLARED + AND + Weights.WINDOW + AND + Weights.PREFETCH + AND + Weights.EXPLORE;

    private static final Traits TRAITS = Traits.ALL_COSTS.sortedByPriority().readyDataFirst();

    /** Creates a factory with the default weights, for use without a container. */
    public DmdasPolicyFactory() {
        this(new ConfiguredWeights());
    }

    /**
     * Called by Declarative Services.
     *
     * @param configured weights of the family's configuration
     */
    @Activate
    public DmdasPolicyFactory(@Reference ConfiguredWeights configured) {
        super(TRAITS, DECLARED, configured);
    }
}
