package org.asterism.core.internal.runtime;

import org.asterism.core.internal.plugin.BalancerPlugin;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.plugin.Plugins;
import org.asterism.core.internal.plugin.PolicyPlugin;

/** Tells the parts of a runtime of plug-ins that come and go, in the order in which they depend on each other. */
final class PluginChanges implements Plugins.Listener {
    private final RuntimeCore core;

    PluginChanges(RuntimeCore core) {
        this.core = core;
    }

    @Override
    public void policyArrived(PolicyPlugin plugin) {
        core.contexts.withPolicies().forEach(each -> each.pluginChanged(plugin));
    }

    @Override
    public void policyLeft(PolicyPlugin plugin) {
        core.contexts.withPolicies().forEach(each -> each.pluginChanged(plugin));
    }

    @Override
    public void driverArrived(DriverPlugin plugin) {
        core.pool.open(plugin);
        core.links.load();
        core.predictions.workersChanged();
    }

    @Override
    public void driverLeft(DriverPlugin plugin) {
        core.pool.close(plugin);
        core.predictions.workersChanged();
    }

    @Override
    public void topologyArrived() {
        core.workersChanged(core.pool.engines());
    }

    @Override
    public void balancerArrived(BalancerPlugin plugin) {
        core.balancing.arrived(plugin);
    }

    @Override
    public void balancerLeft(BalancerPlugin plugin) {
        core.balancing.left(plugin);
    }
}
