package org.asterism.policy.modular.internal.policy;

import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.tree.TreeDescription;
import org.asterism.policy.modular.internal.tree.Grouping;
import org.asterism.policy.modular.internal.tree.Plan;
import org.asterism.policy.modular.internal.worker.WorkerComponent;
import org.asterism.spi.policy.PolicyContext;

/**
 * A tree of components as a policy that is told when tasks begin and end, for components that ask how busy workers are.
 * Without such components a worker learns of the end of a task when it looks for the next one, which is cheaper.
 */
public final class TreePolicy extends TreeOfComponents {
    /**
     * A policy without workers.
     *
     * @param name the name that the tree is declared under
     * @param description what the plan was made of
     * @param plan what to build
     * @param grouping how workers lie together
     * @param context what it may ask of the core
     * @param onClose is run when the policy is closed
     */
    public TreePolicy(
            String name,
            TreeDescription description,
            Plan plan,
            Grouping grouping,
            PolicyContext context,
            Runnable onClose) {
        super(name, description, plan, grouping, context, onClose);
    }

    /**
     * Makes a policy without workers, of the cheapest kind that is enough for the plan.
     *
     * @param name the name that the tree is declared under
     * @param description what the plan was made of
     * @param plan what to build
     * @param grouping how workers lie together
     * @param context what it may ask of the core
     * @param onClose is run when the policy is closed
     * @return the policy
     */
    public static TreeOfComponents of(
            String name,
            TreeDescription description,
            Plan plan,
            Grouping grouping,
            PolicyContext context,
            Runnable onClose) {
        return plan.asksForEstimates()
                ? new TreePolicy(name, description, plan, grouping, context, onClose)
                : new TreeOfComponents(name, description, plan, grouping, context, onClose);
    }

    @Override
    public void beforeExecution(Task task, Worker worker) {
        WorkerComponent end = end(worker);
        if (end != null) {
            end.begins(task);
        }
    }

    @Override
    public void afterExecution(Task task, Worker worker) {
        WorkerComponent end = end(worker);
        if (end != null) {
            end.ended(task);
        }
    }
}
