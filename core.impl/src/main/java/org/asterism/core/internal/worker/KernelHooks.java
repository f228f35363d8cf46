package org.asterism.core.internal.worker;

import org.asterism.core.internal.context.ContextTasks;
import org.asterism.core.internal.context.ContextWorker;
import org.asterism.core.internal.context.PolicyInstance;
import org.asterism.core.internal.task.Job;

/**
 * Notifies the policy that has handed out a task before and after the task's kernel, once each and in this order; not
 * if the policy does not follow the task.
 *
 * <p>Used by the thread that steps the worker.
 */
final class KernelHooks {
    private final ContextWorker worker;

    /** Null for a task that a program gave to the worker, or that comes from a policy without hooks. */
    private PolicyInstance policy;

    private boolean isFollowed;
    private boolean hasBegun;

    KernelHooks(ContextWorker worker) {
        this.worker = worker;
    }

    /** Notes which policy the next task comes from, and whether that follows it. */
    void handedOutBy(PolicyInstance instance, boolean follows) {
        policy = instance != null && instance.hasHooks() ? instance : null;
        isFollowed = follows;
        hasBegun = false;
    }

    /** Tells the policy that the kernel begins, unless it already knows. */
    void begins(Job job) {
        if (isFollowed && !hasBegun) {
            hasBegun = true;
            ContextTasks.of(job).begins(job, worker, policy);
        }
    }

    /**
     * Tells the policy that the kernel has ended; if this came before those ahead have, also that it began. The policy
     * also hears of a task that it does not follow, but that has got particulars since it was popped: these may keep it
     * from ending now, so the policy could not notice by its state that the kernel has ended.
     */
    void ended(Job job) {
        isFollowed |= policy != null && job.particulars() != null;
        begins(job);
        ContextTasks.of(job).ended(job, worker, isFollowed ? policy : null);
        policy = null;
    }

    /** Forgets the policy of a task whose kernel was not run. */
    void forget() {
        policy = null;
    }
}
