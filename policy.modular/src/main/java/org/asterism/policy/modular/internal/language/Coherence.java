package org.asterism.policy.modular.internal.language;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.Set;
import org.asterism.api.tree.Chain;
import org.asterism.api.tree.Step;
import org.asterism.api.tree.TreeDescription;

/**
 * Check that the chains of a description fit together: names are unique, filters are readable, and references have a
 * target and no cycle.
 */
public final class Coherence {
    /** Maximum nesting depth of chains. */
    static final int DEEPEST = 64;

    private final SequencedMap<String, Chain> parts;
    private final Set<String> names = new HashSet<>();

    /** Reason why a description is inconsistent, with the step at fault. */
    static final class Flaw extends IllegalArgumentException {
        private static final long serialVersionUID = 1;

        private final transient Object node;

        Flaw(Object node, String message) {
            super(message);
            this.node = node;
        }

        Object node() {
            return node;
        }
    }

    private Coherence(SequencedMap<String, Chain> parts) {
        this.parts = parts;
    }

    /**
     * Checks a description.
     *
     * @param description description from a program or from a text
     * @throws IllegalArgumentException if it is inconsistent; the message names the culprit
     */
    public static void check(TreeDescription description) {
        Coherence coherence = new Coherence(description.parts());
        coherence.references(description.root());
        Map<String, List<Step.Reference>> uses = new LinkedHashMap<>();
        description.parts().forEach((name, chain) -> uses.put(name, coherence.references(chain)));
        refuseCircle(uses);
    }

    private List<Step.Reference> references(Chain chain) {
        List<Step.Reference> references = new ArrayList<>();
        walk(chain, 0, references);
        return references;
    }

    private void walk(Chain chain, int depth, List<Step.Reference> references) {
        if (depth > DEEPEST) {
            throw new Flaw(
                    chain.steps().getFirst(), "branches are nested more than " + DEEPEST + " deep; use parts, '@name'");
        }
        for (Step step : chain.steps()) {
            switch (step) {
                case Step.Component component -> {
                    claim(component, component.name());
                    component.branches().values().forEach(branch -> walk(branch, depth + 1, references));
                }
                case Step.Composed composed -> {
                    claim(composed, composed.name());
                    composed.parts().forEach(part -> claim(part, part.name()));
                }
                case Step.Each each -> FilterSyntax.check(each.filter());
                case Step.Reference reference -> {
                    if (!parts.containsKey(reference.name())) {
                        throw new Flaw(reference, "there is no part '" + reference.name() + "'; " + known());
                    }
                    references.add(reference);
                }
            }
        }
    }

    private String known() {
        return parts.isEmpty()
                ? "one is defined at the end: where NAME = ..."
                : "those that are defined: " + String.join(", ", parts.keySet());
    }

    private void claim(Step step, String name) {
        if (!name.isEmpty() && !names.add(name)) {
            throw new Flaw(step, "there are two components named '#" + name + "'; each name can be given once");
        }
    }

    /** Repeatedly removes parts that use no remaining part. If parts remain, they form a cycle. */
    private static void refuseCircle(Map<String, List<Step.Reference>> uses) {
        Map<String, List<Step.Reference>> left = new LinkedHashMap<>(uses);
        Map<String, List<String>> users = new HashMap<>();
        Map<String, Integer> used = new HashMap<>();
        Deque<String> free = new ArrayDeque<>();
        uses.forEach((name, references) -> {
            references.forEach(reference -> users.computeIfAbsent(reference.name(), key -> new ArrayList<>())
                    .add(name));
            used.put(name, references.size());
            if (references.isEmpty()) {
                free.add(name);
            }
        });
        while (!free.isEmpty()) {
            String name = free.remove();
            left.remove(name);
            for (String user : users.getOrDefault(name, List.of())) {
                if (used.merge(user, -1, Integer::sum) == 0) {
                    free.add(user);
                }
            }
        }
        if (left.isEmpty()) {
            return;
        }
        SequencedSet<String> way = new LinkedHashSet<>();
        String name = left.keySet().iterator().next();
        Step.Reference closing = null;
        while (way.add(name)) {
            closing = left.get(name).stream()
                    .filter(reference -> left.containsKey(reference.name()))
                    .findFirst()
                    .orElseThrow();
            name = closing.name();
        }
        List<String> circle = new ArrayList<>(way);
        circle = circle.subList(circle.indexOf(name), circle.size());
        throw new Flaw(
                closing,
                "'@" + name + "' leads back to part '" + name + "': " + String.join(" -> ", circle) + " -> " + name);
    }
}
