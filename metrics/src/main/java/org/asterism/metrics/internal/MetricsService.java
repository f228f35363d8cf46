package org.asterism.metrics.internal;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
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
    private final Map<TaskRuntime, RuntimeMetrics> runtimes = new ConcurrentHashMap<>();

    /** The names that are taken. Its lock guards nothing else: counting begins and ends in the runtime. */
    private final Map<TaskRuntime, String> names = new HashMap<>();

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
        String name = reserve(String.valueOf(properties.getOrDefault(RUNTIME_NAME, UNNAMED)), runtime);
        runtimes.put(
                runtime, codelets ? RuntimeMetrics.ofTasksByCodelet(name, runtime) : RuntimeMetrics.of(name, runtime));
    }

    private String reserve(String wanted, TaskRuntime runtime) {
        synchronized (names) {
            String free = wanted;
            for (int number = 2; names.containsValue(free); number++) {
                free = wanted + "-" + number;
            }
            names.put(runtime, free);
            return free;
        }
    }

    void removeRuntime(TaskRuntime runtime) {
        RuntimeMetrics metrics = runtimes.remove(runtime);
        if (metrics != null) {
            metrics.close();
        }
        synchronized (names) {
            names.remove(runtime);
        }
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
