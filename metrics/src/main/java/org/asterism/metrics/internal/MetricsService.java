package org.asterism.metrics.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.asterism.api.TaskRuntime;
import org.asterism.metrics.Metrics;
import org.asterism.metrics.RuntimeMetrics;
import org.asterism.metrics.Sample;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.metatype.annotations.Designate;

/** Metrics of all runtimes that are services. */
@Component(configurationPid = MetricsConfiguration.PID)
@Designate(ocd = MetricsConfiguration.class)
public final class MetricsService implements Metrics {
    private static final String RUNTIME_NAME = "runtime.name";
    private static final String UNNAMED = "default";

    private final boolean codelets;
    private final Map<TaskRuntime, RuntimeMetrics> runtimes = new LinkedHashMap<>();

    /**
     * Called by Declarative Services.
     *
     * @param configuration what is measured
     */
    @Activate
    public MetricsService(MetricsConfiguration configuration) {
        codelets = configuration.codelets();
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    synchronized void addRuntime(TaskRuntime runtime, Map<String, Object> properties) {
        String wanted = String.valueOf(properties.getOrDefault(RUNTIME_NAME, UNNAMED));
        String free = wanted;
        for (int number = 2; isNamed(free); number++) {
            free = wanted + "-" + number;
        }
        runtimes.put(
                runtime, codelets ? RuntimeMetrics.ofTasksByCodelet(free, runtime) : RuntimeMetrics.of(free, runtime));
    }

    private boolean isNamed(String name) {
        return runtimes.values().stream().anyMatch(each -> each.name().equals(name));
    }

    synchronized void removeRuntime(TaskRuntime runtime) {
        RuntimeMetrics metrics = runtimes.remove(runtime);
        if (metrics != null) {
            metrics.close();
        }
    }

    @Override
    public List<Sample> read() {
        List<RuntimeMetrics> present;
        synchronized (this) {
            present = List.copyOf(runtimes.values());
        }
        List<Sample> samples = new ArrayList<>();
        present.forEach(each -> samples.addAll(each.read()));
        return samples;
    }

    /** Ends all counting. */
    @Deactivate
    synchronized void deactivate() {
        runtimes.values().forEach(RuntimeMetrics::close);
        runtimes.clear();
    }
}
