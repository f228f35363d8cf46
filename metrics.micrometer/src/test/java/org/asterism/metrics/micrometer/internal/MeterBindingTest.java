package org.asterism.metrics.micrometer.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Map;
import org.asterism.api.TaskRuntime;
import org.asterism.embedded.Asterism;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MeterBindingTest {
    @Test
    void shouldTellRuntimesOfTheSameNameApart() {
        MeterRegistry registry = new SimpleMeterRegistry();
        MeterBinding binding = new MeterBinding(registry);
        Map<String, Object> properties = Map.of("runtime.name", "cholesky");
        try (TaskRuntime one = Asterism.start();
                TaskRuntime other = Asterism.start()) {
            binding.addRuntime(one, properties);
            binding.addRuntime(other, properties);
            assertNotNull(
                    registry.get("asterism.uptime").tag("runtime", "cholesky-2").gauge());
            binding.removeRuntime(other);
            assertNotNull(
                    registry.get("asterism.uptime").tag("runtime", "cholesky").gauge());
            binding.deactivate();
            assertEquals(List.of(), registry.getMeters());
        }
    }
}
