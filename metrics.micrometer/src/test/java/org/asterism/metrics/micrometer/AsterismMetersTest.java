package org.asterism.metrics.micrometer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Measurement;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.asterism.api.Codelet;
import org.asterism.api.SchedulingContext;
import org.asterism.api.TaskRuntime;
import org.asterism.embedded.Asterism;
import org.asterism.profile.metrics.Metric;
import org.asterism.profile.metrics.RuntimeMetrics;
import org.asterism.profile.metrics.Sample;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AsterismMetersTest {
    private static final Codelet NOTHING =
            Codelet.named("nothing").cpu(kernel -> {}).build();

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final TaskRuntime runtime = Asterism.start();
    private final AsterismMeters meters = AsterismMeters.of("main", runtime);

    @AfterEach
    void close() {
        meters.close();
        runtime.close();
    }

    /** Waits for a reading that is fresh enough to know of what has just happened. */
    private void awaitValue(double expected, Meter meter) {
        while (meter.measure().iterator().next().getValue() != expected) {
            Thread.onSpinWait();
        }
    }

    private FunctionCounter done() {
        return registry.get("asterism.tasks")
                .tags("runtime", "main", "context", "default", "state", "done")
                .functionCounter();
    }

    @Test
    void shouldReadCountersAndGaugesWhenTheRegistryAsks() throws InterruptedException {
        meters.bindTo(registry);
        runtime.task(NOTHING).submit();
        runtime.task(NOTHING).submit();
        runtime.waitAll();
        awaitValue(2, done());
        Gauge uptime = registry.get("asterism.uptime").gauge();
        assertEquals("seconds", uptime.getId().getBaseUnit());
        assertTrue(uptime.value() > 0);
    }

    /** One table: what the text has, the registry has too, under the name that Micrometer makes the same one of. */
    @Test
    void shouldOfferTheSameMetricsAsTheText() {
        meters.bindTo(registry);
        Set<String> names = new HashSet<>();
        for (Meter meter : registry.getMeters()) {
            String unit = meter.getId().getBaseUnit();
            names.add(meter.getId().getName().replace('.', '_') + (unit == null ? "" : "_" + unit));
            assertNotNull(meter.getId().getDescription());
        }
        try (RuntimeMetrics metrics = RuntimeMetrics.of("main", runtime)) {
            assertEquals(
                    metrics.read().stream()
                            .map(Sample::metric)
                            .map(Metric::family)
                            .collect(Collectors.toSet()),
                    names);
        }
    }

    @Test
    void shouldAddMetersOfNewContextsAndRemoveThemWithTheContext() {
        meters.bindTo(registry);
        Gauge uptime = registry.get("asterism.uptime").gauge();
        SchedulingContext context = runtime.createContext("other", "eager", worker -> worker.id() == 0);
        while (registry.find("asterism.ready.tasks").tag("context", "other").gauge() == null) {
            uptime.value();
        }
        context.close();
        while (registry.find("asterism.ready.tasks").tag("context", "other").gauge() != null) {
            uptime.value();
        }
    }

    @Test
    void shouldServeSeveralRegistriesAndLeaveNothingInThem() {
        MeterRegistry other = new SimpleMeterRegistry();
        meters.bindTo(registry);
        meters.bindTo(other);
        assertEquals(registry.getMeters().size(), other.getMeters().size());
        meters.unbindFrom(other);
        assertEquals(List.of(), other.getMeters());
        meters.close();
        assertEquals(List.of(), registry.getMeters());
        assertEquals(
                "the meters of runtime 'main' are closed: make others",
                assertThrows(IllegalStateException.class, () -> meters.bindTo(registry))
                        .getMessage());
    }

    @Test
    void shouldCountByCodeletOnDemand() throws InterruptedException {
        meters.bindTo(registry);
        assertNull(registry.find("asterism.codelet.tasks").functionCounter());
        try (AsterismMeters all = AsterismMeters.ofTasksByCodelet("codelets", runtime)) {
            runtime.task(NOTHING).submit();
            runtime.waitAll();
            all.bindTo(registry);
            awaitValue(
                    1,
                    registry.get("asterism.codelet.tasks")
                            .tag("codelet", "nothing")
                            .functionCounter());
        }
    }

    private static void inAnotherThread(Runnable action) {
        CompletableFuture.runAsync(action).orTimeout(10, TimeUnit.SECONDS).join();
    }

    @Test
    void shouldLetOthersReadWhileARegistryAddsAndRemovesMeters() {
        AtomicInteger calls = new AtomicInteger();
        Consumer<Meter> reader = meter -> {
            if (calls.getAndIncrement() == 0) {
                inAnotherThread(() -> meter.measure().forEach(Measurement::getValue));
            }
        };
        registry.config().onMeterAdded(reader).onMeterRemoved(reader);
        meters.bindTo(registry);
        assertEquals(registry.getMeters().size(), calls.getAndSet(0));
        meters.unbindFrom(registry);
        assertTrue(calls.get() > 0);
    }

    @Test
    void shouldLeaveNothingInARegistryThatIsUnboundWhileItAddsMeters() {
        AtomicInteger added = new AtomicInteger();
        registry.config().onMeterAdded(meter -> {
            if (added.getAndIncrement() == 0) {
                inAnotherThread(() -> meters.unbindFrom(registry));
            }
        });
        meters.bindTo(registry);
        assertEquals(List.of(), registry.getMeters());
        meters.bindTo(registry);
        assertNotNull(registry.get("asterism.uptime").gauge());
    }

    @Test
    void shouldLeaveNothingInARegistryIfItIsClosedWhileMetersAreAdded() {
        registry.config().onMeterAdded(_ -> inAnotherThread(meters::close));
        meters.bindTo(registry);
        assertEquals(List.of(), registry.getMeters());
    }

    @Test
    void shouldAddTheOtherMetersAfterAListenerHasFailed() {
        AtomicInteger added = new AtomicInteger();
        registry.config().onMeterAdded(_ -> {
            if (added.getAndIncrement() == 0) {
                throw new IllegalStateException("no luck");
            }
        });
        assertThrows(IllegalStateException.class, () -> meters.bindTo(registry));
        meters.bindTo(registry);
        assertTrue(registry.getMeters().size() > 1);
        meters.close();
        assertEquals(List.of(), registry.getMeters());
    }
}
