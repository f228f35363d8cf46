package org.asterism.policy.modular.internal.registry;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.asterism.api.Parameter;
import org.asterism.policy.modular.internal.tree.Plan;
import org.asterism.policy.modular.internal.worker.CombinedWorkerKind;
import org.asterism.policy.modular.internal.worker.WorkerKind;

/**
 * Outline of a tree for the service of its policy: the tree's components, in the order of the tree, with the parameters
 * that it sets. The workers' components are among them.
 *
 * @param components the components
 */
public record Outline(List<Component> components) {
    /**
     * Component of a tree.
     *
     * @param name name in the tree
     * @param kind name of its kind
     * @param values values that the tree sets, by parameter
     */
    public record Component(String name, String kind, SortedMap<String, String> values) {
        /** Adds the declarations of the parameters, with the values that the tree sets as defaults. */
        private void addParameters(List<String> declared, Set<String> all) {
            for (String line : declared) {
                all.add(name + "." + (values.isEmpty() ? line.strip() : withDefault(line.strip())));
            }
        }

        private String withDefault(String line) {
            Parameter parameter = Parameter.of(line);
            String value = values.get(parameter.name());
            return value == null ? line : parameter.withStandard(value).toString();
        }
    }

    /** Returns the outline of a tree whose kinds are available. */
    public static Outline of(Plan plan) {
        List<Component> components = new ArrayList<>();
        add(components, plan.root());
        components.add(new Component(WorkerKind.NAME, WorkerKind.NAME, new TreeMap<>(plan.endParameters())));
        addCombined(components, plan.root());
        return new Outline(components);
    }

    private static void add(List<Component> components, Plan.Way way) {
        for (Plan.Stretch stretch : way.stretches()) {
            if (stretch instanceof Plan.Part part) {
                components.add(new Component(part.name(), part.kind().name(), new TreeMap<>(part.parameters())));
                part.branches().values().forEach(branch -> add(components, branch));
            } else if (stretch instanceof Plan.Join join) {
                add(components, join.way());
            }
        }
    }

    /** Adds the components of combined workers, if the tree has such components. */
    private static void addCombined(List<Component> components, Plan.Way way) {
        for (Plan.Stretch stretch : way.stretches()) {
            switch (stretch) {
                case Plan.Part part -> part.branches().values().forEach(branch -> addCombined(components, branch));
                case Plan.Join join -> addCombined(components, join.way());
                case Plan.Ends ends
                when ends.combined() ->
                    components.add(new Component(
                            CombinedWorkerKind.NAME, CombinedWorkerKind.NAME, new TreeMap<>(ends.parameters())));
                case Plan.Ends ends -> {}
                case Plan.Fan fan -> {}
            }
        }
    }

    /**
     * Reads what {@link #toString} writes.
     *
     * @param line the outline
     */
    public static Outline read(String line) {
        List<Component> components = new ArrayList<>();
        for (String word : line.strip().split(" ")) {
            int colon = word.indexOf(':');
            int equals = word.indexOf('=');
            if (equals < 0) {
                components.add(new Component(word.substring(0, colon), word.substring(colon + 1), new TreeMap<>()));
            } else {
                components.getLast().values().put(word.substring(0, equals), word.substring(equals + 1));
            }
        }
        return new Outline(components);
    }

    /** Returns the outline as words: {@code name:kind} for each component, and {@code parameter=value} behind it. */
    @Override
    public String toString() {
        StringBuilder line = new StringBuilder();
        for (Component component : components) {
            line.append(line.isEmpty() ? "" : " ");
            line.append(component.name).append(':').append(component.kind);
            component.values.forEach(
                    (name, value) -> line.append(' ').append(name).append('=').append(value));
        }
        return line.toString();
    }

    /** Returns the kinds that bundles must provide. */
    List<String> kinds() {
        Set<String> kinds = new LinkedHashSet<>();
        for (Component component : components) {
            kinds.add(component.kind);
        }
        kinds.remove(WorkerKind.NAME);
        kinds.remove(CombinedWorkerKind.NAME);
        return List.copyOf(kinds);
    }

    /** Returns the parameters of the policy, as {@link TreeMaker#parameters} does. */
    List<String> parameters(Map<String, ComponentPlugin> kinds) {
        Set<String> parameters = new LinkedHashSet<>();
        for (Component component : components) {
            component.addParameters(
                    switch (component.kind) {
                        case WorkerKind.NAME -> WorkerKind.PARAMETERS;
                        case CombinedWorkerKind.NAME -> CombinedWorkerKind.PARAMETERS;
                        default -> kinds.get(component.kind).parameters();
                    },
                    parameters);
        }
        return List.copyOf(parameters);
    }
}
