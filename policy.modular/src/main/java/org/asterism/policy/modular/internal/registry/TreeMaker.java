package org.asterism.policy.modular.internal.registry;

import java.util.List;
import java.util.Map;
import org.asterism.api.Worker;
import org.asterism.api.tree.TreeDescription;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;

/** Builder of trees. Thread-safe. */
public interface TreeMaker {
    /**
     * Creates a tree as a policy.
     *
     * @param name name of the policy
     * @param description description of the tree
     * @param kinds kinds of components that it uses, by name
     * @param context context of the policy
     * @param onClose runs when the policy is closed
     * @return policy without workers
     * @throws IllegalArgumentException if the tree cannot be built
     */
    SchedulingPolicy make(
            String name,
            TreeDescription description,
            Map<String, ComponentPlugin> kinds,
            PolicyContext context,
            Runnable onClose);

    /**
     * Returns the parameters of a policy, which are those of its components. Each has the form {@code NAME.parameter
     * (default): meaning} with the component's name in the tree. A value that the tree sets is the default.
     *
     * @param description description of the tree
     * @param kinds kinds of components that it uses, by name
     * @return the parameters, in the order of the tree
     * @throws IllegalArgumentException if the tree cannot be built for any workers
     */
    List<String> parameters(TreeDescription description, Map<String, ComponentPlugin> kinds);

    /**
     * Checks a tree for given workers.
     *
     * @param name name of the policy
     * @param description description of the tree
     * @param kinds kinds of components that it uses, by name
     * @param context context with the properties of the policy
     * @param workers workers of the tree
     * @return one sentence per fault; empty if there is none
     */
    List<String> faults(
            String name,
            TreeDescription description,
            Map<String, ComponentPlugin> kinds,
            PolicyContext context,
            List<Worker> workers);
}
