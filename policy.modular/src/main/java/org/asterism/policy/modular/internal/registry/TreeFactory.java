package org.asterism.policy.modular.internal.registry;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.asterism.api.tree.TreeDescription;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.SchedulingPolicyFactory;

/** Factory of the policies of one tree. It uses the kinds of components that were available when it was registered. */
final class TreeFactory implements SchedulingPolicyFactory {
    private final TreeMaker maker;
    private final String name;
    private final Supplier<TreeDescription> description;
    private final Map<String, ComponentPlugin> kinds;

    /** Contexts in which its policies are active or about to be. */
    private final Set<PolicyContext> places = ConcurrentHashMap.newKeySet();

    TreeFactory(
            TreeMaker maker, String name, Supplier<TreeDescription> description, Map<String, ComponentPlugin> kinds) {
        this.maker = maker;
        this.name = name;
        this.description = description;
        this.kinds = Map.copyOf(kinds);
    }

    @Override
    public SchedulingPolicy create(PolicyContext context) {
        SchedulingPolicy policy = maker.make(name, description.get(), kinds, context, () -> places.remove(context));
        places.add(context);
        return policy;
    }

    TreeDescription description() {
        return description.get();
    }

    Map<String, ComponentPlugin> kinds() {
        return kinds;
    }

    Set<PolicyContext> places() {
        return Set.copyOf(places);
    }

    /** Returns the reasons why policies of this factory cannot replace those in other contexts. */
    List<String> faults(Set<PolicyContext> others) {
        return others.stream()
                .flatMap(place -> maker.faults(name, description.get(), kinds, place, place.workers()).stream()
                        .map(fault -> "context '" + place.contextName() + "': " + fault))
                .distinct() // contexts of different runtimes may have the same name
                .toList();
    }
}
