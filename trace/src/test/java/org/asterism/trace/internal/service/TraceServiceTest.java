package org.asterism.trace.internal.service;

import static org.asterism.core.internal.testing.Await.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.annotation.Annotation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.asterism.api.TaskRuntime;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.trace.Recording;
import org.asterism.trace.Trace;
import org.asterism.trace.TraceSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The service, and the recording that the configuration asks for. */
@Timeout(60)
class TraceServiceTest {
    private record Configured(String keep_last, String file) implements TraceConfiguration {
        @Override
        public long memory_bytes() {
            return 1 << 20;
        }

        @Override
        public int ring_bytes() {
            return 1 << 16;
        }

        @Override
        public Class<? extends Annotation> annotationType() {
            return TraceConfiguration.class;
        }
    }

    @TempDir
    private Path folder;

    @Test
    void shouldEndAllRecordingsWithTheBundle() throws Exception {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            TraceService service = new TraceService();
            Recording first = service.start(runtime, TraceSettings.inMemory());
            Recording second = service.start(runtime, TraceSettings.toFile(folder.resolve("trace")));
            assertEquals(List.of(first, second), service.recordings());
            first.stop();
            assertEquals(List.of(second), service.recordings());
            service.deactivate();
            assertFalse(second.isRunning());
            assertTrue(Trace.open(folder.resolve("trace")).cutOff().isEmpty());
        }
    }

    @Test
    void shouldRecordAsConfiguredAndWriteTheFileAtTheEnd() throws Exception {
        Path file = folder.resolve("last");
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            TraceService service = new TraceService();
            ConfiguredTrace configured = new ConfiguredTrace(new Configured("10s", file.toString()), service, runtime);
            await(() -> !service.recordings().isEmpty());
            assertFalse(Files.exists(file));
            configured.deactivate();
            assertEquals(List.of(), service.recordings());
            assertTrue(Files.exists(file));
        }
    }

    @Test
    void shouldRecordNothingIfTheConfigurationIsWrong() {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            TraceService service = new TraceService();
            new ConfiguredTrace(new Configured("soon", ""), service, runtime).deactivate();
            assertEquals(List.of(), service.recordings());
        }
    }
}
