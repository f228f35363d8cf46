package org.asterism.policy.modular.internal.tree;

import java.util.List;
import org.asterism.api.Task;
import org.asterism.policy.modular.internal.worker.WorkerComponent;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.policy.PolicyContext;

/**
 * Strategy by which a node announces a pullable task to the nodes below. It is selected once per change of the tree.
 */
@FunctionalInterface
interface Teller {
    /** Announces to no one, because there are no nodes below. */
    Teller NOBODY = task -> false;

    /** Announces a task. Returns whether a worker was woken or will pull the task anyway. */
    boolean tell(Task task);

    /**
     * Returns the shortest way to the workers below.
     *
     * @param children children of the node
     * @param ends the workers' components below, ordered by id, if all components between just forward announcements;
     *     otherwise null
     * @param coversAll whether they are all workers of the context
     * @param isEntered whether tasks come here only from outside the tree; otherwise a task may arrive while one of the
     *     workers pulls
     */
    static Teller of(
            List<SchedulingComponent> children,
            List<WorkerComponent> ends,
            boolean coversAll,
            boolean isEntered,
            PolicyContext policy) {
        if (ends == null) {
            return oneAfterTheOther(children.toArray(SchedulingComponent[]::new));
        }
        WorkerComponent[] workers = ends.toArray(WorkerComponent[]::new);
        if (!coversAll) {
            return oneAfterTheOther(workers);
        }
        return isEntered ? policy::wakeOneFor : task -> policy.wakeOneFor(task) || tellWhoPulls(workers, task);
    }

    private static boolean tellWhoPulls(WorkerComponent[] workers, Task task) {
        for (WorkerComponent worker : workers) {
            if (worker.tellIfItPulls(task)) {
                return true;
            }
        }
        return false;
    }

    private static Teller oneAfterTheOther(SchedulingComponent[] components) {
        return task -> {
            for (SchedulingComponent component : components) {
                if (component.canPull(task)) {
                    return true;
                }
            }
            return false;
        };
    }

    /** Whether a component's class forwards announcements by the base class's method. */
    static boolean passesOn(SchedulingComponent component) {
        return !overrides(component, "canPull", Task.class);
    }

    /** Whether a component's class overrides a method of the base class. */
    static boolean overrides(SchedulingComponent component, String method, Class<?>... parameters) {
        try {
            return component.getClass().getMethod(method, parameters).getDeclaringClass() != SchedulingComponent.class;
        } catch (NoSuchMethodException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
