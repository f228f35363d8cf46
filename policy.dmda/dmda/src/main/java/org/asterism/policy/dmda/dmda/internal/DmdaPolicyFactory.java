package org.asterism.policy.dmda.dmda.internal;

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
 * Factory of the policy {@code dmda}: each task goes to the worker where it costs least. The cost includes the end of
 * the task, the transfers of its data, and energy.
 *
 * <p><b>When to use:</b> workers of different speed or with memories of their own, and tasks with known times. Use
 * {@code dmdas} if tasks have priorities, {@code dmdar} if transfers dominate, and {@code lws} if times are unknown.
 */
@ProvidesPolicy("dmda")
@Component(
        service = SchedulingPolicyFactory.class,
        property = {
            SchedulingPolicyFactory.NAME + "=dmda",
            SchedulingPolicyFactory.DESCRIPTION
                    + "=each task goes where it costs least: its end, the way of its data, energy",
            SchedulingPolicyFactory.PARAMETERS + "=" + DmdaPolicyFactory.DECLARED
        },
        configurationPolicy = ConfigurationPolicy.IGNORE)
public final class DmdaPolicyFactory extends LeastCostPolicyFactory {
    static final String DECLARED = CostWeights.DECLARED + AND + Weights.PREFETCH + AND + Weights.EXPLORE;

    private static final Traits TRAITS = Traits.ALL_COSTS;

    /** Creates a factory with the default weights, for use without a container. */
    public DmdaPolicyFactory() {
        this(new ConfiguredWeights());
    }

    /**
     * Called by Declarative Services.
     *
     * @param configured weights of the family's configuration
     */
    @Activate
    public DmdaPolicyFactory(@Reference ConfiguredWeights configured) {
        super(TRAITS, DECLARED, configured);
    }
}
