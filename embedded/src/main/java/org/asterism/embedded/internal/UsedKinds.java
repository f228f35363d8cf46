package org.asterism.embedded.internal;

import java.util.LinkedHashSet;
import java.util.Set;
import org.asterism.api.tree.Chain;
import org.asterism.api.tree.Step;
import org.asterism.api.tree.TreeDescription;

/** Kinds of components in a tree. */
public final class UsedKinds {
    private final Set<String> kinds = new LinkedHashSet<>();

    private UsedKinds() {}

    /** Returns their names, in the order of the description. The caller may change the set. */
    public static Set<String> of(TreeDescription description) {
        UsedKinds used = new UsedKinds();
        used.visit(description.root());
        description.parts().values().forEach(used::visit);
        return used.kinds;
    }

    private void visit(Chain chain) {
        for (Step step : chain.steps()) {
            switch (step) {
                case Step.Component component -> visit(component);
                case Step.Composed composed -> composed.parts().forEach(this::visit);
                case Step.Each _, Step.Reference _ -> {}
            }
        }
    }

    private void visit(Step.Component component) {
        kinds.add(component.kind());
        component.branches().values().forEach(this::visit);
    }
}
