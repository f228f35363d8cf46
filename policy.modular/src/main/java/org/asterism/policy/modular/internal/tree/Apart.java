package org.asterism.policy.modular.internal.tree;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.asterism.api.tree.Chain;
import org.asterism.api.tree.Step;
import org.asterism.api.tree.TreeDescription;

/**
 * Copy of a description in which each place has its own step object, because a program may use one object in several
 * places.
 */
final class Apart {
    private Apart() {}

    static TreeDescription of(TreeDescription description) {
        SequencedMap<String, Chain> parts = new LinkedHashMap<>();
        description.parts().forEach((name, chain) -> parts.put(name, of(chain)));
        return new TreeDescription(of(description.root()), parts);
    }

    private static Chain of(Chain chain) {
        return new Chain(chain.steps().stream().map(Apart::of).toList());
    }

    private static Step of(Step step) {
        return switch (step) {
            case Step.Component component -> of(component);
            case Step.Composed composed ->
                new Step.Composed(
                        composed.name(),
                        composed.parts().stream().map(Apart::of).toList());
            case Step.Each each -> each;
            case Step.Reference reference -> reference;
        };
    }

    private static Step.Component of(Step.Component component) {
        SequencedMap<String, Chain> branches = new LinkedHashMap<>();
        component.branches().forEach((label, chain) -> branches.put(label, of(chain)));
        return new Step.Component(component.kind(), component.name(), component.parameters(), branches);
    }
}
