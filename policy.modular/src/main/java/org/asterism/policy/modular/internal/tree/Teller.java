package org.asterism.policy.modular.internal.tree;

import java.util.List;
import org.asterism.api.Task;
import org.asterism.policy.modular.internal.worker.TreeEnd;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.WorkerSet;
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
     */
    static Teller of(List<SchedulingComponent> children, List<TreeEnd> ends, boolean coversAll, PolicyContext policy) {
        if (ends == null) {
            return oneAfterTheOther(children.toArray(SchedulingComponent[]::new));
        }
        return coversAll ? policy::wakeOneFor : oneAfterTheOther(ends.toArray(SchedulingComponent[]::new));
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
        try {
            return component.getClass().getMethod("canPull", Task.class).getDeclaringClass()
                    == SchedulingComponent.class;
        } catch (NoSuchMethodException impossible) {
            throw new AssertionError(impossible);
        }
    }

    /** Whether a set of workers has them all. */
    static boolean covers(WorkerSet some, WorkerSet all) {
        return some.size() == all.size();
    }
}
