package org.asterism.metrics.micrometer.internal;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    private static final String RUNTIME_NAME = "runtime.name";
    private static final String UNNAMED = "default";

    private final MeterRegistry registry;
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
        String wanted = String.valueOf(properties.getOrDefault(RUNTIME_NAME, UNNAMED));
        AsterismMeters added;
        synchronized (meters) {
            String free = wanted;
            for (int number = 2; isNamed(free); number++) {
                free = wanted + "-" + number;
            }
            added = AsterismMeters.of(free, runtime);
            meters.put(runtime, added);
        }
        added.bindTo(registry);
    }

    private boolean isNamed(String name) {
        return meters.values().stream().anyMatch(each -> each.runtime().equals(name));
    }

    void removeRuntime(TaskRuntime runtime) {
        AsterismMeters removed;
        synchronized (meters) {
            removed = meters.remove(runtime);
        }
        if (removed != null) {
            removed.close();
        }
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
