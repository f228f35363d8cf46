package org.asterism.kit.policy.placement;

import java.util.function.Supplier;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.SchedulingPolicyFactory;

/** Base of the factories of {@link LeastCostPolicy policies that place each task where it costs least}. */
public abstract class LeastCostPolicyFactory implements SchedulingPolicyFactory {
    private final Traits traits;
    private final String declared;
    private final Supplier<Weights> configuration;

    /**
     * Creates a factory.
     *
     * @param traits of the policy
     * @param declared the declarations of its parameters; it refuses all others
     * @param configuration current weights, for what a context's properties leave open; may change at any time
     */
    protected LeastCostPolicyFactory(Traits traits, String declared, Supplier<Weights> configuration) {
        this.traits = traits;
        this.declared = declared;
        this.configuration = configuration;
    }

    @Override
    public final SchedulingPolicy create(PolicyContext context) {
        return new LeastCostPolicy(traits, declared, context, configuration);
    }
}
