package org.asterism.core.internal.runtime;

import java.util.concurrent.CompletableFuture;
import org.asterism.core.internal.plugin.BalancerPlugin;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.plugin.LayoutPlugin;
import org.asterism.core.internal.plugin.Plugin;
import org.asterism.core.internal.plugin.Plugins;
import org.asterism.core.internal.plugin.PolicyPlugin;
import org.asterism.core.internal.plugin.TopologyPlugin;

/**
 * Notifies the parts of a runtime of plug-ins that come and go, in the order in which the parts depend on each other.
 */
final class PluginChanges implements Plugins.Listener {
    private final RuntimeCore core;

    PluginChanges(RuntimeCore core) {
        this.core = core;
    }

    @Override
    public void arrived(Plugin arrived) {
        switch (arrived) {
            case PolicyPlugin plugin -> policyChanged(plugin);
            case DriverPlugin plugin -> {
                core.pool.open(plugin);
                core.links.load();
                core.predictions.workersChanged();
            }
            case BalancerPlugin plugin -> core.balancing.arrived(plugin);
            case TopologyPlugin plugin -> core.workersChanged(core.pool.engines());
            case LayoutPlugin plugin -> {
                // Programs ask for it.
            }
        }
    }

    @Override
    public void left(Plugin left) {
        switch (left) {
            case PolicyPlugin plugin -> policyChanged(plugin);
            case DriverPlugin plugin -> {
                core.pool.close(plugin);
                core.predictions.workersChanged();
            }
            case BalancerPlugin plugin -> core.balancing.left(plugin);
            case TopologyPlugin plugin -> {
                // The machine stays as it is.
            }
            case LayoutPlugin plugin -> {
                // Data outlive who brought their layout.
            }
        }
    }

    @Override
    public long memoryChanges(String memory) {
        return core.traffic.changes(memory);
    }

    @Override
    public CompletableFuture<Long> dropKept(String memory) {
        return core.traffic.dropKept(memory);
    }

    private void policyChanged(PolicyPlugin plugin) {
        core.contexts.withPolicies().forEach(each -> each.pluginChanged(plugin));
    }
}
