package org.asterism.policy.modular.internal.registry;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.asterism.api.Parameter;
import org.asterism.api.Worker;
import org.asterism.api.tree.TreeDescription;
import org.asterism.policy.modular.internal.policy.TreePolicy;
import org.asterism.policy.modular.internal.tree.BrokenRulesException;
import org.asterism.policy.modular.internal.tree.ComponentKind;
import org.asterism.policy.modular.internal.tree.ComponentKinds;
import org.asterism.policy.modular.internal.tree.Grouping;
import org.asterism.policy.modular.internal.tree.Plan;
import org.asterism.policy.modular.internal.tree.Planner;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;

/** Tree maker that uses the assembler. */
final class AssembledTrees implements TreeMaker {
    private final Grouping grouping;

    AssembledTrees(Grouping grouping) {
        this.grouping = grouping;
    }

    private record Kinds(Map<String, ComponentKind> byName) implements ComponentKinds {
        static Kinds of(Map<String, ComponentPlugin> plugins) {
            Map<String, ComponentKind> byName = new TreeMap<>();
            plugins.forEach((name, plugin) -> byName.put(
                    name,
                    new ComponentKind(
                            name,
                            plugin.family(),
                            plugin.parameters().stream()
                                    .map(said -> Parameter.of(said).name())
                                    .toList(),
                            plugin.factory())));
            return new Kinds(byName);
        }

        @Override
        public ComponentKind kind(String name) {
            return byName.get(name);
        }

        @Override
        public List<String> names() {
            return List.copyOf(byName.keySet());
        }
    }

    private static Plan plan(
            TreeDescription description, Map<String, ComponentPlugin> kinds, Map<String, String> properties) {
        return Planner.plan(description, Kinds.of(kinds), properties);
    }

    @Override
    public SchedulingPolicy make(
            String name,
            TreeDescription description,
            Map<String, ComponentPlugin> kinds,
            PolicyContext context,
            Runnable onClose) {
        Plan plan = plan(description, kinds, context.properties().values());
        return TreePolicy.of(name, description, plan, grouping, context, onClose);
    }

    @Override
    public List<String> parameters(TreeDescription description, Map<String, ComponentPlugin> kinds) {
        return Outline.of(plan(description, kinds, Map.of())).parameters(kinds);
    }

    @Override
    public List<String> faults(
            String name,
            TreeDescription description,
            Map<String, ComponentPlugin> kinds,
            PolicyContext context,
            List<Worker> workers) {
        SchedulingPolicy policy = null;
        try {
            policy = make(name, description, kinds, context, () -> {});
            policy.addWorkers(workers);
            return List.of();
        } catch (BrokenRulesException broken) {
            return broken.sentences();
        } catch (RuntimeException | LinkageError fault) {
            return List.of(sentence(fault));
        } finally {
            if (policy != null) {
                policy.close();
            }
        }
    }

    static String sentence(Throwable fault) {
        return fault instanceof IllegalArgumentException && fault.getMessage() != null
                ? fault.getMessage()
                : fault.toString();
    }
}
