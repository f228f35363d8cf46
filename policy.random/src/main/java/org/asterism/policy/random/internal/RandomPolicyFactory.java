package org.asterism.policy.random.internal;

import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.ProvidesPolicy;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;

/**
 * Factory of the policy {@code random}: each task goes to a worker drawn at random, and faster workers are drawn more
 * often.
 *
 * <p><b>When to use:</b> as the yardstick in comparisons of policies: every other policy has to beat it. Use
 * {@code eager} if nothing is known about the tasks.
 */
@ProvidesPolicy("random")
@Component(
        property = {
            SchedulingPolicyFactory.NAME + "=random",
            SchedulingPolicyFactory.DESCRIPTION + "=each task goes to a worker drawn at random, faster ones more often",
            SchedulingPolicyFactory.PARAMETERS + "=" + RandomPolicy.PRIORITIES
        },
        configurationPolicy = ConfigurationPolicy.IGNORE)
public final class RandomPolicyFactory implements SchedulingPolicyFactory {
    /** Called by Declarative Services. */
    public RandomPolicyFactory() {}

    @Override
    public SchedulingPolicy create(PolicyContext context) {
        return new RandomPolicy(context);
    }
}
