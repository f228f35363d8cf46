package org.asterism.core.internal.worker;

import org.asterism.core.internal.context.ContextTasks;
import org.asterism.core.internal.context.ContextWorker;
import org.asterism.core.internal.context.PolicyInstance;
import org.asterism.core.internal.task.Job;

/**
 * Notifies the policy that has handed out a task before and after the task's kernel, once each and in this order.
 *
 * <p>Used by the thread that steps the worker.
 */
final class KernelHooks {
    private final ContextWorker worker;

    /** Null for a task that a program gave to the worker. */
    private PolicyInstance policy;

    private boolean hasBegun;

    KernelHooks(ContextWorker worker) {
        this.worker = worker;
    }

    /** Notes which policy the next task comes from. */
    void handedOutBy(PolicyInstance instance) {
        policy = instance;
        hasBegun = false;
    }

    /** Tells the policy that the kernel begins, unless it already knows. */
    void begins(Job job) {
        if (!hasBegun) {
            hasBegun = true;
            ContextTasks.of(job).begins(job, worker, policy);
        }
    }

    /** Tells the policy that the kernel has ended; if this came before those ahead have, also that it began. */
    void ended(Job job) {
        begins(job);
        ContextTasks.of(job).ended(job, worker, policy);
        policy = null;
    }

    /** Forgets the policy of a task whose kernel was not run. */
    void forget() {
        policy = null;
    }
}
