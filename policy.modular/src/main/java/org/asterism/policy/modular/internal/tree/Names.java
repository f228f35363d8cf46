package org.asterism.policy.modular.internal.tree;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.asterism.api.tree.Chain;
import org.asterism.api.tree.Step;
import org.asterism.api.tree.TreeDescription;

/**
 * Names of the components of a description. A component without a given name gets the name of its kind. If several have
 * no name, they are numbered in the order of the text.
 */
final class Names {
    private final Map<Step, String> bySteps = new IdentityHashMap<>();
    private final Map<String, Integer> unnamed = new LinkedHashMap<>();
    private final Map<String, String> kindsByName = new HashMap<>();

    Names(TreeDescription description) {
        walk(description, this::count);
        Map<String, Integer> last = new HashMap<>();
        walk(description, (step, given, kind) -> {
            String name = given;
            if (name.isEmpty()) {
                int number = last.merge(kind, 1, Integer::sum);
                name = unnamed.get(kind) == 1 ? kind : kind + "-" + number;
            }
            bySteps.put(step, name);
            if (kindsByName.put(name, kind) != null) {
                throw new IllegalArgumentException("two components are called '" + name
                        + "'; give them names of their own, such as " + kind + "#" + name + "-too");
            }
        });
        kindsByName.forEach((name, kind) -> {
            if (!name.equals(kind) && kindsByName.containsValue(name)) {
                throw new IllegalArgumentException("a component of the kind '" + kind + "' is called '" + name
                        + "' as components of another kind are; give it another name");
            }
        });
    }

    private interface Visitor {
        void visit(Step step, String given, String kind);
    }

    private void count(Step step, String given, String kind) {
        if (given.isEmpty()) {
            unnamed.merge(kind, 1, Integer::sum);
        }
    }

    private static void walk(TreeDescription description, Visitor visitor) {
        walk(description.root(), visitor);
        description.parts().values().forEach(chain -> walk(chain, visitor));
    }

    private static void walk(Chain chain, Visitor visitor) {
        for (Step step : chain.steps()) {
            switch (step) {
                case Step.Component component -> walk(component, visitor);
                case Step.Composed composed -> {
                    visitor.visit(composed, composed.name(), kindOf(composed.parts()));
                    composed.parts().forEach(part -> walk(part, visitor));
                }
                case Step.Each each -> {}
                case Step.Reference reference -> {}
            }
        }
    }

    private static void walk(Step.Component component, Visitor visitor) {
        visitor.visit(component, component.name(), component.kind());
        component.branches().values().forEach(chain -> walk(chain, visitor));
    }

    private static String kindOf(List<Step.Component> parts) {
        return parts.stream().map(Step.Component::kind).collect(Collectors.joining("+"));
    }

    String of(Step step) {
        return bySteps.get(step);
    }
}
