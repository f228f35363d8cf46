package org.asterism.policy.modular.internal.tree;

import java.util.List;
import org.asterism.api.Task;
import org.asterism.policy.modular.internal.worker.WorkerComponent;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.policy.PolicyContext;

/** How a node tells those below of a task that can be pulled: decided once per change of the tree. */
@FunctionalInterface
interface Teller {
    /** There is nobody. */
    Teller NOBODY = task -> false;

    /** Tells them; whether a worker was woken, or will pull the task anyway. */
    boolean tell(Task task);

    /**
     * The shortest way to the workers below.
     *
     * @param children of the node
     * @param ends the workers' components below, by id, if all between just pass on what they are told; else null
     * @param coversAll whether these are all workers of the context
     * @param isEntered whether tasks come here only from outside of the tree; else perhaps while one of the workers
     *     pulls
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

    /** Whether a component's class leaves it to the base class to pass on that there is a task. */
    static boolean passesOn(SchedulingComponent component) {
        return !overrides(component, "canPull", Task.class);
    }

    /** Whether a component's class has a method of its own for something. */
    static boolean overrides(SchedulingComponent component, String method, Class<?>... parameters) {
        try {
            return component.getClass().getMethod(method, parameters).getDeclaringClass() != SchedulingComponent.class;
        } catch (NoSuchMethodException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
