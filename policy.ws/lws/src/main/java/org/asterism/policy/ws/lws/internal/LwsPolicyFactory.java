package org.asterism.policy.ws.lws.internal;

import org.asterism.kit.policy.stealing.StealingPolicy;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.ProvidesPolicy;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;

/**
 * Factory of the policy {@code lws}: a queue per worker; idle workers steal from the nearest workers first.
 *
 * <p><b>When to use:</b> many small tasks on a machine whose workers share caches or memory in groups, so that a stolen
 * task often finds its data nearby. If the topology is unknown, it behaves like {@code ws}.
 */
@ProvidesPolicy("lws")
@Component(
        property = {
            SchedulingPolicyFactory.NAME + "=lws",
            SchedulingPolicyFactory.DESCRIPTION
                    + "=a queue per worker; one that has no tasks steals from the nearest first",
            SchedulingPolicyFactory.PARAMETERS + "=" + StealingPolicy.THIEVES
        },
        configurationPolicy = ConfigurationPolicy.IGNORE)
public final class LwsPolicyFactory implements SchedulingPolicyFactory {
    /** Called by Declarative Services. */
    public LwsPolicyFactory() {}

    @Override
    public SchedulingPolicy create(PolicyContext context) {
        return new StealingPolicy(context, context::nearest);
    }
}
