package org.asterism.core.internal.plugin;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.asterism.api.PolicyDescription;

/**
 * The drivers and policies that are there now, and the runtimes that want to know when one comes or goes. Coming and going
 * is told on the thread that brings it about, and to its end: when {@link #remove} returns, nobody uses the plug-in any more.
 */
public final class Plugins {
    /** What a runtime is told. */
    public interface Listener {
        void policyArrived(PolicyPlugin plugin);

        void policyLeft(PolicyPlugin plugin);

        void driverArrived(DriverPlugin plugin);

        void driverLeft(DriverPlugin plugin);
    }

    private final List<PolicyPlugin> policies = new CopyOnWriteArrayList<>();
    private final List<DriverPlugin> drivers = new CopyOnWriteArrayList<>();
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
        PolicyPlugin best = null;
        for (PolicyPlugin plugin : policies) {
            if (plugin.name().equals(name) && (best == null || plugin.ranking() > best.ranking())) {
                best = plugin;
            }
        }
        return Optional.ofNullable(best);
    }

    /** Whether a driver is there still. */
    public boolean has(DriverPlugin plugin) {
        return drivers.contains(plugin);
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
