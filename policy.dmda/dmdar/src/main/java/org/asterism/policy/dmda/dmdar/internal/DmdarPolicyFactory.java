package org.asterism.policy.dmda.dmdar.internal;

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
 * Factory of the policy {@code dmdar}: {@code dmda}, but each worker takes first the task of which the fewest bytes are
 * missing.
 *
 * <p><b>When to use:</b> as {@code dmda}, for tasks without priorities whose data are large in comparison with the
 * memory or the bus of the devices. Use {@code dmdas} if tasks have priorities.
 */
@ProvidesPolicy("dmdar")
@Component(
        service = SchedulingPolicyFactory.class,
        property = {
            SchedulingPolicyFactory.NAME + "=dmdar",
            SchedulingPolicyFactory.DESCRIPTION + "=dmda whose workers take the task first whose data are there",
            SchedulingPolicyFactory.PARAMETERS + "=" + DmdarPolicyFactory.DECLARED
        },
        configurationPolicy = ConfigurationPolicy.IGNORE)
public final class DmdarPolicyFactory extends LeastCostPolicyFactory {
    static final String DECLARED =
            CostWeights.DECLARED + AND + Weights.WINDOW + AND + Weights.PREFETCH + AND + Weights.EXPLORE;

    private static final Traits TRAITS = Traits.ALL_COSTS.readyDataFirst();

    /** Creates a factory with the default weights, for use without a container. */
    public DmdarPolicyFactory() {
        this(new ConfiguredWeights());
    }

    /**
     * Called by Declarative Services.
     *
     * @param configured weights of the family's configuration
     */
    @Activate
    public DmdarPolicyFactory(@Reference ConfiguredWeights configured) {
        super(TRAITS, DECLARED, configured);
    }
}
