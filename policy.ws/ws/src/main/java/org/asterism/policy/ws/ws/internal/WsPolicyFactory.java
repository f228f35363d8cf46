package org.asterism.policy.ws.ws.internal;

import org.asterism.kit.policy.stealing.StealingPolicy;
import org.asterism.kit.policy.stealing.VictimOrder;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.ProvidesPolicy;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;

/**
 * Factory of the policy {@code ws}: a queue per worker; idle workers steal from the others in turn.
 *
 * <p><b>When to use:</b> many small tasks on similar workers, and nothing known about their times. Use {@code lws} on
 * machines where some workers share caches, {@code eager} if tasks are long, and {@code dmda} or its relatives if
 * workers differ in speed and times are known.
 */
@ProvidesPolicy("ws")
@Component(
        property = {
            SchedulingPolicyFactory.NAME + "=ws",
            SchedulingPolicyFactory.DESCRIPTION
                    + "=a queue per worker; one that has no tasks steals from the others in turn",
            SchedulingPolicyFactory.PARAMETERS + "=" + StealingPolicy.THIEVES
        },
        configurationPolicy = ConfigurationPolicy.IGNORE)
public final class WsPolicyFactory implements SchedulingPolicyFactory {
    /** Called by Declarative Services. */
    public WsPolicyFactory() {}

    @Override
    public SchedulingPolicy create(PolicyContext context) {
        return new StealingPolicy(context, VictimOrder.IN_TURN);
    }
}
