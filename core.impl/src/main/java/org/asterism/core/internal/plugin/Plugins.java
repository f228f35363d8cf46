package org.asterism.core.internal.plugin;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.asterism.api.BalancerDescription;
import org.asterism.api.PolicyDescription;
import org.asterism.api.data.Layout;
import org.asterism.spi.topology.Topology;

/**
 * The available plug-ins, and the runtimes that use them.
 *
 * <p>The thread that adds or removes a plug-in notifies the runtimes. When {@link #remove} returns, no runtime uses the
 * plug-in any more. Layouts are looked up only when a program asks for one, and data outlive the bundle of their
 * layout.
 */
public final class Plugins {
    private static final System.Logger LOG = System.getLogger(Plugins.class.getName());

    public interface Listener {
        void arrived(Plugin plugin);

        void left(Plugin plugin);

        /** Returns how often this runtime has taken or freed memory of a device. */
        default long memoryChanges(String memory) {
            return 0;
        }

        /**
         * Another runtime needs room in a device's memory: frees what this one only keeps there for later.
         *
         * @param memory its name
         * @return completes, when that has happened, with its {@link #memoryChanges} so far
         */
        default CompletableFuture<Long> dropKept(String memory) {
            return CompletableFuture.completedFuture(0L);
        }
    }

    private final List<Plugin> all = new CopyOnWriteArrayList<>();
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();

    /** Adds a listener; it has to look at what is there already itself. */
    public void addListener(Listener listener) {
        listeners.add(listener);
    }

    public void removeListener(Listener listener) {
        listeners.remove(listener);
    }

    public void add(Plugin plugin) {
        all.add(plugin);
        tell(listener -> listener.arrived(plugin));
    }

    public void remove(Plugin plugin) {
        if (all.remove(plugin)) {
            tell(listener -> listener.left(plugin));
        }
    }

    /** Returns how often all runtimes but one have taken or freed memory of a device. */
    public long memoryChanges(String memory, Listener asking) {
        long sum = 0;
        for (Listener listener : listeners) {
            sum += listener == asking ? 0 : listener.memoryChanges(memory);
        }
        return sum;
    }

    /**
     * Lets all runtimes but one free what they only keep in a device's memory.
     *
     * @return completes, when they have, with the sum of their answers
     */
    public CompletableFuture<Long> dropKept(String memory, Listener asking) {
        return listeners.stream()
                .filter(listener -> listener != asking)
                .map(listener -> listener.dropKept(memory))
                .reduce(CompletableFuture.completedFuture(0L), (all, next) -> all.thenCombine(next, Long::sum));
    }

    /** One runtime's trouble must not keep the news from the others. */
    private void tell(Consumer<Listener> news) {
        for (Listener listener : listeners) {
            try {
                news.accept(listener);
            } catch (RuntimeException | Error thrown) {
                LOG.log(System.Logger.Level.ERROR, "a runtime could not follow a plug-in: " + thrown, thrown);
            }
        }
    }

    public boolean has(Plugin plugin) {
        return all.contains(plugin);
    }

    private <P extends Plugin> Stream<P> each(Class<P> kind) {
        return all.stream().filter(kind::isInstance).map(kind::cast);
    }

    private <P extends Plugin> Optional<P> best(Class<P> kind, String name) {
        return each(kind)
                .filter(plugin -> plugin.name().equals(name))
                .reduce((best, next) -> next.ranking() > best.ranking() ? next : best);
    }

    private List<String> names(Class<? extends Plugin> kind) {
        return each(kind).map(Plugin::name).distinct().sorted().toList();
    }

    public List<DriverPlugin> drivers() {
        return each(DriverPlugin.class).toList();
    }

    /** The policy that is used of those of a name. */
    public Optional<PolicyPlugin> policy(String name) {
        return best(PolicyPlugin.class, name);
    }

    public List<String> policyNames() {
        return names(PolicyPlugin.class);
    }

    /** The policies that can be used, by name. */
    public List<PolicyDescription> describePolicies() {
        return policyNames().stream()
                .flatMap(name -> policy(name).stream())
                .map(PolicyPlugin::describe)
                .toList();
    }

    /** The balancer that is used of those of a name. */
    public Optional<BalancerPlugin> balancer(String name) {
        return best(BalancerPlugin.class, name);
    }

    public List<String> balancerNames() {
        return names(BalancerPlugin.class);
    }

    /** The balancers that can be used, by name. */
    public List<BalancerDescription> describeBalancers() {
        return balancerNames().stream()
                .flatMap(name -> balancer(name).stream())
                .map(BalancerPlugin::describe)
                .toList();
    }

    public List<String> layoutNames() {
        return names(LayoutPlugin.class);
    }

    /**
     * Makes a layout that a bundle has brought.
     *
     * @throws IllegalArgumentException if there is none of that name, or it does not accept the parameters
     * @throws IllegalStateException if its factory fails otherwise
     */
    public Layout layout(String name, Map<String, ?> parameters) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(parameters, "parameters");
        return best(LayoutPlugin.class, name)
                .orElseThrow(() -> unknownLayout(name))
                .create(parameters);
    }

    private IllegalArgumentException unknownLayout(String name) {
        List<String> names = layoutNames();
        return new IllegalArgumentException("there is no layout '" + name + "'; there "
                + (names.isEmpty() ? "are none" : "are " + names) + ": install the bundle that brings it");
    }

    /** Returns the topology of this machine; empty if it is unknown. The first call may take a while. */
    public Optional<Topology> machine() {
        try {
            return best(TopologyPlugin.class, "")
                    .map(asked -> asked.service().get().machine());
        } catch (RuntimeException | Error thrown) {
            LOG.log(
                    System.Logger.Level.ERROR,
                    "a topology provider cannot tell how the machine is built: " + thrown,
                    thrown);
            return Optional.empty();
        }
    }
}
