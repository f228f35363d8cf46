package org.asterism.policy.parallel.pprio.internal;

import org.asterism.kit.policy.TaskPriorityQueue;
import org.asterism.kit.policy.team.TeamQueuePolicy;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.ProvidesPolicy;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;

/**
 * Factory of the policy {@code pprio}: one central queue by priority, with parallel tasks.
 *
 * <p><b>When to use:</b> parallel tasks without known times whose priorities mark the critical path. Without priorities
 * it behaves like {@code peager}. Use {@code pheft} if times are known for each number of members.
 */
@ProvidesPolicy("pprio")
@Component(
        property = {
            SchedulingPolicyFactory.NAME + "=pprio",
            SchedulingPolicyFactory.DESCRIPTION
                    + "=one central queue, highest priority first; parallel tasks run on the largest combination that "
                    + "a free worker leads"
        },
        configurationPolicy = ConfigurationPolicy.IGNORE)
public final class PprioPolicyFactory implements SchedulingPolicyFactory {
    /** Called by Declarative Services. */
    public PprioPolicyFactory() {}

    @Override
    public SchedulingPolicy create(PolicyContext context) {
        return new TeamQueuePolicy(context, new TaskPriorityQueue());
    }
}
