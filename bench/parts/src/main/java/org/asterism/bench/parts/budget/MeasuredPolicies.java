package org.asterism.bench.parts.budget;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.asterism.api.tree.TreeDescription;
import org.asterism.components.modular.bestimplementation.internal.BestImplementationFactory;
import org.asterism.components.modular.eager.internal.EagerFactory;
import org.asterism.components.modular.eagercalibration.internal.EagerCalibrationFactory;
import org.asterism.components.modular.mct.internal.MctFactory;
import org.asterism.components.modular.perfmodelselect.internal.PerfmodelSelectFactory;
import org.asterism.components.modular.prio.internal.PrioFactory;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.policy.dmda.dmda.internal.DmdaPolicyFactory;
import org.asterism.policy.modular.internal.ShippedTree;
import org.asterism.policy.modular.internal.ShippedTrees;
import org.asterism.policy.modular.internal.policy.TreePolicy;
import org.asterism.policy.modular.internal.tree.ComponentKind;
import org.asterism.policy.modular.internal.tree.ComponentKinds;
import org.asterism.policy.modular.internal.tree.NearGroups;
import org.asterism.policy.modular.internal.tree.Planner;
import org.asterism.spi.component.SchedulingComponentFactory;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;

/** The policies with which tasks are measured: with one queue, with a queue for each worker, and with a tree. */
final class MeasuredPolicies {
    static final List<String> NAMES = List.of("eager", "prio", "dmda", "modular-heft");

    private MeasuredPolicies() {}

    /** Adds those that a laboratory does not have by itself. */
    static void addTo(Laboratory laboratory) {
        laboratory.addPolicy("dmda", new DmdaPolicyFactory()::create);
        laboratory.addPolicy("modular-heft", MeasuredPolicies::heft);
    }

    private static SchedulingPolicy heft(PolicyContext context) {
        TreeDescription description = ShippedTrees.all().stream()
                .filter(tree -> tree.name().equals("modular-heft"))
                .map(ShippedTree::description)
                .findFirst()
                .orElseThrow();
        return TreePolicy.of(
                "modular-heft",
                description,
                Planner.plan(description, new HeftKinds(), context.properties().values()),
                new NearGroups(),
                context,
                () -> {});
    }

    /** The kinds of components that the tree of modular-heft consists of. */
    private static final class HeftKinds implements ComponentKinds {
        private final Map<String, ComponentKind> kinds = new TreeMap<>();

        HeftKinds() {
            add("prio", new PrioFactory(), "ntasks", "ready", "exp");
            add("perfmodel-select", new PerfmodelSelectFactory());
            add("mct", new MctFactory());
            add("best-implementation", new BestImplementationFactory());
            add("eager-calibration", new EagerCalibrationFactory());
            add("eager", new EagerFactory());
        }

        private void add(String name, SchedulingComponentFactory factory, String... parameters) {
            kinds.put(name, new ComponentKind(name, "measured", List.of(parameters), factory));
        }

        @Override
        public ComponentKind kind(String name) {
            return kinds.get(name);
        }

        @Override
        public List<String> names() {
            return List.copyOf(kinds.keySet());
        }
    }
}
