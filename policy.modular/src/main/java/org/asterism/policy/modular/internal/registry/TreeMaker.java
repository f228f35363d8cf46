package org.asterism.policy.modular.internal.registry;

import java.util.List;
import java.util.Map;
import org.asterism.api.Worker;
import org.asterism.api.tree.TreeDescription;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;

/** Puts trees together. Any thread may use it. */
public interface TreeMaker {
    /**
     * Makes a tree.
     *
     * @param name of the policy
     * @param description of the tree
     * @param kinds those that it uses, by name
     * @param context of the policy
     * @param onClose run when the policy is closed
     * @return without workers
     * @throws IllegalArgumentException if there is something wrong with it
     */
    SchedulingPolicy make(
            String name,
            TreeDescription description,
            Map<String, ComponentPlugin> kinds,
            PolicyContext context,
            Runnable onClose);

    /**
     * Says what a policy can be told: the parameters of its components, each as {@code NAME.parameter (default):
     * meaning} with the component's name in the tree, and with the value that the tree gives it as its default.
     *
     * @param description of the tree
     * @param kinds those that it uses, by name
     * @return in the order of the tree
     * @throws IllegalArgumentException if there is something wrong with the tree whatever workers it is for
     */
    List<String> parameters(TreeDescription description, Map<String, ComponentPlugin> kinds);

    /**
     * Says what is wrong with a tree for some workers.
     *
     * @param name of the policy
     * @param description of the tree
     * @param kinds those that it uses, by name
     * @param context with the properties of the policy
     * @param workers it is for
     * @return sentences
     */
    List<String> faults(
            String name,
            TreeDescription description,
            Map<String, ComponentPlugin> kinds,
            PolicyContext context,
            List<Worker> workers);
}
