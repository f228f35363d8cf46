package org.asterism.itest.container;

import java.util.EnumMap;
import java.util.Map;
import org.osgi.framework.Bundle;

/** Installs and updates bundles through the framework's own methods, and declares the tree through the API. */
final class InstalledPlugins implements PluginDelivery {
    private final RunningBundles running;
    private final Map<ThirdPartyPlugin, Bundle> installed = new EnumMap<>(ThirdPartyPlugin.class);

    InstalledPlugins(RunningBundles running) {
        this.running = running;
    }

    @Override
    public void deliver(String version) throws Exception {
        if (installed.isEmpty()) {
            running.ask("plug-ins", "declare");
            for (ThirdPartyPlugin each : ThirdPartyPlugin.values()) {
                installed.put(each, running.deploy(each.symbolicName(), each.bundle(version)));
            }
            return;
        }
        for (ThirdPartyPlugin each : ThirdPartyPlugin.values()) {
            running.update(installed.get(each), each.bundle(version));
        }
    }

    @Override
    public void remove() throws Exception {
        running.uninstall(installed.values().toArray(Bundle[]::new));
        installed.clear();
        running.ask("plug-ins", "withdraw");
    }
}
