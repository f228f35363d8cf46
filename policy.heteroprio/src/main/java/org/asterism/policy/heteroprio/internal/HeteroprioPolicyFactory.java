package org.asterism.policy.heteroprio.internal;

import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.ProvidesPolicy;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.osgi.service.component.annotations.Component;

/** Brings the policy {@code heteroprio}. */
@ProvidesPolicy("heteroprio")
@Component(
        property = {
            SchedulingPolicyFactory.NAME + "=heteroprio",
            SchedulingPolicyFactory.DESCRIPTION
                    + "=a bucket per kind of task, which each architecture visits in the order of what it is best at",
            SchedulingPolicyFactory.PARAMETERS
                    + "=grouping (model): which tasks share a bucket: those of one model, codelet, size or priority",
            SchedulingPolicyFactory.PARAMETERS
                    + "=ordering (urt-dot-diff-4): how an architecture's order is found: urt-dot-diff-4, acceleration,"
                    + " difference, successors, successors-dot-difference or release",
            SchedulingPolicyFactory.PARAMETERS + "=interval (32): pushes between two computations of the orders",
            SchedulingPolicyFactory.PARAMETERS
                    + "=order.ARCH (none): buckets that an architecture visits first, with commas between them",
            SchedulingPolicyFactory.PARAMETERS
                    + "=slow.ARCH (none): how many times slower than the fastest an architecture is, as"
                    + " BUCKET:FACTOR with commas between them",
            SchedulingPolicyFactory.PARAMETERS
                    + "=admission (backlog): when slow workers may take tasks: backlog, bucket or always",
            SchedulingPolicyFactory.PARAMETERS
                    + "=urgency (true): whether an architecture goes by priority among the buckets it is the fastest for",
            SchedulingPolicyFactory.PARAMETERS
                    + "=near (20): how many of a bucket's first tasks are compared by the data that a worker's memory lacks",
            SchedulingPolicyFactory.PARAMETERS + "=window (1): tasks that a worker takes at a time",
            SchedulingPolicyFactory.PARAMETERS
                    + "=prefetch (true): whether data are fetched for tasks that a worker holds beside the one it runs",
            SchedulingPolicyFactory.PARAMETERS
                    + "=newestFirst (false): whether the last task of a priority comes first",
            SchedulingPolicyFactory.PARAMETERS + "=locality (false): whether buckets keep tasks apart by memory node",
            SchedulingPolicyFactory.PARAMETERS
                    + "=locality.push (auto): which node a task is put at: worker, lcs, ls-sdh, ls-sdh2, ls-sdhb,"
                    + " lc-smwb or auto",
            SchedulingPolicyFactory.PARAMETERS
                    + "=locality.nodes.ARCH (cpu all, others 1): how many other nodes are visited by their distance",
            SchedulingPolicyFactory.PARAMETERS
                    + "=locality.step.ARCH (cpu 1, others all): buckets visited in a node before the next one"
        })
public final class HeteroprioPolicyFactory implements SchedulingPolicyFactory {
    /** Made by Declarative Services. */
    public HeteroprioPolicyFactory() {}

    @Override
    public SchedulingPolicy create(PolicyContext context) {
        return new HeteroprioPolicy(context);
    }
}
