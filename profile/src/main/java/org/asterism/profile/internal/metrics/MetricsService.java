package org.asterism.profile.internal.metrics;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.asterism.api.RuntimeNames;
import org.asterism.api.TaskRuntime;
import org.asterism.profile.metrics.Metrics;
import org.asterism.profile.metrics.RuntimeMetrics;
import org.asterism.profile.metrics.Sample;
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
    private final boolean codelets;
    private final Map<TaskRuntime, RuntimeMetrics> runtimes = new ConcurrentHashMap<>();

    private final RuntimeNames names = new RuntimeNames();

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
    void addRuntime(TaskRuntime runtime, Map<String, Object> properties) {
        String name = names.add(runtime, RuntimeNames.of(properties));
        runtimes.put(
                runtime, codelets ? RuntimeMetrics.ofTasksByCodelet(name, runtime) : RuntimeMetrics.of(name, runtime));
    }

    void removeRuntime(TaskRuntime runtime) {
        RuntimeMetrics metrics = runtimes.remove(runtime);
        if (metrics != null) {
            metrics.close();
        }
        names.remove(runtime);
    }

    @Override
    public List<Sample> read() {
        return runtimes.values().stream()
                .sorted(Comparator.comparing(RuntimeMetrics::name))
                .flatMap(each -> each.read().stream())
                .toList();
    }

    /** Ends all counting. */
    @Deactivate
    void deactivate() {
        List.copyOf(runtimes.keySet()).forEach(this::removeRuntime);
    }
}
