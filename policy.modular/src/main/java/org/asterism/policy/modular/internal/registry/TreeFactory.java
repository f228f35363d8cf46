package org.asterism.policy.modular.internal.registry;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.asterism.api.tree.TreeDescription;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.SchedulingPolicyFactory;

/** Makes the policies of one tree, from the kinds of components that were there when it was put into service. */
final class TreeFactory implements SchedulingPolicyFactory {
    private final TreeMaker maker;
    private final String name;
    private final TreeDescription description;
    private final Map<String, ComponentPlugin> kinds;

    /** Where its policies are in charge, or about to be. */
    private final Set<PolicyContext> places = ConcurrentHashMap.newKeySet();

    TreeFactory(TreeMaker maker, String name, TreeDescription description, Map<String, ComponentPlugin> kinds) {
        this.maker = maker;
        this.name = name;
        this.description = description;
        this.kinds = Map.copyOf(kinds);
    }

    @Override
    public SchedulingPolicy create(PolicyContext context) {
        SchedulingPolicy policy = maker.make(name, description, kinds, context, () -> places.remove(context));
        places.add(context);
        return policy;
    }

    TreeDescription description() {
        return description;
    }

    Map<String, ComponentPlugin> kinds() {
        return kinds;
    }

    Set<PolicyContext> places() {
        return Set.copyOf(places);
    }

    /** What keeps the policies of this factory from going on where those of another one are in charge. */
    List<String> faults(Set<PolicyContext> others) {
        return others.stream()
                .flatMap(place -> maker.faults(name, description, kinds, place, place.workers()).stream()
                        .map(fault -> "context '" + place.contextName() + "': " + fault))
                .distinct() // contexts of several runtimes may have the same name
                .toList();
    }
}
