package org.asterism.policy.modular.internal.registry;

import java.util.ArrayList;
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
import org.asterism.policy.modular.internal.worker.CombinedWorkerKind;
import org.asterism.policy.modular.internal.worker.WorkerKind;
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
        List<String> parameters = new ArrayList<>();
        Plan plan = plan(description, kinds, Map.of());
        add(parameters, plan.root(), kinds);
        for (String said : BuiltInKinds.WORKER.parameters()) {
            parameters.add(WorkerKind.NAME + "." + withDefault(said, plan.endParameters()));
        }
        addCombined(parameters, plan.root());
        return parameters.stream().distinct().toList();
    }

    private static void add(List<String> parameters, Plan.Way way, Map<String, ComponentPlugin> kinds) {
        for (Plan.Stretch stretch : way.stretches()) {
            if (stretch instanceof Plan.Part part) {
                for (String said : kinds.get(part.kind().name()).parameters()) {
                    parameters.add(part.name() + "." + withDefault(said.strip(), part.parameters()));
                }
                part.branches().values().forEach(branch -> add(parameters, branch, kinds));
            } else if (stretch instanceof Plan.Join join) {
                add(parameters, join.way(), kinds);
            }
        }
    }

    /** Adds the parameters of the components of combined workers, if the tree has such components. */
    private static void addCombined(List<String> parameters, Plan.Way way) {
        for (Plan.Stretch stretch : way.stretches()) {
            switch (stretch) {
                case Plan.Part part -> part.branches().values().forEach(branch -> addCombined(parameters, branch));
                case Plan.Join join -> addCombined(parameters, join.way());
                case Plan.Ends ends
                when ends.combined() -> {
                    for (String said : BuiltInKinds.COMBINED_WORKER.parameters()) {
                        parameters.add(CombinedWorkerKind.NAME + "." + withDefault(said, ends.parameters()));
                    }
                }
                case Plan.Ends ends -> {}
                case Plan.Fan fan -> {}
            }
        }
    }

    /** Replaces the default in the declaration of a parameter by the value that the tree sets. */
    private static String withDefault(String said, Map<String, String> given) {
        Parameter declared = Parameter.of(said);
        String value = given.get(declared.name());
        return value == null ? said : declared.withStandard(value).toString();
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
