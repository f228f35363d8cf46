package org.asterism.core.internal.runtime.service;

import java.util.Map;
import org.osgi.framework.Constants;
import org.osgi.service.component.ComponentConstants;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;

/**
 * A context of the shared runtime that a configuration describes. Changes of the configuration change the context, and
 * its deletion closes the context.
 */
@Component(
        service = {},
        configurationPid = ContextReader.PID,
        configurationPolicy = ConfigurationPolicy.REQUIRE)
@Designate(ocd = ContextConfiguration.class, factory = true)
public final class ConfiguredContext {
    private final ConfiguredContexts contexts;
    private final String pid;

    /** Called by Declarative Services. */
    @Activate
    public ConfiguredContext(@Reference DefaultRuntime runtime, Map<String, Object> properties) {
        contexts = runtime.configuredContexts();
        pid = String.valueOf(properties.get(Constants.SERVICE_PID));
        contexts.put(pid, new ContextReader(properties));
    }

    /** Called by Declarative Services. */
    @Modified
    void modified(Map<String, Object> properties) {
        contexts.put(pid, new ContextReader(properties));
    }

    /** Called by Declarative Services: if it is the runtime or the bundle that goes, the context ends with it. */
    @Deactivate
    void deactivate(int reason) {
        if (reason == ComponentConstants.DEACTIVATION_REASON_CONFIGURATION_DELETED) {
            contexts.remove(pid);
        }
    }
}
