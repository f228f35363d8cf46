package org.asterism.core.internal.plugin;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.asterism.spi.balance.ContextBalancer;
import org.asterism.spi.driver.Driver;
import org.asterism.spi.layout.LayoutFactory;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.asterism.spi.topology.TopologyProvider;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/**
 * Follows the services of drivers, policies, balancers, layouts and topologies as they come and go. Declarative Services calls the methods
 * {@code add...} and {@code remove...}.
 */
@Component(service = PluginTracker.class)
public final class PluginTracker {
    private final Plugins plugins = new Plugins();
    /** By service id: one object may be registered more than once. */
    private final Map<Object, Plugin> tracked = new ConcurrentHashMap<>();

    /** Made by Declarative Services. */
    @Activate
    public PluginTracker() {}

    /** What is there now. */
    public Plugins plugins() {
        return plugins;
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void addPolicy(SchedulingPolicyFactory factory, Map<String, Object> properties) {
        PolicyPlugin plugin = new PolicyPlugin(
                text(properties, SchedulingPolicyFactory.NAME),
                text(properties, SchedulingPolicyFactory.DESCRIPTION),
                texts(properties, SchedulingPolicyFactory.PARAMETERS),
                provider(factory),
                ranking(properties),
                factory);
        addNamed(plugin, properties, "policy factory", factory, SchedulingPolicyFactory.NAME);
    }

    void removePolicy(SchedulingPolicyFactory factory, Map<String, Object> properties) {
        remove(properties);
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void addDriver(Driver driver, Map<String, Object> properties) {
        DriverPlugin plugin = new DriverPlugin(text(properties, Driver.NAME), driver);
        addNamed(plugin, properties, "driver", driver, Driver.NAME);
    }

    void removeDriver(Driver driver, Map<String, Object> properties) {
        remove(properties);
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void addLayout(LayoutFactory factory, Map<String, Object> properties) {
        LayoutPlugin plugin =
                new LayoutPlugin(text(properties, LayoutFactory.NAME), provider(factory), ranking(properties), factory);
        addNamed(plugin, properties, "layout factory", factory, LayoutFactory.NAME);
    }

    void removeLayout(LayoutFactory factory, Map<String, Object> properties) {
        remove(properties);
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void addBalancer(ContextBalancer factory, Map<String, Object> properties) {
        BalancerPlugin plugin = new BalancerPlugin(
                text(properties, ContextBalancer.NAME),
                text(properties, ContextBalancer.DESCRIPTION),
                texts(properties, ContextBalancer.PARAMETERS),
                provider(factory),
                ranking(properties),
                factory);
        addNamed(plugin, properties, "context balancer", factory, ContextBalancer.NAME);
    }

    void removeBalancer(ContextBalancer factory, Map<String, Object> properties) {
        remove(properties);
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void addTopology(TopologyProvider provider, Map<String, Object> properties) {
        add(new TopologyPlugin(ranking(properties), provider), properties);
    }

    void removeTopology(TopologyProvider provider, Map<String, Object> properties) {
        remove(properties);
    }

    /** Adds a plug-in, or reports that it is of no use because its service has no name. */
    private void addNamed(
            Plugin plugin, Map<String, Object> properties, String kind, Object service, String nameProperty) {
        if (!plugin.name().isEmpty()) {
            add(plugin, properties);
            return;
        }
        System.getLogger(PluginTracker.class.getName())
                .log(
                        System.Logger.Level.ERROR,
                        "the {0} {1} of {2} is ignored: it lacks the service property {3}",
                        kind,
                        service.getClass().getName(),
                        provider(service),
                        nameProperty);
    }

    private void add(Plugin plugin, Map<String, Object> properties) {
        tracked.put(properties.get(Constants.SERVICE_ID), plugin);
        plugins.add(plugin);
    }

    private void remove(Map<String, Object> properties) {
        Plugin plugin = tracked.remove(properties.get(Constants.SERVICE_ID));
        if (plugin != null) {
            plugins.remove(plugin);
        }
    }

    private static String text(Map<String, Object> properties, String name) {
        return properties.get(name) instanceof String text ? text : "";
    }

    private static List<String> texts(Map<String, Object> properties, String name) {
        return switch (properties.get(name)) {
            case String text -> List.of(text);
            case String[] texts -> List.of(texts);
            case Collection<?> texts -> texts.stream().map(String::valueOf).toList();
            case null, default -> List.of();
        };
    }

    private static int ranking(Map<String, Object> properties) {
        return properties.get(Constants.SERVICE_RANKING) instanceof Integer number ? number : 0;
    }

    private static String provider(Object service) {
        Bundle bundle = FrameworkUtil.getBundle(service.getClass());
        return bundle == null ? "" : bundle.getSymbolicName() + " " + bundle.getVersion();
    }
}
