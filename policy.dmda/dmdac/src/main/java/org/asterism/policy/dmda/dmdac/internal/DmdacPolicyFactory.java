package org.asterism.policy.dmda.dmdac.internal;

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
 * Factory of the policy {@code dmdac}: a variant of {@code dmdas} that counts transfers for less than predicted while
 * few tasks wait for the devices, and for more while many do. It is our own; StarPU has no counterpart.
 *
 * <p><b>When to use:</b> as {@code dmdas}, on machines whose devices share a bus, for runs with a long beginning or end
 * during which devices would wait for tasks.
 */
@ProvidesPolicy("dmdac")
@Component(
        service = SchedulingPolicyFactory.class,
        property = {
            SchedulingPolicyFactory.NAME + "=dmdac",
            SchedulingPolicyFactory.DESCRIPTION
                    + "=dmdas that counts transfers for less while little waits for the devices",
            SchedulingPolicyFactory.PARAMETERS + "=" + DmdacPolicyFactory.DECLARED
        },
        configurationPolicy = ConfigurationPolicy.IGNORE)
public final class DmdacPolicyFactory extends LeastCostPolicyFactory {
    static final String DECLARED =
            CostWeights.DECLARED + AND + Weights.WINDOW + AND + Weights.PREFETCH + AND + Weights.EXPLORE;

    private static final Traits TRAITS =
            Traits.ALL_COSTS.sortedByPriority().readyDataFirst().crowded();

    /** Creates a factory with the default weights, for use without a container. */
    public DmdacPolicyFactory() {
        this(new ConfiguredWeights());
    }

    /**
     * Called by Declarative Services.
     *
     * @param configured weights of the family's configuration
     */
    @Activate
    public DmdacPolicyFactory(@Reference ConfiguredWeights configured) {
        super(TRAITS, DECLARED, configured);
    }
}
