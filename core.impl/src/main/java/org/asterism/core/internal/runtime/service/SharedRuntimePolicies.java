package org.asterism.core.internal.runtime.service;

import java.util.Map;
import java.util.function.Consumer;
import org.asterism.core.internal.plugin.PluginTracker;
import org.asterism.core.internal.plugin.Plugins;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Checks whether the policies are there that a configuration of the shared runtime names, for the reader of a
 * configuration file. It asks when the framework has started, because bundles of policies may come after the
 * configuration. The runtime itself cannot know when to ask: it uses its fall-back until the policy comes.
 */
@Component(service = Consumer.class, property = "asterism.configuration.plugins=org.asterism.runtime")
public final class SharedRuntimePolicies implements Consumer<Map<String, Object>> {
    private final Plugins plugins;

    /** Called by Declarative Services. */
    @Activate
    public SharedRuntimePolicies(@Reference PluginTracker tracker) {
        plugins = tracker.plugins();
    }

    /** Throws an IllegalArgumentException with the property, its value and what is there. */
    @Override
    public void accept(Map<String, Object> properties) {
        SharedRuntimeCheck.requirePolicies(properties, plugins);
    }
}
