package org.asterism.kit.policy.placement;

import static org.asterism.api.Parameter.AND;

import org.asterism.spi.policy.SchedulingPolicyFactory;

/** Traits and parameters of the policies that the engine's tests compare. */
final class Family {
    static final Traits DM = Traits.ENDS_ONLY;
    static final Traits DMDA = Traits.ALL_COSTS;
    static final Traits DMDAP = Traits.ALL_COSTS.sortedByPriority();
    static final Traits DMDAR = Traits.ALL_COSTS.readyDataFirst();
    static final Traits DMDAS = DMDAP.readyDataFirst();
    static final Traits DMDAC = DMDAS.crowded();
    static final Traits DMDASD = DMDAS.aheadOnly();

    /** Everything that a policy of the family may declare. */
    static final String DECLARED =
            ConfiguredWeights.DECLARED + AND + Weights.LEAST_PRIORITY + AND + Weights.GREATEST_PRIORITY;

    static final SchedulingPolicyFactory DMDA_FACTORY =
            new LeastCostPolicyFactory(DMDA, DECLARED, new ConfiguredWeights()) {};

    private Family() {}
}
