package org.asterism.core.internal.context;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.asterism.core.internal.plugin.PolicyPlugin;
import org.asterism.core.internal.task.Job;
import org.asterism.spi.policy.SchedulingPolicy;

/**
 * A policy in charge of a context, with its origin.
 *
 * @param number differs from the numbers of the policies in charge of the context before it, or of the last 65,000 of
 *     them
 * @param plugin its factory, with its name
 * @param properties the properties that it was requested with
 * @param isFallback whether it is the fall-back, which the wanted policy replaces when it comes
 * @param policy the policy itself
 * @param hasBefore whether it overrides the method called before a task's kernel; the default does nothing, so it is
 *     not called
 * @param hasAfter whether it overrides the method called after a task's kernel
 * @param hasPushedTo whether it overrides the method called when a program binds a task to a worker
 * @param hasSubmitted whether it overrides the method called when a task is submitted
 * @param hasSchedule whether it overrides the method called when a program waits for tasks
 * @param stuck whether one of its calls did not return while the context was changed; then it is not called any more
 */
public record PolicyInstance(
        short number,
        PolicyPlugin plugin,
        Map<String, String> properties,
        boolean isFallback,
        SchedulingPolicy policy,
        boolean hasBefore,
        boolean hasAfter,
        boolean hasPushedTo,
        boolean hasSubmitted,
        boolean hasSchedule,
        AtomicBoolean stuck) {
    /** The number of no policy. */
    static final short NOBODY = 0;

    static PolicyInstance of(
            short number,
            PolicyPlugin plugin,
            Map<String, String> properties,
            boolean isFallback,
            SchedulingPolicy policy) {
        return new PolicyInstance(
                number,
                plugin,
                properties,
                isFallback,
                policy,
                overrides(policy, "beforeExecution"),
                overrides(policy, "afterExecution"),
                overrides(policy, "pushedTo"),
                overrides(policy, "submitted"),
                overrides(policy, "schedule"),
                new AtomicBoolean());
    }

    private static boolean overrides(SchedulingPolicy policy, String hook) {
        for (Method method : policy.getClass().getMethods()) {
            if (method.getName().equals(hook) && method.getDeclaringClass() != SchedulingPolicy.class) {
                return true;
            }
        }
        return false;
    }

    /** Whether it overrides a method called before or after a task's kernel. */
    public boolean hasHooks() {
        return hasBefore || hasAfter;
    }

    /** Whether it is told when a task that it has handed out begins and ends; inside the gate. */
    boolean follows(Job job, ContextWorker worker) {
        return hasHooks()
                && (job.particulars() != null
                        || job.codelet().attempts() > 1 // it may come again
                        || policy.followsExecution(job, worker));
    }

    boolean isStuck() {
        return stuck.get();
    }

    public String name() {
        return plugin.name();
    }
}
