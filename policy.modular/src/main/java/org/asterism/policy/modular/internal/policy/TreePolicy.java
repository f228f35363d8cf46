package org.asterism.policy.modular.internal.policy;

import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.tree.TreeDescription;
import org.asterism.policy.modular.internal.tree.Grouping;
import org.asterism.policy.modular.internal.tree.Plan;
import org.asterism.policy.modular.internal.worker.WorkerComponent;
import org.asterism.spi.policy.PolicyContext;

/**
 * Tree policy that receives the begin and end of each task whose duration is known, for components that estimate how
 * busy workers are. Without such components, the cheaper superclass is used, in which a worker notices the end of a
 * task at its next search.
 */
public final class TreePolicy extends TreeOfComponents {
    /**
     * Creates a policy without workers.
     *
     * @param name name of the declared tree
     * @param description description from which the plan was made
     * @param plan plan of the tree
     * @param grouping grouping of the workers
     * @param context services of the core
     * @param onClose runs when the policy is closed
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
     * Creates a policy without workers, of the cheapest class that suffices for the plan.
     *
     * @param name name of the declared tree
     * @param description description from which the plan was made
     * @param plan plan of the tree
     * @param grouping grouping of the workers
     * @param context services of the core
     * @param onClose runs when the policy is closed
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
    public boolean followsExecution(Task task, Worker worker) {
        WorkerComponent end = end(worker);
        return end == null || end.mustFollow(task);
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
