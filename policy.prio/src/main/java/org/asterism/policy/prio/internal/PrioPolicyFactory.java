package org.asterism.policy.prio.internal;

import org.asterism.kit.policy.CentralQueuePolicy;
import org.asterism.kit.policy.TaskPriorityQueue;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.ProvidesPolicy;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;

/**
 * Factory of the policy {@code prio}: one central queue; a free worker takes, of the tasks that it can execute, one of
 * the highest priority, and of those the oldest.
 *
 * <p><b>When to use:</b> graphs whose critical path the program knows and marks with priorities, on similar workers.
 * Use {@code dmdas} if workers differ and the times of tasks are known.
 */
@ProvidesPolicy("prio")
@Component(
        property = {
            SchedulingPolicyFactory.NAME + "=prio",
            SchedulingPolicyFactory.DESCRIPTION
                    + "=one central queue: highest priority first, first in first out among equals"
        },
        configurationPolicy = ConfigurationPolicy.IGNORE)
public final class PrioPolicyFactory implements SchedulingPolicyFactory {
    /** Called by Declarative Services. */
    public PrioPolicyFactory() {}

    @Override
    public SchedulingPolicy create(PolicyContext context) {
        return new CentralQueuePolicy(context, new TaskPriorityQueue());
    }
}
