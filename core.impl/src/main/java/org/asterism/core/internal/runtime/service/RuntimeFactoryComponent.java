package org.asterism.core.internal.runtime.service;

import org.asterism.api.RuntimeFactory;
import org.asterism.core.internal.plugin.PluginTracker;
import org.asterism.core.internal.runtime.CoreRuntimeFactory;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/**
 * The runtime factory as a service. When the core's bundle stops, it closes the runtimes that were made. The component
 * is immediate. If it were delayed, it would close these runtimes when the last user releases the service.
 */
@Component(
        immediate = true,
        service = {RuntimeFactory.class, RuntimeFactoryComponent.class})
public final class RuntimeFactoryComponent extends CoreRuntimeFactory {
    /** Called by Declarative Services. */
    @Activate
    public RuntimeFactoryComponent(@Reference PluginTracker tracker) {
        super(tracker.plugins());
    }

    /** Called by Declarative Services. */
    @Deactivate
    void deactivate() {
        closeAll();
    }
}
