package org.asterism.core.internal.plugin;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

/** Follows the services of drivers, policies, balancers, layouts and topologies as they come and go. */
@Component(service = PluginTracker.class)
public final class PluginTracker {
    private final Plugins plugins = new Plugins();
    /** By service id: one object may be registered more than once. */
    private final Map<Object, Object> tracked = new HashMap<>();

    /** Made by Declarative Services. */
    @Activate
    public PluginTracker() {}

    /** What is there now. */
    public Plugins plugins() {
        return plugins;
    }

    /** Called by Declarative Services. */
    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void addPolicy(SchedulingPolicyFactory factory, Map<String, Object> properties) {
        String name = text(properties, SchedulingPolicyFactory.NAME);
        PolicyPlugin plugin = new PolicyPlugin(
                name,
                text(properties, SchedulingPolicyFactory.DESCRIPTION),
                texts(properties, SchedulingPolicyFactory.PARAMETERS),
                provider(factory),
                ranking(properties),
                factory);
        if (name.isEmpty()) {
            ignore("policy factory", factory, SchedulingPolicyFactory.NAME);
            return;
        }
        remember(properties, plugin);
        plugins.add(plugin);
    }

    /** Called by Declarative Services. */
    void removePolicy(SchedulingPolicyFactory factory, Map<String, Object> properties) {
        if (forget(properties) instanceof PolicyPlugin plugin) {
            plugins.remove(plugin);
        }
    }

    /** Called by Declarative Services. */
    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void addDriver(Driver driver, Map<String, Object> properties) {
        String name = text(properties, Driver.NAME);
        if (name.isEmpty()) {
            ignore("driver", driver, Driver.NAME);
            return;
        }
        DriverPlugin plugin = new DriverPlugin(name, driver);
        remember(properties, plugin);
        plugins.add(plugin);
    }

    /** Called by Declarative Services. */
    void removeDriver(Driver driver, Map<String, Object> properties) {
        if (forget(properties) instanceof DriverPlugin plugin) {
            plugins.remove(plugin);
        }
    }

    /** Called by Declarative Services. */
    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void addLayout(LayoutFactory factory, Map<String, Object> properties) {
        String name = text(properties, LayoutFactory.NAME);
        if (name.isEmpty()) {
            ignore("layout factory", factory, LayoutFactory.NAME);
            return;
        }
        LayoutPlugin plugin = new LayoutPlugin(name, provider(factory), ranking(properties), factory);
        remember(properties, plugin);
        plugins.add(plugin);
    }

    /** Called by Declarative Services. */
    void removeLayout(LayoutFactory factory, Map<String, Object> properties) {
        if (forget(properties) instanceof LayoutPlugin plugin) {
            plugins.remove(plugin);
        }
    }

    /** Called by Declarative Services. */
    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void addBalancer(ContextBalancer factory, Map<String, Object> properties) {
        String name = text(properties, ContextBalancer.NAME);
        if (name.isEmpty()) {
            ignore("context balancer", factory, ContextBalancer.NAME);
            return;
        }
        BalancerPlugin plugin = new BalancerPlugin(
                name,
                text(properties, ContextBalancer.DESCRIPTION),
                texts(properties, ContextBalancer.PARAMETERS),
                provider(factory),
                ranking(properties),
                factory);
        remember(properties, plugin);
        plugins.add(plugin);
    }

    /** Called by Declarative Services. */
    void removeBalancer(ContextBalancer factory, Map<String, Object> properties) {
        if (forget(properties) instanceof BalancerPlugin plugin) {
            plugins.remove(plugin);
        }
    }

    /** Called by Declarative Services. */
    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void addTopology(TopologyProvider provider, Map<String, Object> properties) {
        TopologyPlugin plugin = new TopologyPlugin(ranking(properties), provider);
        remember(properties, plugin);
        plugins.add(plugin);
    }

    /** Called by Declarative Services. */
    void removeTopology(TopologyProvider provider, Map<String, Object> properties) {
        if (forget(properties) instanceof TopologyPlugin plugin) {
            plugins.remove(plugin);
        }
    }

    private void remember(Map<String, Object> properties, Object plugin) {
        synchronized (tracked) {
            tracked.put(properties.get(Constants.SERVICE_ID), plugin);
        }
    }

    private Object forget(Map<String, Object> properties) {
        synchronized (tracked) {
            return tracked.remove(properties.get(Constants.SERVICE_ID));
        }
    }

    private static void ignore(String kind, Object service, String property) {
        System.getLogger(PluginTracker.class.getName())
                .log(
                        System.Logger.Level.ERROR,
                        "the {0} {1} of {2} is ignored: it lacks the service property {3}",
                        kind,
                        service.getClass().getName(),
                        provider(service),
                        property);
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
