package org.asterism.core.internal.plugin;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.asterism.api.BalancerDescription;
import org.asterism.api.PolicyDescription;
import org.asterism.api.data.Layout;
import org.asterism.spi.topology.Topology;

/**
 * The drivers, policies, balancers and layouts that are there now, and the runtimes that want to know when one of the first three
 * comes or goes. That is told on the thread that brings it about, and to its end: when {@link #remove} returns, nobody uses the plug-in
 * any more.
 */
public final class Plugins {
    /** What a runtime is told. */
    public interface Listener {
        void policyArrived(PolicyPlugin plugin);

        void policyLeft(PolicyPlugin plugin);

        void driverArrived(DriverPlugin plugin);

        void driverLeft(DriverPlugin plugin);

        /** Somebody has come who knows how the machine is built. */
        void topologyArrived();

        default void balancerArrived(BalancerPlugin plugin) {}

        default void balancerLeft(BalancerPlugin plugin) {}
    }

    private final List<PolicyPlugin> policies = new CopyOnWriteArrayList<>();
    private final List<DriverPlugin> drivers = new CopyOnWriteArrayList<>();
    private final List<TopologyPlugin> topologies = new CopyOnWriteArrayList<>();
    private final List<LayoutPlugin> layouts = new CopyOnWriteArrayList<>();
    private final List<BalancerPlugin> balancers = new CopyOnWriteArrayList<>();
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();

    /** Adds a listener; it has to look at what is there already itself. */
    public void addListener(Listener listener) {
        listeners.add(listener);
    }

    public void removeListener(Listener listener) {
        listeners.remove(listener);
    }

    public void add(PolicyPlugin plugin) {
        policies.add(plugin);
        tell(listener -> listener.policyArrived(plugin));
    }

    public void remove(PolicyPlugin plugin) {
        if (policies.remove(plugin)) {
            tell(listener -> listener.policyLeft(plugin));
        }
    }

    public void add(DriverPlugin plugin) {
        drivers.add(plugin);
        tell(listener -> listener.driverArrived(plugin));
    }

    public void remove(DriverPlugin plugin) {
        if (drivers.remove(plugin)) {
            tell(listener -> listener.driverLeft(plugin));
        }
    }

    public void add(BalancerPlugin plugin) {
        balancers.add(plugin);
        tell(listener -> listener.balancerArrived(plugin));
    }

    public void remove(BalancerPlugin plugin) {
        if (balancers.remove(plugin)) {
            tell(listener -> listener.balancerLeft(plugin));
        }
    }

    /** Nobody needs to be told: a layout is looked up when a program asks for it, and data outlive who brought theirs. */
    public void add(LayoutPlugin plugin) {
        layouts.add(plugin);
    }

    public void remove(LayoutPlugin plugin) {
        layouts.remove(plugin);
    }

    public void add(TopologyPlugin plugin) {
        topologies.add(plugin);
        tell(Listener::topologyArrived);
    }

    /** Nobody needs to be told: the machine stays as it is. */
    public void remove(TopologyPlugin plugin) {
        topologies.remove(plugin);
    }

    /** How this machine is built; empty if nobody knows. This may take a while the first time. */
    public Optional<Topology> machine() {
        Optional<TopologyPlugin> best = topologies.stream().max(Comparator.comparingInt(TopologyPlugin::ranking));
        try {
            return best.map(asked -> asked.provider().machine());
        } catch (RuntimeException | Error thrown) {
            System.getLogger(Plugins.class.getName())
                    .log(
                            System.Logger.Level.ERROR,
                            "a topology provider cannot tell how the machine is built: " + thrown,
                            thrown);
            return Optional.empty();
        }
    }

    /** One runtime's trouble must not keep the news from the others. */
    private void tell(Consumer<Listener> news) {
        for (Listener listener : listeners) {
            try {
                news.accept(listener);
            } catch (RuntimeException | Error thrown) {
                System.getLogger(Plugins.class.getName())
                        .log(System.Logger.Level.ERROR, "a runtime could not follow a plug-in: " + thrown, thrown);
            }
        }
    }

    public List<DriverPlugin> drivers() {
        return List.copyOf(drivers);
    }

    /** The policy of a name; of several the one with the highest ranking, and of those the one that came first. */
    public Optional<PolicyPlugin> policy(String name) {
        return best(policies, name);
    }

    /** The balancer of a name, as for policies. */
    public Optional<BalancerPlugin> balancer(String name) {
        return best(balancers, name);
    }

    /** The balancers that can be used, by name. */
    public List<BalancerDescription> describeBalancers() {
        return balancers.stream()
                .map(BalancerPlugin::name)
                .distinct()
                .sorted()
                .flatMap(name -> balancer(name).stream())
                .map(BalancerPlugin::describe)
                .toList();
    }

    /** The names of the balancers that can be used. */
    public List<String> balancerNames() {
        return describeBalancers().stream().map(BalancerDescription::name).toList();
    }

    /**
     * Makes a layout that a bundle has brought; of several of the name as for policies.
     *
     * @throws IllegalArgumentException if there is none of that name, or it does not accept the parameters
     * @throws IllegalStateException if its factory fails otherwise
     */
    public Layout layout(String name, Map<String, ?> parameters) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(parameters, "parameters");
        LayoutPlugin plugin = best(layouts, name).orElseThrow(() -> unknownLayout(name));
        return plugin.create(parameters);
    }

    private IllegalArgumentException unknownLayout(String name) {
        List<String> names = layoutNames();
        return new IllegalArgumentException("there is no layout '" + name + "'; there "
                + (names.isEmpty() ? "are none" : "are " + names) + ": install the bundle that brings it");
    }

    /** The names of the layouts that bundles have brought. */
    public List<String> layoutNames() {
        return layouts.stream().map(LayoutPlugin::name).distinct().sorted().toList();
    }

    private static <P extends NamedPlugin> Optional<P> best(List<P> plugins, String name) {
        P best = null;
        for (P plugin : plugins) {
            if (plugin.name().equals(name) && (best == null || plugin.ranking() > best.ranking())) {
                best = plugin;
            }
        }
        return Optional.ofNullable(best);
    }

    /** Whether a policy is there still. */
    public boolean has(PolicyPlugin plugin) {
        return policies.contains(plugin);
    }

    /** Whether a driver is there still. */
    public boolean has(DriverPlugin plugin) {
        return drivers.contains(plugin);
    }

    /** Whether a balancer is there still. */
    public boolean has(BalancerPlugin plugin) {
        return balancers.contains(plugin);
    }

    /** The policies that can be used, by name. */
    public List<PolicyDescription> describePolicies() {
        TreeMap<String, PolicyDescription> byName = new TreeMap<>();
        for (PolicyPlugin plugin : policies) {
            policy(plugin.name()).ifPresent(best -> byName.put(best.name(), best.describe()));
        }
        return new ArrayList<>(byName.values());
    }

    /** The names of the policies that can be used. */
    public List<String> policyNames() {
        return describePolicies().stream()
                .map(PolicyDescription::name)
                .sorted(Comparator.naturalOrder())
                .toList();
    }
}
