package org.asterism.policy.modular.internal.policy;

import java.util.List;
import java.util.Set;
import org.asterism.policy.modular.internal.ShippedTree;
import org.asterism.policy.modular.internal.ShippedTrees;
import org.asterism.policy.modular.internal.tree.NearGroups;
import org.asterism.policy.modular.internal.tree.Planner;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.asterism.tck.FakePolicyContext;
import org.asterism.tck.PolicyOrder;
import org.asterism.tck.SchedulingPolicyContract;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What every policy must do, done by each of the trees that come with Asterism, of the components that come with it.
 */
@ParameterizedClass
@MethodSource("names")
class ShippedPoliciesContractTest extends SchedulingPolicyContract {
    /** Those of which a worker that is free may take any task. */
    private static final Set<String> OF_ONE_QUEUE = Set.of("modular-eager", "modular-prio", "modular-ws");

    @Parameter
    String name;

    static List<String> names() {
        return ShippedTrees.all().stream().map(ShippedTree::name).toList();
    }

    @Override
    protected boolean handsPropertiesOn() {
        return true; // a tree accepts a parameter of any of its components
    }

    @Override
    protected SchedulingPolicyFactory factory() {
        ShippedTree tree = ShippedTrees.all().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow();
        TestKinds kinds = RealKinds.make();
        return context -> {
            // Of some tasks the time is known, of some it is still to be measured, of some it never will be known.
            ((FakePolicyContext) context).predictor().times((task, worker, implementation) -> switch ((int)
                    (task.id() % 7)) {
                case 0 -> 0;
                case 1 -> Double.NaN;
                default -> 1e6 * (1 + task.id() % 5 + worker.architecture().index());
            });
            return new TreePolicy(
                    name,
                    tree.description(),
                    Planner.plan(tree.description(), kinds, context.properties().values()),
                    new NearGroups(),
                    context,
                    () -> {});
        };
    }

    @Override
    protected PolicyOrder order() {
        return switch (name) {
            case "modular-eager" -> PolicyOrder.URGENT_FIRST;
            case "modular-prio" -> PolicyOrder.PRIORITY;
            default -> PolicyOrder.ANY;
        };
    }

    @Override
    protected boolean placesTasks() {
        return !OF_ONE_QUEUE.contains(name);
    }

    /**
     * Those that decide about memories have a bounded queue for each, and the workers of this test have one memory
     * together.
     */
    @Override
    protected boolean sharesLittleRoom() {
        return Set.of("modular-heft-prio", "modular-heteroprio-memory", "modular-gemm")
                .contains(name);
    }

    @Override
    protected int concurrentTasks() {
        return 4_000;
    }
}
