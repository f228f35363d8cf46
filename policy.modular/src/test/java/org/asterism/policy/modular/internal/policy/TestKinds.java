package org.asterism.policy.modular.internal.policy;

import static org.asterism.policy.modular.internal.language.TreeTexts.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.asterism.api.Task;
import org.asterism.api.tree.TreeDescription;
import org.asterism.kit.component.StorageComponent;
import org.asterism.kit.component.StorageSettings;
import org.asterism.policy.modular.internal.tree.ComponentKind;
import org.asterism.policy.modular.internal.tree.ComponentKinds;
import org.asterism.policy.modular.internal.tree.NearGroups;
import org.asterism.policy.modular.internal.tree.Planner;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.SchedulingComponentFactory;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicyFactory;

/** Small components for tests of trees. */
final class TestKinds implements ComponentKinds {
    private final Map<String, ComponentKind> kinds = new TreeMap<>();

    TestKinds() {
        add("reservoir", List.of("size"), Reservoir::new);
        add("chooser", List.of(), Chooser::new);
        add("passage", List.of(), Passage::new);
    }

    TestKinds add(String name, List<String> parameters, SchedulingComponentFactory factory) {
        kinds.put(name, new ComponentKind(name, "test", parameters, factory));
        return this;
    }

    /** Kinds of which stores can be told not to prefetch. */
    static TestKinds withPrefetch() {
        return new TestKinds().add("reservoir", List.of("size", "prefetch"), Reservoir::new);
    }

    @Override
    public ComponentKind kind(String name) {
        return kinds.get(name);
    }

    @Override
    public List<String> names() {
        return new ArrayList<>(kinds.keySet());
    }

    TreePolicy policy(String description, PolicyContext context) {
        TreeDescription read = parse(description);
        return new TreePolicy(
                "test",
                read,
                Planner.plan(read, this, context.properties().values()),
                new NearGroups(),
                context,
                () -> {});
    }

    SchedulingPolicyFactory factory(String description) {
        TreeDescription read = parse(description);
        return context -> TreePolicy.of(
                "test",
                read,
                Planner.plan(read, this, context.properties().values()),
                new NearGroups(),
                context,
                () -> {});
    }

    /** Keeps tasks in a queue, up to a number; pushes them on when it is told that there is room. */
    static class Reservoir extends StorageComponent {
        Reservoir(ComponentContext context) {
            super(
                    context,
                    new StorageSettings(
                            context.parameters().integer("size", 0, 0, Integer.MAX_VALUE),
                            0,
                            false,
                            StorageSettings.Choice.FIRST,
                            1,
                            context.parameters().flag(StorageSettings.PREFETCH, true)),
                    task -> 0);
        }

        @Override
        protected void stored(Task task) {
            tell(task);
        }

        void tell(Task task) {
            tellChildren(task);
        }
    }

    /** Lets the workers come and pull if they can, and else pushes to the first child that takes it. */
    static class Chooser extends SchedulingComponent {
        private boolean direct;

        Chooser(ComponentContext context) {
            super(context);
        }

        @Override
        public void changed() {
            direct = isDirect();
        }

        @Override
        public boolean push(Task task) {
            if (direct) {
                tellChildren(task);
                return false;
            }
            List<SchedulingComponent> children = context().children();
            for (int index = 0; index < children.size(); index++) {
                SchedulingComponent child = children.get(index);
                if (child.context().workersInContext().canExecute(task) && child.push(task)) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public int mostChildren() {
            return Integer.MAX_VALUE;
        }
    }

    /** Does nothing. */
    static class Passage extends SchedulingComponent {
        Passage(ComponentContext context) {
            super(context);
        }

        @Override
        public boolean push(Task task) {
            return context().children().getFirst().push(task);
        }
    }
}
