package org.asterism.trace.events.internal;

import static org.asterism.core.internal.testing.Await.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.asterism.api.Codelet;
import org.asterism.api.Kernel;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.core.internal.testing.HandDevice;
import org.asterism.core.internal.testing.HandDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.osgi.service.event.Event;
import org.osgi.service.event.EventAdmin;

@Timeout(60)
class IncidentReporterTest {
    /** Keeps the events that were posted. */
    private static final class Posted implements EventAdmin {
        private final List<Event> events = new CopyOnWriteArrayList<>();

        @Override
        public void postEvent(Event event) {
            events.add(event);
        }

        @Override
        public void sendEvent(Event event) {
            throw new AssertionError("a worker would wait for the receivers of " + event);
        }

        Event only(String topic) {
            await(() -> events.stream().anyMatch(event -> event.getTopic().equals(topic)));
            List<Event> found = events.stream()
                    .filter(event -> event.getTopic().equals(topic))
                    .toList();
            assertEquals(1, found.size());
            return found.getFirst();
        }
    }

    private final Posted posted = new Posted();
    private final IncidentReporter reporter = new IncidentReporter(posted);
    private final Laboratory laboratory = Laboratory.withWorkers(1);
    private final TaskRuntime runtime = laboratory.runtime();

    @AfterEach
    void close() {
        reporter.deactivate();
        runtime.close();
        laboratory.close();
    }

    @Test
    void shouldPostSwapsAndParking() {
        reporter.addRuntime(runtime, Map.of("runtime.name", "demo"));
        runtime.defaultContext().usePolicy("prio");
        Event swap = posted.only("org/asterism/context/POLICY_SWAPPED");
        assertEquals("eager", swap.getProperty("policy.before"));
        assertEquals("prio", swap.getProperty("policy"));
        assertEquals("default", swap.getProperty("context"));
        assertEquals("demo", swap.getProperty("runtime"));
        laboratory.plugins.remove(laboratory.eager);
        laboratory.plugins.remove(laboratory.prio);
        assertEquals("prio", posted.only("org/asterism/context/PARKED").getProperty("policy.before"));
        laboratory.plugins.add(laboratory.eager);
    }

    @Test
    void shouldPostFailuresOfTasksOnly() throws InterruptedException {
        reporter.addRuntime(runtime, Map.of());
        runtime.task(Codelet.named("fine").cpu(kernel -> {}).build()).submit();
        Task failing = runtime.task(Codelet.named("broken")
                        .cpu(kernel -> {
                            throw new IllegalStateException("no luck");
                        })
                        .build())
                .submit();
        Event failure = posted.only("org/asterism/task/FAILED");
        assertEquals(failing.id(), failure.getProperty("task"));
        assertEquals("broken", failure.getProperty("codelet"));
        assertEquals("default", failure.getProperty("runtime"));
        assertTrue(failure.getProperty("exception.message").toString().contains("no luck"));
        assertEquals(1, posted.events.size());
    }

    @Test
    void shouldPostLostDevices() {
        HandDriver driver = new HandDriver();
        HandDevice device = driver.comes();
        try (Laboratory devices = new Laboratory()) {
            devices.addDriver("hand", driver);
            TaskRuntime ofDevice = devices.runtime();
            reporter.addRuntime(ofDevice, Map.of());
            String worker = ofDevice.workers().getFirst().name();
            ofDevice.task(Codelet.named("work")
                            .implementation(HandDevice.ARCHITECTURE, (Kernel) kernel -> {})
                            .build())
                    .submit();
            await(() -> device.underWay() == 1);
            device.lose("error 999");
            Event lost = posted.only("org/asterism/worker/DEVICE_LOST");
            assertEquals(worker, lost.getProperty("worker"));
            assertTrue(lost.getProperty("exception.message").toString().contains("error 999"));
        }
    }

    @Test
    void shouldPostNothingOnceItIsDeactivated() {
        reporter.addRuntime(runtime, Map.of());
        reporter.deactivate();
        runtime.defaultContext().usePolicy("prio");
        assertTrue(posted.events.isEmpty());
    }
}
