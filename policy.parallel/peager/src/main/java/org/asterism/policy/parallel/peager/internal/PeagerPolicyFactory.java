package org.asterism.policy.parallel.peager.internal;

import org.asterism.kit.policy.TaskFifo;
import org.asterism.kit.policy.team.TeamQueuePolicy;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.ProvidesPolicy;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;

/**
 * Factory of the policy {@code peager}: one central queue in order of arrival, with parallel tasks.
 *
 * <p><b>When to use:</b> parallel tasks without known times, or tasks that use all workers anyway. Use {@code pprio} if
 * tasks have priorities, {@code pheft} if times are known for each number of members, and {@code one-team} if no two
 * tasks should run at the same time.
 */
@ProvidesPolicy("peager")
@Component(
        property = {
            SchedulingPolicyFactory.NAME + "=peager",
            SchedulingPolicyFactory.DESCRIPTION
                    + "=one central queue, first in first out; parallel tasks run on the largest combination that a "
                    + "free worker leads"
        },
        configurationPolicy = ConfigurationPolicy.IGNORE)
public final class PeagerPolicyFactory implements SchedulingPolicyFactory {
    /** Called by Declarative Services. */
    public PeagerPolicyFactory() {}

    @Override
    public SchedulingPolicy create(PolicyContext context) {
        return new TeamQueuePolicy(context, new TaskFifo());
    }
}
