package org.asterism.policy.heteroprio.internal;

import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.ProvidesPolicy;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;

/**
 * Factory of the policy {@code heteroprio}: tasks of a kind share a bucket, and each architecture first visits the
 * buckets of the work that it is best at.
 *
 * <p><b>When to use:</b> CPUs with GPUs, and a few kinds of tasks of which some gain more from a GPU than others. Use
 * {@code dmdas} if each kind gains about the same or there are hundreds of kinds, and {@code prio} if all workers are
 * alike.
 */
@ProvidesPolicy("heteroprio")
@Component(
        property = {
            SchedulingPolicyFactory.NAME + "=heteroprio",
            SchedulingPolicyFactory.DESCRIPTION
                    + "=a bucket per kind of task, which each architecture visits in the order of what it is best at",
            SchedulingPolicyFactory.PARAMETERS + "=" + Declared.ALL
        },
        configurationPolicy = ConfigurationPolicy.IGNORE)
public final class HeteroprioPolicyFactory implements SchedulingPolicyFactory {
    /** Called by Declarative Services. */
    public HeteroprioPolicyFactory() {}

    @Override
    public SchedulingPolicy create(PolicyContext context) {
        return new HeteroprioPolicy(context);
    }
}
