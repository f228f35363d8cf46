package org.asterism.embedded.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import org.asterism.api.Parameter;
import org.asterism.api.tree.ComponentDescription;
import org.asterism.api.tree.SchedulingTrees;
import org.asterism.core.internal.plugin.Plugins;
import org.asterism.core.internal.plugin.PolicyPlugin;
import org.asterism.spi.component.SchedulingComponentFactory;
import org.asterism.spi.component.TreesProvider;
import org.asterism.spi.policy.PolicyRegistry;
import org.asterism.spi.topology.TopologyProvider;

/** The scheduling trees of a program without a container, and their policies. */
public final class ProvidedTrees {
    private static final String COMPONENT = "component factory";

    private final ServiceProviders providers;
    private final Plugins plugins;
    private SchedulingTrees made;

    private ProvidedTrees(ServiceProviders providers, Plugins plugins) {
        this.providers = providers;
        this.plugins = plugins;
    }

    /**
     * Makes the trees if their jar is on the class path.
     *
     * @param plugins get the policies of the trees
     */
    public static Optional<SchedulingTrees> find(ServiceProviders providers, Plugins plugins) {
        ProvidedTrees trees = new ProvidedTrees(providers, plugins);
        providers.forEach(TreesProvider.class, "provider of scheduling trees", trees::make);
        return Optional.ofNullable(trees.made);
    }

    private void make(ServiceLoader.Provider<TreesProvider> provider) {
        if (made == null) {
            made = provider.get().create(registry(ServiceProviders.jar(provider.type())), kinds(), topology());
        }
    }

    private PolicyRegistry registry(String jar) {
        return (name, description, parameters, ranking, factory) -> {
            PolicyPlugin policy = new PolicyPlugin(name, description, parameters, jar, ranking, () -> factory);
            plugins.add(policy);
            return () -> plugins.remove(policy);
        };
    }

    private List<TreesProvider.Kind> kinds() {
        List<TreesProvider.Kind> kinds = new ArrayList<>();
        providers.forEach(SchedulingComponentFactory.class, COMPONENT, provider -> {
            Class<?> type = provider.type();
            ComponentProperties properties = ComponentProperties.of(type);
            ComponentDescription description = new ComponentDescription(
                    properties.text(SchedulingComponentFactory.NAME),
                    properties.text(SchedulingComponentFactory.KIND),
                    properties.text(SchedulingComponentFactory.DESCRIPTION),
                    Parameter.declarations(properties.get(SchedulingComponentFactory.PARAMETERS)),
                    ServiceProviders.jar(type));
            if (description.name().isEmpty()) {
                ServiceProviders.reportNameless(COMPONENT, type, properties, SchedulingComponentFactory.NAME);
            } else {
                kinds.add(new TreesProvider.Kind(description, properties.ranking(), provider.get()));
            }
        });
        return kinds;
    }

    private Optional<TopologyProvider> topology() {
        return providers.first(TopologyProvider.class, "topology provider");
    }
}
