package org.asterism.core.internal.plugin;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.asterism.api.Parameter;
import org.asterism.spi.balance.ContextBalancer;
import org.asterism.spi.driver.Driver;
import org.asterism.spi.layout.LayoutFactory;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.asterism.spi.topology.TopologyProvider;

/**
 * A kind of plug-in: the type of its services, and how the properties of a service describe the plug-in. The properties
 * are those of Declarative Services, wherever they come from.
 *
 * @param <S> the type of the services
 * @param type the type of the services
 * @param noun the term for a service in messages
 * @param nameProperty the property with the plug-in's name; empty if plug-ins of this kind have no name
 * @param describer makes the plug-in
 */
public record PluginKind<S>(Class<S> type, String noun, String nameProperty, Describer<S> describer) {
    /** The service property of OSGi that ranks services. */
    private static final String RANKING = "service.ranking";

    /** Makes a plug-in of a described service. */
    interface Describer<S> {
        Plugin describe(Description description, Supplier<S> service);
    }

    /**
     * The description of a service.
     *
     * @param property gives the value of a property, or null
     * @param provider the bundle or jar that provides the service
     */
    record Description(Function<String, Object> property, String provider) {
        String text(String name) {
            return property.apply(name) instanceof String text ? text : "";
        }

        List<String> parameters(String name) {
            return Parameter.declarations(property.apply(name));
        }

        int ranking() {
            return property.apply(RANKING) instanceof Integer number ? number : 0;
        }
    }

    static final PluginKind<SchedulingPolicyFactory> POLICY = new PluginKind<>(
            SchedulingPolicyFactory.class,
            "policy factory",
            SchedulingPolicyFactory.NAME,
            (described, service) -> new PolicyPlugin(
                    described.text(SchedulingPolicyFactory.NAME),
                    described.text(SchedulingPolicyFactory.DESCRIPTION),
                    described.parameters(SchedulingPolicyFactory.PARAMETERS),
                    described.provider(),
                    described.ranking(),
                    service));

    static final PluginKind<Driver> DRIVER = new PluginKind<>(
            Driver.class,
            "driver",
            Driver.NAME,
            (described, service) -> new DriverPlugin(described.text(Driver.NAME), service));

    static final PluginKind<LayoutFactory> LAYOUT = new PluginKind<>(
            LayoutFactory.class,
            "layout factory",
            LayoutFactory.NAME,
            (described, service) -> new LayoutPlugin(
                    described.text(LayoutFactory.NAME), described.provider(), described.ranking(), service));

    static final PluginKind<ContextBalancer> BALANCER = new PluginKind<>(
            ContextBalancer.class,
            "context balancer",
            ContextBalancer.NAME,
            (described, service) -> new BalancerPlugin(
                    described.text(ContextBalancer.NAME),
                    described.text(ContextBalancer.DESCRIPTION),
                    described.parameters(ContextBalancer.PARAMETERS),
                    described.provider(),
                    described.ranking(),
                    service));

    static final PluginKind<TopologyProvider> TOPOLOGY = new PluginKind<>(
            TopologyProvider.class,
            "topology provider",
            "",
            (described, service) -> new TopologyPlugin(described.ranking(), service));

    /** All kinds. */
    public static final List<PluginKind<?>> ALL = List.of(POLICY, DRIVER, LAYOUT, BALANCER, TOPOLOGY);

    /**
     * Describes a plug-in by the properties of its service.
     *
     * @param property gives the value of a property, or null
     * @param provider the bundle or jar that provides the service
     * @param service the source of the service
     * @return the plug-in; empty if the service lacks a name
     */
    public Optional<Plugin> describe(Function<String, Object> property, String provider, Supplier<S> service) {
        Description description = new Description(property, provider);
        return !nameProperty.isEmpty() && description.text(nameProperty).isEmpty()
                ? Optional.empty()
                : Optional.of(describer.describe(description, service));
    }
}
