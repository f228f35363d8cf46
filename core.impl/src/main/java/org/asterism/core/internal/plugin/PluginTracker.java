package org.asterism.core.internal.plugin;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.asterism.spi.balance.ContextBalancer;
import org.asterism.spi.driver.Driver;
import org.asterism.spi.layout.LayoutFactory;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.asterism.spi.topology.TopologyProvider;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;
import org.osgi.service.component.ComponentServiceObjects;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/**
 * Tracks the services of drivers, policies, balancers, layouts and topologies.
 *
 * <p>It reads their properties only. A service is {@link TrackedService obtained} when a runtime uses it. Declarative
 * Services calls the methods {@code add...} and {@code remove}.
 */
@Component(service = PluginTracker.class, configurationPolicy = ConfigurationPolicy.IGNORE)
public final class PluginTracker {
    private record Tracked(Plugin plugin, TrackedService<?> service) {}

    private final Plugins plugins = new Plugins();

    /** By service id: one object may be registered more than once. */
    private final Map<Object, Tracked> tracked = new ConcurrentHashMap<>();

    /** Called by Declarative Services. */
    @Activate
    public PluginTracker() {}

    /** Returns the available plug-ins. */
    public Plugins plugins() {
        return plugins;
    }

    @Reference(
            service = SchedulingPolicyFactory.class,
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            unbind = "remove")
    void addPolicy(
            ServiceReference<SchedulingPolicyFactory> reference,
            ComponentServiceObjects<SchedulingPolicyFactory> objects) {
        add(PluginKind.POLICY, reference, objects);
    }

    @Reference(
            service = Driver.class,
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            unbind = "remove")
    void addDriver(ServiceReference<Driver> reference, ComponentServiceObjects<Driver> objects) {
        add(PluginKind.DRIVER, reference, objects);
    }

    @Reference(
            service = LayoutFactory.class,
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            unbind = "remove")
    void addLayout(ServiceReference<LayoutFactory> reference, ComponentServiceObjects<LayoutFactory> objects) {
        add(PluginKind.LAYOUT, reference, objects);
    }

    @Reference(
            service = ContextBalancer.class,
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            unbind = "remove")
    void addBalancer(ServiceReference<ContextBalancer> reference, ComponentServiceObjects<ContextBalancer> objects) {
        add(PluginKind.BALANCER, reference, objects);
    }

    @Reference(
            service = TopologyProvider.class,
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            unbind = "remove")
    void addTopology(ServiceReference<TopologyProvider> reference, ComponentServiceObjects<TopologyProvider> objects) {
        add(PluginKind.TOPOLOGY, reference, objects);
    }

    /** Adds a plug-in, or reports that it is of no use because its service has no name. */
    private <S> void add(PluginKind<S> kind, ServiceReference<S> reference, ComponentServiceObjects<S> objects) {
        TrackedService<S> service = new TrackedService<>(reference, objects);
        Optional<Plugin> described = kind.describe(reference::getProperty, service.provider(), service);
        if (described.isEmpty()) {
            System.getLogger(PluginTracker.class.getName())
                    .log(
                            System.Logger.Level.ERROR,
                            "a {0} of {1} is ignored: it lacks the service property {2}",
                            kind.noun(),
                            service.provider(),
                            kind.nameProperty());
            return;
        }
        tracked.put(reference.getProperty(Constants.SERVICE_ID), new Tracked(described.get(), service));
        plugins.add(described.get());
    }

    void remove(ServiceReference<?> reference) {
        Tracked leaving = tracked.remove(reference.getProperty(Constants.SERVICE_ID));
        if (leaving != null) {
            plugins.remove(leaving.plugin);
            leaving.service.release();
        }
    }
}
