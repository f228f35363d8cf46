package org.asterism.policy.dmda.dm.internal;

import static org.asterism.api.Parameter.AND;

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
 * Factory of the policy {@code dm}: each task goes to the worker where it is expected to end first.
 *
 * <p><b>When to use:</b> workers of different speed, tasks with known times, and data whose transfers do not matter.
 * {@code dmda} also counts transfers and is nearly always the better choice; {@code dm} shows what they cost.
 */
@ProvidesPolicy("dm")
@Component(
        service = SchedulingPolicyFactory.class,
        property = {
            SchedulingPolicyFactory.NAME + "=dm",
            SchedulingPolicyFactory.DESCRIPTION + "=each task goes where it ends first, by the models of its times",
            SchedulingPolicyFactory.PARAMETERS + "=" + DmPolicyFactory.DECLARED
        },
        configurationPolicy = ConfigurationPolicy.IGNORE)
public final class DmPolicyFactory extends LeastCostPolicyFactory {
    static final String DECLARED = Weights.PREFETCH + AND + Weights.EXPLORE;

    private static final Traits TRAITS = Traits.ENDS_ONLY;

    /** Creates a factory with the default weights, for use without a container. */
    public DmPolicyFactory() {
        this(new ConfiguredWeights());
    }

    /**
     * Called by Declarative Services.
     *
     * @param configured weights of the family's configuration
     */
    @Activate
    public DmPolicyFactory(@Reference ConfiguredWeights configured) {
        super(TRAITS, DECLARED, configured);
    }
}
