package org.asterism.metrics.micrometer.internal;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.asterism.api.RuntimeNames;
import org.asterism.api.TaskRuntime;
import org.asterism.metrics.micrometer.AsterismMeters;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/** Binds all runtimes that are services to the registry that is a service. Without a registry there is no component. */
@Component(
        service = {},
        immediate = true)
public final class MeterBinding {
    private final MeterRegistry registry;
    private final RuntimeNames names = new RuntimeNames();
    private final Map<TaskRuntime, AsterismMeters> meters = new LinkedHashMap<>();

    /**
     * Called by Declarative Services.
     *
     * @param registry gets the meters
     */
    @Activate
    public MeterBinding(@Reference MeterRegistry registry) {
        this.registry = registry;
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void addRuntime(TaskRuntime runtime, Map<String, Object> properties) {
        AsterismMeters added = AsterismMeters.of(names.add(runtime, RuntimeNames.of(properties)), runtime);
        synchronized (meters) {
            meters.put(runtime, added);
        }
        added.bindTo(registry);
    }

    void removeRuntime(TaskRuntime runtime) {
        AsterismMeters removed;
        synchronized (meters) {
            removed = meters.remove(runtime);
        }
        if (removed != null) {
            removed.close();
        }
        names.remove(runtime);
    }

    /** Removes all meters. */
    @Deactivate
    void deactivate() {
        List<AsterismMeters> left;
        synchronized (meters) {
            left = new ArrayList<>(meters.values());
            meters.clear();
        }
        left.forEach(AsterismMeters::close);
    }
}
