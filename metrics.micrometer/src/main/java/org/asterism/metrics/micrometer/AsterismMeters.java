package org.asterism.metrics.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.asterism.api.TaskRuntime;
import org.asterism.profile.metrics.Metric;
import org.asterism.profile.metrics.RuntimeMetrics;
import org.asterism.profile.metrics.Sample;

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
 * <p>The names of runtimes must differ within a registry: a registry has one meter of each name and tags, so the second
 * of two runtimes of the same name would show the values of the first.
 *
 * <p>The registries keep the runtime until this is closed. Any thread may use it.
 */
public final class AsterismMeters implements MeterBinder, AutoCloseable {
    private static final long FRESH_MILLIS = 100;

    /** The identity of a meter in each registry. */
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

    /**
     * The meters in a registry. One thread at a time changes them, outside of the monitor, because registries have
     * locks and listeners of their own; what others find out meanwhile is left to that thread.
     */
    private static final class Binding {
        private final MeterRegistry registry;

        /** Only the thread that adapts them uses it. */
        private final Map<Series, Meter> meters = new HashMap<>();

        /** The monitor of the {@link AsterismMeters} guards these. */
        private boolean wanted;

        private boolean outdated;
        private boolean adapting;

        Binding(MeterRegistry registry) {
            this.registry = registry;
        }
    }

    private final RuntimeMetrics metrics;

    /** The monitor guards all that follow, and nobody else's code is called with it. */
    private final Map<MeterRegistry, Binding> bindings = new IdentityHashMap<>();

    private Map<Series, Double> values = Map.of();
    private long readAt;
    private long readings;
    private long lastReading;
    private boolean closed;

    private AsterismMeters(RuntimeMetrics metrics) {
        this.metrics = metrics;
    }

    /**
     * Meters of the counters that the runtime keeps anyway. From {@link #bindTo bindTo} on, workers read the clock
     * before and after each task.
     *
     * @param name the value of the tag {@code runtime}; no other runtime in the same registry may have it
     * @param runtime the runtime
     * @return meters, to be bound and closed
     */
    public static AsterismMeters of(String name, TaskRuntime runtime) {
        return new AsterismMeters(RuntimeMetrics.of(name, runtime));
    }

    /**
     * The same meters and those by codelet, for which each task is counted from now on.
     *
     * @param name the value of the tag {@code runtime}; no other runtime in the same registry may have it
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
    public void bindTo(MeterRegistry registry) {
        synchronized (this) {
            if (closed) {
                throw new IllegalStateException(
                        "the meters of runtime '" + metrics.name() + "' are closed: make others");
            }
            bindings.computeIfAbsent(registry, Binding::new).wanted = true;
        }
        read();
    }

    /**
     * Removes the meters from a registry. Does nothing if they are not bound to it. If another thread is just about to
     * change the meters of the registry, that one removes them.
     *
     * @param registry the registry
     */
    public void unbindFrom(MeterRegistry registry) {
        Binding binding;
        synchronized (this) {
            binding = bindings.get(registry);
            if (binding == null) {
                return;
            }
            binding.wanted = false;
        }
        adapt(binding);
    }

    private double value(Series series) {
        if (isOutdated()) {
            read();
        }
        synchronized (this) {
            return values.getOrDefault(series, Double.NaN);
        }
    }

    private synchronized boolean isOutdated() {
        return !closed && System.nanoTime() - readAt > TimeUnit.MILLISECONDS.toNanos(FRESH_MILLIS);
    }

    private void read() {
        long reading;
        synchronized (this) {
            reading = ++readings;
        }
        Map<Series, Double> fresh = new HashMap<>();
        for (Sample each : metrics.read()) {
            fresh.put(new Series(each.metric(), each.labels()), each.value());
        }
        publish(reading, fresh).forEach(this::adapt);
    }

    /** Counters never go back: values are dropped if a reading that began later has ended before. */
    private synchronized List<Binding> publish(long reading, Map<Series, Double> fresh) {
        if (!closed && reading > lastReading) {
            lastReading = reading;
            values = fresh;
            readAt = System.nanoTime();
        }
        return List.copyOf(bindings.values());
    }

    /** Gives a registry the meters that the values are of, or lets the thread do so that is at it already. */
    private void adapt(Binding binding) {
        synchronized (this) {
            binding.outdated = true;
            if (binding.adapting) {
                return;
            }
            binding.adapting = true;
        }
        adaptUntilCurrent(binding);
    }

    private void adaptUntilCurrent(Binding binding) {
        Optional<Set<Series>> next = wanted(binding);
        if (next.isPresent()) {
            try {
                change(binding, next.get());
            } finally {
                adaptUntilCurrent(binding);
            }
        }
    }

    /** The series that the registry should have; empty if the thread is done. */
    private synchronized Optional<Set<Series>> wanted(Binding binding) {
        if (binding.outdated) {
            binding.outdated = false;
            return Optional.of(binding.wanted ? Set.copyOf(values.keySet()) : Set.of());
        }
        binding.adapting = false;
        if (!binding.wanted) {
            bindings.remove(binding.registry);
        }
        return Optional.empty();
    }

    private void change(Binding binding, Set<Series> wanted) {
        binding.meters.entrySet().removeIf(each -> {
            boolean left = !wanted.contains(each.getKey());
            if (left) {
                binding.registry.remove(each.getValue());
            }
            return left;
        });
        for (Series each : wanted) {
            if (!binding.meters.containsKey(each)) {
                binding.meters.put(each, register(each, binding.registry));
            }
        }
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
    public void close() {
        List<Binding> left;
        synchronized (this) {
            closed = true;
            values = Map.of();
            left = List.copyOf(bindings.values());
            left.forEach(each -> each.wanted = false);
        }
        left.forEach(this::adapt);
        metrics.close();
    }
}
