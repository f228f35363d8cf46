package org.asterism.trace.internal.recording;

import static org.asterism.core.internal.testing.Await.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.asterism.api.Codelet;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.trace.Recording;
import org.asterism.trace.Trace;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.TraceSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Recordings of a runtime that runs tasks. */
@Timeout(60)
class RuntimeRecordingTest {
    private static final Codelet WORK = Codelet.named("work").cpu(kernel -> {}).build();

    private Laboratory laboratory;
    private TaskRuntime runtime;

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void start() {
        laboratory = Laboratory.withWorkers(2);
        runtime = laboratory.runtime();
        file = folder.resolve("trace");
    }

    @AfterEach
    void end() {
        runtime.close();
        laboratory.close();
    }

    private List<TraceEvent> read() throws IOException {
        List<TraceEvent> events = new ArrayList<>();
        Trace.open(file).forEach(events::add);
        return events;
    }

    @Test
    void shouldRecordTheLifeOfATask() throws Exception {
        Task task;
        try (Recording _ = new Recordings().start(runtime, TraceSettings.toFile(file))) {
            task = runtime.task(WORK).submit();
            runtime.waitAll();
        }
        assertEquals(
                List.of("Submitted", "Ready", "Pushed", "Popped", "Launched", "Executed", "Completed"),
                read().stream()
                        .filter(event -> event instanceof TraceEvent.OfTask ofTask && ofTask.task() == task.id())
                        .map(event -> event.getClass().getSimpleName())
                        .toList());
        assertEquals(2, Trace.open(file).workers().size());
    }

    @Test
    void shouldRecordWhichTasksWaitedForEachOther() throws Exception {
        Set<List<Long>> expected = new HashSet<>();
        try (Recording _ = new Recordings().start(runtime, TraceSettings.toFile(file))) {
            runtime.pause();
            Task first = runtime.task(WORK).submit();
            Task second = runtime.task(WORK).submit();
            Task join =
                    runtime.task(Codelet.without("join")).after(first, second).submit();
            Task last = runtime.task(WORK).after(join).submit();
            runtime.resume();
            runtime.waitAll();
            expected.add(List.of(first.id(), join.id()));
            expected.add(List.of(second.id(), join.id()));
            expected.add(List.of(join.id(), last.id()));
        }
        Set<List<Long>> dependencies = new HashSet<>();
        for (TraceEvent event : read()) {
            if (event instanceof TraceEvent.Dependency dependency) {
                dependencies.add(List.of(dependency.task(), dependency.successor()));
            }
        }
        assertEquals(expected, dependencies);
    }

    @Test
    void shouldRecordAllTasksOfALargeRunWithinTheTimesOfTheirSteps() throws Exception {
        int tasks = 50_000;
        TraceSettings settings = TraceSettings.toFile(file).withRingBytes(1 << 23); // has room for all of them
        Recording recording = new Recordings().start(runtime, settings);
        for (int task = 0; task < tasks; task++) {
            runtime.task(WORK).submit();
        }
        runtime.waitAll();
        recording.stop();
        int[] executed = {0};
        long[] last = {Long.MIN_VALUE};
        Trace.open(file).forEach(event -> {
            assertTrue(event.time() >= last[0]);
            last[0] = event.time();
            if (event instanceof TraceEvent.Executed run) {
                assertTrue(run.begin() <= run.end() && run.end() <= run.time(), run::toString);
                executed[0]++;
            }
        });
        assertEquals(0, recording.statistics().lost());
        assertEquals(tasks, executed[0]);
    }

    @Test
    void shouldKeepNothingAliveWhenItIsStopped() throws Exception {
        WeakReference<Recording> forgotten = new WeakReference<>(recorded());
        await(() -> {
            System.gc();
            return forgotten.get() == null;
        });
        runtime.task(WORK).submit().await(); // the threads that have reported events are still there
    }

    private Recording recorded() throws Exception {
        Recording recording = new Recordings().start(runtime, TraceSettings.inMemory());
        for (int task = 0; task < 100; task++) {
            runtime.task(WORK).submit();
        }
        runtime.waitAll();
        recording.stop();
        return recording;
    }
}
