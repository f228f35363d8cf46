package org.asterism.policy.dmda.heft.internal;

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
 * Factory of the policy {@code heft}. The name is another one for {@code dmda}, which older programs use.
 *
 * <p><b>When to use:</b> only for programs that ask for this name; write {@code dmda} in new ones.
 */
@ProvidesPolicy("heft")
@Component(
        service = SchedulingPolicyFactory.class,
        property = {
            SchedulingPolicyFactory.NAME + "=heft",
            SchedulingPolicyFactory.DESCRIPTION + "=another name of dmda",
            SchedulingPolicyFactory.PARAMETERS + "=" + HeftPolicyFactory.DECLARED
        },
        configurationPolicy = ConfigurationPolicy.IGNORE)
public final class HeftPolicyFactory extends LeastCostPolicyFactory {
    static final String DECLARED = CostWeights.DECLARED + AND + Weights.PREFETCH + AND + Weights.EXPLORE;

    private static final Traits TRAITS = Traits.ALL_COSTS;

    /** Creates a factory with the default weights, for use without a container. */
    public HeftPolicyFactory() {
        this(new ConfiguredWeights());
    }

    /**
     * Called by Declarative Services.
     *
     * @param configured weights of the family's configuration
     */
    @Activate
    public HeftPolicyFactory(@Reference ConfiguredWeights configured) {
        super(TRAITS, DECLARED, configured);
    }
}
