package org.asterism.policy.graph.internal;

import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.ProvidesPolicy;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;

/**
 * Factory of the policy {@code graph_test}. The name is StarPU's for {@code graph}.
 *
 * <p><b>When to use:</b> only for programs and scripts that ask for this name; write {@code graph} in new ones.
 */
@ProvidesPolicy("graph_test")
@Component(
        property = {
            SchedulingPolicyFactory.NAME + "=graph_test",
            SchedulingPolicyFactory.DESCRIPTION
                    + "=another name of policy graph: tasks are collected until the program waits, then ranked by "
                    + "what depends on them",
            SchedulingPolicyFactory.PARAMETERS + "=" + Configured.DECLARED
        },
        configurationPolicy = ConfigurationPolicy.IGNORE)
public final class GraphTestPolicyFactory implements SchedulingPolicyFactory {
    /** Called by Declarative Services. */
    public GraphTestPolicyFactory() {}

    @Override
    public SchedulingPolicy create(PolicyContext context) {
        return Configured.policy(context);
    }
}
