package org.asterism.core.internal.plugin;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.asterism.api.Parameter;
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
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/**
 * Tracks the services of drivers, policies, balancers, layouts and topologies.
 *
 * <p>It reads their properties only. A service is {@link TrackedService obtained} when a runtime uses it. Declarative
 * Services calls the methods {@code add...} and {@code remove}.
 */
@Component(service = PluginTracker.class)
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
        addNamed(
                "policy factory",
                SchedulingPolicyFactory.NAME,
                reference,
                objects,
                service -> new PolicyPlugin(
                        text(reference, SchedulingPolicyFactory.NAME),
                        text(reference, SchedulingPolicyFactory.DESCRIPTION),
                        Parameter.declarations(reference.getProperty(SchedulingPolicyFactory.PARAMETERS)),
                        service.provider(),
                        ranking(reference),
                        service));
    }

    @Reference(
            service = Driver.class,
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            unbind = "remove")
    void addDriver(ServiceReference<Driver> reference, ComponentServiceObjects<Driver> objects) {
        addNamed(
                "driver",
                Driver.NAME,
                reference,
                objects,
                service -> new DriverPlugin(text(reference, Driver.NAME), service));
    }

    @Reference(
            service = LayoutFactory.class,
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            unbind = "remove")
    void addLayout(ServiceReference<LayoutFactory> reference, ComponentServiceObjects<LayoutFactory> objects) {
        addNamed(
                "layout factory",
                LayoutFactory.NAME,
                reference,
                objects,
                service -> new LayoutPlugin(
                        text(reference, LayoutFactory.NAME), service.provider(), ranking(reference), service));
    }

    @Reference(
            service = ContextBalancer.class,
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            unbind = "remove")
    void addBalancer(ServiceReference<ContextBalancer> reference, ComponentServiceObjects<ContextBalancer> objects) {
        addNamed(
                "context balancer",
                ContextBalancer.NAME,
                reference,
                objects,
                service -> new BalancerPlugin(
                        text(reference, ContextBalancer.NAME),
                        text(reference, ContextBalancer.DESCRIPTION),
                        Parameter.declarations(reference.getProperty(ContextBalancer.PARAMETERS)),
                        service.provider(),
                        ranking(reference),
                        service));
    }

    @Reference(
            service = TopologyProvider.class,
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            unbind = "remove")
    void addTopology(ServiceReference<TopologyProvider> reference, ComponentServiceObjects<TopologyProvider> objects) {
        TrackedService<TopologyProvider> service = new TrackedService<>(reference, objects);
        add(reference, new TopologyPlugin(ranking(reference), service), service);
    }

    /** Adds a plug-in, or reports that it is of no use because its service has no name. */
    private <S> void addNamed(
            String kind,
            String nameProperty,
            ServiceReference<S> reference,
            ComponentServiceObjects<S> objects,
            Function<TrackedService<S>, Plugin> describe) {
        TrackedService<S> service = new TrackedService<>(reference, objects);
        if (!text(reference, nameProperty).isEmpty()) {
            add(reference, describe.apply(service), service);
            return;
        }
        System.getLogger(PluginTracker.class.getName())
                .log(
                        System.Logger.Level.ERROR,
                        "a {0} of {1} is ignored: it lacks the service property {2}",
                        kind,
                        service.provider(),
                        nameProperty);
    }

    private void add(ServiceReference<?> reference, Plugin plugin, TrackedService<?> service) {
        tracked.put(reference.getProperty(Constants.SERVICE_ID), new Tracked(plugin, service));
        plugins.add(plugin);
    }

    void remove(ServiceReference<?> reference) {
        Tracked leaving = tracked.remove(reference.getProperty(Constants.SERVICE_ID));
        if (leaving != null) {
            plugins.remove(leaving.plugin);
            leaving.service.release();
        }
    }

    private static String text(ServiceReference<?> reference, String name) {
        return reference.getProperty(name) instanceof String text ? text : "";
    }

    private static int ranking(ServiceReference<?> reference) {
        return reference.getProperty(Constants.SERVICE_RANKING) instanceof Integer number ? number : 0;
    }
}
