package org.asterism.core.internal.context;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.asterism.core.internal.plugin.PolicyPlugin;
import org.asterism.spi.policy.SchedulingPolicy;

/**
 * A policy in charge of a context, and where it comes from.
 *
 * @param number unlike that of the policies that were in charge of the context before it, or of the last 65,000 of them
 * @param plugin its factory, with its name
 * @param properties what it was asked for with
 * @param isFallback whether it is the fall-back, which goes when the wanted policy comes
 * @param policy the policy itself
 * @param hasBefore whether it wants to know of a task before its kernel; the default does nothing, so it need not be
 *     called
 * @param hasAfter whether it wants to know of a task after its kernel
 * @param hasPushedTo whether it wants to know of tasks that programs give to workers
 * @param hasSubmitted whether it wants to know of tasks that are submitted
 * @param hasSchedule whether it wants to know when a program waits for tasks
 * @param stuck whether a call of it did not return while the context was changed: then it is not called any more
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

    boolean isStuck() {
        return stuck.get();
    }

    String name() {
        return plugin.name();
    }
}
