package org.asterism.policy.modular.internal.registry;

import java.util.List;
import java.util.Optional;
import org.asterism.api.tree.ComponentDescription;
import org.asterism.api.tree.SchedulingTrees;
import org.asterism.spi.component.TreesProvider;
import org.asterism.spi.policy.PolicyRegistry;
import org.asterism.spi.topology.TopologyProvider;
import org.osgi.annotation.bundle.Capability;

/** Maker of the trees of a program without a container. */
@Capability(
        namespace = "osgi.serviceloader",
        name = "org.asterism.spi.component.TreesProvider",
        attribute = "register:=\"${@class}\"")
public final class PlainTrees implements TreesProvider {
    /** Called by {@link java.util.ServiceLoader}. */
    public PlainTrees() {}

    @Override
    public SchedulingTrees create(PolicyRegistry policies, List<Kind> kinds, Optional<TopologyProvider> topology) {
        MachineGroups groups = new MachineGroups();
        topology.ifPresent(groups::ask);
        TreeRegistry registry = new TreeRegistry(new AssembledTrees(groups), policies);
        for (Kind kind : kinds) {
            ComponentDescription described = kind.description();
            registry.add(new ComponentPlugin(
                    described.name(),
                    described.family(),
                    described.description(),
                    described.parameters(),
                    described.provider(),
                    kind.ranking(),
                    kinds.indexOf(kind),
                    kind.factory()));
        }
        registry.declareShipped();
        registry.settle();
        return registry;
    }
}
