package org.asterism.policy.modular.internal.registry;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.asterism.api.tree.Chain;
import org.asterism.api.tree.Step;
import org.asterism.api.tree.TreeDescription;

/** The components that a description of a tree speaks of, in its order. */
final class UsedKinds {
    private static final Pattern PARAMETER = Pattern.compile("\\s*([^\\s(:]+)\\s*(\\(.*?\\))?\\s*(:.*)?", Pattern.DOTALL);

    private final List<Step.Component> components = new ArrayList<>();

    UsedKinds(TreeDescription description) {
        visit(description.root());
        description.parts().values().forEach(this::visit);
    }

    private void visit(Chain chain) {
        for (Step step : chain.steps()) {
            switch (step) {
                case Step.Component component -> visit(component);
                case Step.Composed composed -> composed.parts().forEach(this::visit);
                case Step.Each each -> {}
                case Step.Reference reference -> {}
            }
        }
    }

    private void visit(Step.Component component) {
        components.add(component);
        component.branches().values().forEach(this::visit);
    }

    /** The names of the kinds, each once. */
    List<String> names() {
        return components.stream().map(Step.Component::kind).distinct().toList();
    }

    /**
     * What the policy can be told: the parameters of its components, each as {@code NAME.parameter (default): meaning} with the
     * component's name in the tree, and with the value that the tree gives it for a default.
     *
     * @param kinds those that are used, by name
     */
    List<String> parameters(Map<String, ComponentKind> kinds) {
        SequencedMap<String, SequencedMap<String, String>> given = new LinkedHashMap<>();
        Map<String, ComponentKind> kindOf = new TreeMap<>();
        for (Step.Component component : components) {
            String address = component.name().isEmpty() ? component.kind() : component.name();
            kindOf.putIfAbsent(address, kinds.get(component.kind()));
            given.computeIfAbsent(address, name -> new LinkedHashMap<>()).putAll(component.parameters());
        }
        List<String> parameters = new ArrayList<>();
        given.forEach((address, values) -> {
            for (String parameter : kindOf.get(address).parameters()) {
                parameters.add(address + "." + withDefault(parameter, values));
            }
        });
        return parameters;
    }

    private static String withDefault(String parameter, Map<String, String> values) {
        Matcher parts = PARAMETER.matcher(parameter);
        if (!parts.matches() || !values.containsKey(parts.group(1))) {
            return parameter.strip();
        }
        return parts.group(1) + " (" + values.get(parts.group(1)) + ")"
                + (parts.group(3) == null ? "" : parts.group(3));
    }
}
