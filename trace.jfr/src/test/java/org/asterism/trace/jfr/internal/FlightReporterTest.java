package org.asterism.trace.jfr.internal;

import static org.asterism.core.internal.testing.Await.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.Kernel;
import org.asterism.api.MemoryNode;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.data.DataHandle;
import org.asterism.core.internal.testing.HandDevice;
import org.asterism.core.internal.testing.HandDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class FlightReporterTest {
    @TempDir
    Path folder;

    private final Laboratory laboratory = Laboratory.withWorkers(1);
    private final TaskRuntime runtime = laboratory.runtime();
    private final FlightReporter reporter = new FlightReporter();

    @BeforeEach
    void activate() {
        reporter.addRuntime(runtime);
        reporter.activate();
    }

    @AfterEach
    void deactivate() {
        reporter.deactivate();
        runtime.close();
        laboratory.close();
    }

    private List<RecordedEvent> events(Recording recording, String name) throws IOException {
        recording.stop();
        Path file = folder.resolve("flight.jfr");
        recording.dump(file);
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals(name))
                .toList();
    }

    private Task work() throws InterruptedException {
        return runtime.task(Codelet.named("work").cpu(kernel -> {}).build()).submitAndAwait();
    }

    @Test
    void shouldCommitAnEventForEachTask() throws Exception {
        try (Recording recording = new Recording()) {
            recording.start();
            Task task = work();
            await(() -> runtime.tasks(0).running() == 0);
            RecordedEvent event = events(recording, "org.asterism.Task").getFirst();
            assertEquals(task.id(), event.getLong("task"));
            assertEquals("work", event.getString("codelet"));
            assertEquals(runtime.workers().getFirst().name(), event.getString("worker"));
            assertEquals("default", event.getString("context"));
            assertEquals("eager", event.getString("policy"));
            assertFalse(event.getDuration().isNegative());
        }
    }

    @Test
    void shouldCommitAnEventForEachSwap() throws Exception {
        try (Recording recording = new Recording()) {
            recording.start();
            runtime.defaultContext().usePolicy("prio");
            RecordedEvent event = events(recording, "org.asterism.PolicySwap").getFirst();
            assertEquals("eager", event.getString("before"));
            assertEquals("prio", event.getString("now"));
        }
    }

    @Test
    void shouldCommitAnEventForEachTransfer() throws Exception {
        HandDriver driver = new HandDriver();
        HandDevice device = driver.comes();
        try (Laboratory devices = new Laboratory();
                Recording recording = new Recording()) {
            devices.addDriver("hand", driver);
            TaskRuntime ofDevice = devices.runtime();
            recording.start();
            reporter.addRuntime(ofDevice);
            device.endAllFromNowOn();
            ofDevice.task(Codelet.named("work")
                            .access(Access.R)
                            .implementation(HandDevice.ARCHITECTURE, (Kernel) kernel -> {})
                            .build())
                    .data(ofDevice.data().vector(new double[16]).named("input"))
                    .submitAndAwait();
            RecordedEvent event = events(recording, "org.asterism.Transfer").getFirst();
            assertEquals("input", event.getString("data"));
            assertEquals("main", event.getString("from"));
            assertEquals(128, event.getLong("bytes"));
            reporter.removeRuntime(ofDevice);
        }
    }

    @Test
    void shouldObserveOnlyWhileAFlightRecordingWantsTheEvents() throws Exception {
        assertFalse(reporter.isObserving());
        try (Recording without = new Recording()) {
            for (String name : List.of("org.asterism.Task", "org.asterism.Transfer", "org.asterism.PolicySwap")) {
                without.disable(name);
            }
            without.start();
            assertFalse(reporter.isObserving());
            try (Recording recording = new Recording()) {
                recording.enable("org.asterism.Task"); // what another recording disables is not enabled by default
                recording.start();
                assertTrue(reporter.isObserving());
            }
            assertFalse(reporter.isObserving());
            work();
            assertTrue(events(without, "org.asterism.Task").isEmpty());
        }
    }

    @Test
    void shouldNoticeARecordingThatRunsAlready() {
        reporter.deactivate();
        try (Recording recording = new Recording()) {
            recording.start();
            reporter.activate();
            assertTrue(reporter.isObserving());
        }
    }

    @Test
    void shouldForgetCopiesThatHaveFailed() {
        DataHandle handle = of(DataHandle.class, Map.of());
        MemoryNode main = of(MemoryNode.class, Map.of("id", MemoryNode.MAIN));
        MemoryNode device = of(MemoryNode.class, Map.of("id", 1));
        FlightObserver observer = new FlightObserver();
        try (Recording recording = new Recording()) {
            recording.enable("org.asterism.Transfer");
            recording.start();
            observer.transferBegan(handle, main, device, 8, 10);
            observer.transferBegan(handle, device, main, 8, 20);
            observer.transferFailed(handle, main, device, 8, 10, 30);
            assertEquals(1, observer.copies());
            observer.transferFailed(handle, device, main, 8, 20, 30);
            assertEquals(0, observer.copies());
        }
    }

    private static <T> T of(Class<T> type, Map<String, Object> values) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> switch (method.getName()) {
                    case "equals" -> self == arguments[0];
                    case "hashCode" -> System.identityHashCode(self);
                    default -> values.get(method.getName());
                }));
    }
}
