package org.asterism.core.internal.runtime.service;

import org.asterism.api.RequireAsterism;
import org.asterism.api.RuntimeFactory;
import org.asterism.api.TaskRuntime;
import org.asterism.api.data.DataHandle;
import org.asterism.api.device.DeviceCode;
import org.asterism.api.model.PerformanceModel;
import org.asterism.api.observation.RuntimeObserver;
import org.asterism.api.tree.SchedulingTrees;
import org.asterism.core.internal.plugin.PluginTracker;
import org.asterism.core.internal.runtime.CoreRuntimeFactory;
import org.osgi.annotation.bundle.Capability;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/**
 * The runtime factory as a service. When the core's bundle stops, it closes the runtimes that were made. The component
 * is immediate. If it were delayed, it would close these runtimes when the last user releases the service.
 */
@Capability(
        namespace = "osgi.implementation",
        name = RequireAsterism.IMPLEMENTATION,
        version = RequireAsterism.VERSION,
        uses = {
            TaskRuntime.class,
            DataHandle.class,
            DeviceCode.class,
            PerformanceModel.class,
            RuntimeObserver.class,
            SchedulingTrees.class
        })
@Component(
        immediate = true,
        service = {RuntimeFactory.class, RuntimeFactoryComponent.class},
        configurationPolicy = ConfigurationPolicy.IGNORE)
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
