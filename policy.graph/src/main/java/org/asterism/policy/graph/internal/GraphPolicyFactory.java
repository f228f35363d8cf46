package org.asterism.policy.graph.internal;

import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.ProvidesPolicy;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;

/**
 * Factory of the policy {@code graph}: tasks are collected until the program waits, then the graph is ranked from the
 * bottom up, and the tasks of the highest rank go first.
 *
 * <p><b>When to use:</b> graphs that are submitted as a whole, by programs that give no priorities. Use {@code prio} or
 * {@code dmdas} if tasks have priorities, and {@code eager} if tasks must begin while the program still submits.
 */
@ProvidesPolicy("graph")
@Component(
        property = {
            SchedulingPolicyFactory.NAME + "=graph",
            SchedulingPolicyFactory.DESCRIPTION
                    + "=tasks are collected until the program waits, then ranked by what depends on them",
            SchedulingPolicyFactory.PARAMETERS + "=" + Configured.DECLARED
        },
        configurationPolicy = ConfigurationPolicy.IGNORE)
public final class GraphPolicyFactory implements SchedulingPolicyFactory {
    /** Called by Declarative Services. */
    public GraphPolicyFactory() {}

    @Override
    public SchedulingPolicy create(PolicyContext context) {
        return Configured.policy(context);
    }
}
