package org.asterism.policy.dmda.dmdasd.internal;

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
 * Factory of the policy {@code dmdasd}: a variant of {@code dmdas} that counts only those tasks of a queue that will
 * run before the new one.
 *
 * <p><b>When to use:</b> as {@code dmdas}, if urgent tasks arrive while long queues of less urgent ones wait: the
 * urgent ones then go to the fastest worker in spite of its queue. Give {@code min-priority} and {@code max-priority}
 * for cheaper decisions.
 */
@ProvidesPolicy("dmdasd")
@Component(
        service = SchedulingPolicyFactory.class,
        property = {
            SchedulingPolicyFactory.NAME + "=dmdasd",
            SchedulingPolicyFactory.DESCRIPTION
                    + "=dmdas that counts only those tasks of a queue that will run before the new one",
            SchedulingPolicyFactory.PARAMETERS + "=" + DmdasdPolicyFactory.DECLARED
        },
        configurationPolicy = ConfigurationPolicy.IGNORE)
public final class DmdasdPolicyFactory extends LeastCostPolicyFactory {
    static final String DECLARED = CostWeights.DECLARED
            + AND
            + Weights.WINDOW
            + AND
            + Weights.LEAST_PRIORITY
            + AND
            + Weights.GREATEST_PRIORITY
            + AND
            + Weights.PREFETCH
            + AND
            + Weights.EXPLORE;

    private static final Traits TRAITS =
            Traits.ALL_COSTS.sortedByPriority().readyDataFirst().aheadOnly();

    /** Creates a factory with the default weights, for use without a container. */
    public DmdasdPolicyFactory() {
        this(new ConfiguredWeights());
    }

    /**
     * Called by Declarative Services.
     *
     * @param configured weights of the family's configuration
     */
    @Activate
    public DmdasdPolicyFactory(@Reference ConfiguredWeights configured) {
        super(TRAITS, DECLARED, configured);
    }
}
