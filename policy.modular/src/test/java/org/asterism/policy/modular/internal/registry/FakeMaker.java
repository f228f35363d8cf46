package org.asterism.policy.modular.internal.registry;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.tree.TreeDescription;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;

/** Makes trees that are only noted. */
final class FakeMaker implements TreeMaker {
    final List<String> made = new ArrayList<>();

    /** The provider of components that no context can bear. */
    String unbearable = "";

    /** Called whenever a tree is tried in a context. */
    Runnable whenTried = () -> {};

    @Override
    public SchedulingPolicy make(
            String name,
            TreeDescription description,
            Map<String, ComponentPlugin> kinds,
            PolicyContext context,
            Runnable onClose) {
        made.add(name
                + kinds.values().stream()
                        .map(ComponentPlugin::provider)
                        .sorted()
                        .toList());
        return new Idle(onClose);
    }

    /** Those with a component {@code wrong} cannot be made. */
    @Override
    public List<String> parameters(TreeDescription description, Map<String, ComponentPlugin> kinds) {
        if (kinds.containsKey("wrong")) {
            throw new IllegalArgumentException("'wrong' is wrong");
        }
        return List.copyOf(kinds.keySet());
    }

    @Override
    public List<String> faults(
            String name,
            TreeDescription description,
            Map<String, ComponentPlugin> kinds,
            PolicyContext context,
            List<Worker> workers) {
        whenTried.run();
        return kinds.values().stream().anyMatch(kind -> kind.provider().equals(unbearable))
                ? List.of(unbearable + " cannot be borne by "
                        + context.properties().values())
                : List.of();
    }

    private record Idle(Runnable onClose) implements SchedulingPolicy {
        @Override
        public void addWorkers(List<Worker> workers) {}

        @Override
        public void removeWorkers(List<Worker> workers) {}

        @Override
        public void push(Task task) {}

        @Override
        public Task pop(Worker worker) {
            return null;
        }

        @Override
        public void drain(Consumer<? super Task> sink) {}

        @Override
        public void close() {
            onClose.run();
        }
    }
}
