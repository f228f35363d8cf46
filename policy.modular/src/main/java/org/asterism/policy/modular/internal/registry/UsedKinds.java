package org.asterism.policy.modular.internal.registry;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.asterism.api.tree.Chain;
import org.asterism.api.tree.Step;
import org.asterism.api.tree.TreeDescription;
import org.asterism.policy.modular.internal.worker.CombinedWorkerKind;
import org.asterism.policy.modular.internal.worker.WorkerKind;

/** Kinds of components that bundles must provide for a tree. */
final class UsedKinds {
    private final Set<String> kinds = new LinkedHashSet<>();

    private UsedKinds() {}

    /** Returns their names, in the order of the description. */
    static List<String> of(TreeDescription description) {
        UsedKinds used = new UsedKinds();
        used.visit(description.root());
        description.parts().values().forEach(used::visit);
        used.kinds.remove(WorkerKind.NAME);
        used.kinds.remove(CombinedWorkerKind.NAME);
        return List.copyOf(used.kinds);
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
        kinds.add(component.kind());
        component.branches().values().forEach(this::visit);
    }
}
