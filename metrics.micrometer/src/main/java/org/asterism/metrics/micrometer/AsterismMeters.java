package org.asterism.metrics.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.asterism.api.TaskRuntime;
import org.asterism.metrics.Metric;
import org.asterism.metrics.RuntimeMetrics;
import org.asterism.metrics.Sample;

/**
 * Offers the {@link Metric metrics} of a runtime as meters:
 *
 * <pre>{@code
 * try (TaskRuntime runtime = Asterism.start();
 *         AsterismMeters meters = AsterismMeters.of("main", runtime)) {
 *     meters.bindTo(registry);
 *     // submit tasks and wait for them
 * }
 * }</pre>
 *
 * <p>A registry reads its meters one by one; the first that is older than {@value #FRESH_MILLIS} ms reads the runtime,
 * and the others take their values from the same reading. Meters of contexts, workers and codelets that come later are
 * added, and those of such that have left are removed, by the reading that finds out. Between readings nothing runs.
 *
 * <p>The registries keep the runtime until this is closed. Any thread may use it.
 */
public final class AsterismMeters implements MeterBinder, AutoCloseable {
    private static final long FRESH_MILLIS = 100;

    /** What makes a meter, besides the registry. */
    private record Series(Metric metric, List<String> labels) {
        /** Micrometer separates words by dots, and registries add the unit and suffix that they want. */
        String meterName() {
            String family = metric.family();
            String plain = metric.unit().isEmpty()
                    ? family
                    : family.substring(0, family.length() - metric.unit().length() - 1);
            return plain.replace('_', '.');
        }

        /** Written out, because the JDK would keep the class of the metric, and with it a bundle that was updated. */
        @Override
        public boolean equals(Object other) {
            return other instanceof Series same && same.metric == metric && same.labels.equals(labels);
        }

        @Override
        public int hashCode() {
            return 31 * metric.hashCode() + labels.hashCode();
        }

        Tags tags(String runtime) {
            Tags tags = Tags.of("runtime", runtime);
            for (int label = 0; label < labels.size(); label++) {
                tags = tags.and(metric.labels().get(label), labels.get(label));
            }
            return tags;
        }
    }

    private final RuntimeMetrics metrics;
    private final Map<MeterRegistry, Map<Series, Meter>> bound = new HashMap<>();
    private Map<Series, Double> values = Map.of();
    private long readAt;
    private boolean closed;

    private AsterismMeters(RuntimeMetrics metrics) {
        this.metrics = metrics;
    }

    /**
     * Meters that cost nothing unless they are read.
     *
     * @param name the value of the tag {@code runtime}
     * @param runtime the runtime
     * @return meters, to be bound and closed
     */
    public static AsterismMeters of(String name, TaskRuntime runtime) {
        return new AsterismMeters(RuntimeMetrics.of(name, runtime));
    }

    /**
     * The same meters and those by codelet, for which each task is counted.
     *
     * @param name the value of the tag {@code runtime}
     * @param runtime the runtime
     * @return meters, to be bound and closed
     */
    public static AsterismMeters ofTasksByCodelet(String name, TaskRuntime runtime) {
        return new AsterismMeters(RuntimeMetrics.ofTasksByCodelet(name, runtime));
    }

    /**
     * Returns the name of the runtime.
     *
     * @return the value of the tag {@code runtime}
     */
    public String runtime() {
        return metrics.name();
    }

    @Override
    public synchronized void bindTo(MeterRegistry registry) {
        if (closed) {
            throw new IllegalStateException("the meters of runtime '" + metrics.name() + "' are closed: make others");
        }
        bound.computeIfAbsent(registry, _ -> new HashMap<>());
        read();
    }

    /**
     * Removes the meters from a registry. Does nothing if they are not bound to it.
     *
     * @param registry the registry
     */
    public synchronized void unbindFrom(MeterRegistry registry) {
        Map<Series, Meter> meters = bound.remove(registry);
        if (meters != null) {
            meters.values().forEach(registry::remove);
        }
    }

    private synchronized double value(Series series) {
        if (!closed && System.nanoTime() - readAt > TimeUnit.MILLISECONDS.toNanos(FRESH_MILLIS)) {
            read();
        }
        return values.getOrDefault(series, Double.NaN);
    }

    private void read() {
        Map<Series, Double> fresh = new HashMap<>();
        for (Sample each : metrics.read()) {
            fresh.put(new Series(each.metric(), each.labels()), each.value());
        }
        values = fresh;
        readAt = System.nanoTime();
        bound.forEach(this::adapt);
    }

    /** Gives a registry the meters that the values are of. */
    private void adapt(MeterRegistry registry, Map<Series, Meter> meters) {
        Set<Series> wanted = new LinkedHashSet<>(values.keySet());
        meters.entrySet().removeIf(each -> {
            boolean left = !wanted.contains(each.getKey());
            if (left) {
                registry.remove(each.getValue());
            }
            return left;
        });
        wanted.removeAll(meters.keySet());
        wanted.forEach(series -> meters.put(series, register(series, registry)));
    }

    private Meter register(Series series, MeterRegistry registry) {
        Metric metric = series.metric();
        String unit = metric.unit().isEmpty() ? null : metric.unit();
        // Registries refer to the object weakly, but strongly to the function: so it reads this, not its argument.
        return switch (metric.kind()) {
            case COUNTER ->
                FunctionCounter.builder(series.meterName(), this, _ -> value(series))
                        .description(metric.help())
                        .baseUnit(unit)
                        .tags(series.tags(metrics.name()))
                        .register(registry);
            case GAUGE ->
                Gauge.builder(series.meterName(), () -> value(series))
                        .description(metric.help())
                        .baseUnit(unit)
                        .tags(series.tags(metrics.name()))
                        .register(registry);
        };
    }

    /** Removes the meters from all registries and lets go of the runtime. Does nothing the second time. */
    @Override
    public synchronized void close() {
        closed = true;
        List.copyOf(bound.keySet()).forEach(this::unbindFrom);
        values = Map.of();
        metrics.close();
    }
}
