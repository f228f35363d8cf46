package org.asterism.policy.eager.internal;

import org.asterism.kit.policy.CentralQueuePolicy;
import org.asterism.kit.policy.TaskFifo;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.ProvidesPolicy;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;

/**
 * Factory of the policy {@code eager}: one central queue; a free worker takes the oldest task that it can execute.
 * Priorities are ignored.
 *
 * <p><b>When to use:</b> tasks of similar length on similar workers, and whenever nothing is known about the tasks. Use
 * {@code ws} or {@code lws} for very small tasks on many workers, and {@code prio} if tasks have priorities.
 */
@ProvidesPolicy("eager")
@Component(
        property = {
            SchedulingPolicyFactory.NAME + "=eager",
            SchedulingPolicyFactory.DESCRIPTION + "=one central queue: first in, first out"
        },
        configurationPolicy = ConfigurationPolicy.IGNORE)
public final class EagerPolicyFactory implements SchedulingPolicyFactory {
    /** Called by Declarative Services. */
    public EagerPolicyFactory() {}

    @Override
    public SchedulingPolicy create(PolicyContext context) {
        return new CentralQueuePolicy(context, new TaskFifo());
    }
}
