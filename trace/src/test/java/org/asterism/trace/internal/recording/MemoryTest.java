package org.asterism.trace.internal.recording;

import static org.asterism.core.internal.testing.Await.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.asterism.api.Access;
import org.asterism.api.data.DataHandle;
import org.asterism.api.tree.TreeView;
import org.asterism.trace.Recording;
import org.asterism.trace.Trace;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.TraceHandle;
import org.asterism.trace.TraceHeader;
import org.asterism.trace.TraceSettings;
import org.asterism.trace.internal.format.Definition;
import org.asterism.trace.internal.format.End;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Recordings in memory. */
@Timeout(60)
class MemoryTest {
    private static final long SECOND = 1_000_000_000;

    private final FakeRuntime fake = new FakeRuntime();

    @TempDir
    private Path folder;

    private List<TraceEvent> saved(Recording recording) throws IOException {
        Path file = folder.resolve("saved");
        recording.save(file);
        List<TraceEvent> events = new ArrayList<>();
        Trace.open(file).forEach(events::add);
        return events;
    }

    @Test
    void shouldKeepTheLastSecondsOnly() throws Exception {
        try (Recording recording =
                new Recordings().start(fake.runtime, TraceSettings.keepingLast(Duration.ofSeconds(10)))) {
            for (int second = 1; second <= 100; second++) {
                fake.now.set(second * SECOND);
                fake.observer.slept(fake.cpu);
                saved(recording); // which ends a chunk
            }
            assertEquals(
                    List.of(90L, 91L, 92L, 93L, 94L, 95L, 96L, 97L, 98L, 99L, 100L),
                    saved(recording).stream()
                            .map(event -> event.time() / SECOND)
                            .toList());
            fake.now.set(1000 * SECOND);
            assertEquals(List.of(), saved(recording));
        }
    }

    @Test
    void shouldDropTheOldestEventsWhenTheMemoryIsFull() throws Exception {
        try (Recording recording =
                new Recordings().start(fake.runtime, TraceSettings.inMemory().withMemoryBytes(1000))) {
            for (int event = 1; event <= 100; event++) {
                fake.now.set(1000 + event);
                fake.observer.slept(fake.cpu);
                saved(recording);
            }
            List<TraceEvent> events = saved(recording);
            assertEquals(1100, events.getLast().time());
            assertTrue(events.size() > 10 && events.size() < 30, events::toString);
            assertTrue(recording.statistics().bytes() <= 1000);
        }
    }

    @Test
    void shouldKeepTheTreesOfTheEventsThatAreLeft() throws Exception {
        try (Recording recording =
                new Recordings().start(fake.runtime, TraceSettings.keepingLast(Duration.ofSeconds(10)))) {
            for (int second = 1; second <= 100; second++) {
                fake.now.set(second * SECOND);
                if (second % 4 == 1) {
                    fake.observer.treeChanged(
                            fake.context, Optional.of(new TreeView("policy " + second, "", List.of(), 0, 0)));
                }
                fake.observer.slept(fake.cpu);
                saved(recording);
            }
            List<String> trees = new ArrayList<>();
            for (TraceEvent event : saved(recording)) {
                if (event instanceof TraceEvent.TreeChanged it) {
                    trees.add(it.tree().orElseThrow().policy() + " at " + it.time() / SECOND);
                }
            }
            assertEquals(List.of("policy 89 at 90", "policy 93 at 93", "policy 97 at 97"), trees);
        }
    }

    @Test
    void shouldSaveAfterTheEnd() throws Exception {
        Recording recording = new Recordings().start(fake.runtime, TraceSettings.inMemory());
        fake.observer.slept(fake.cpu);
        recording.stop();
        assertEquals(1, saved(recording).size());
    }

    @Test
    void shouldWriteTheLastSecondsToTheFileAtTheEnd() throws Exception {
        Path file = folder.resolve("trace");
        Recording recording = new Recordings()
                .start(
                        fake.runtime,
                        TraceSettings.keepingLast(Duration.ofSeconds(1)).withFile(file));
        fake.observer.slept(fake.cpu);
        recording.stop();
        Trace trace = Trace.open(file);
        assertEquals(1, trace.records());
        assertEquals(Optional.empty(), trace.cutOff());
    }

    @Test
    void shouldForgetHandlesThatNobodyUsesAndNoEventNames() throws Exception {
        try (Recording recording =
                new Recordings().start(fake.runtime, TraceSettings.keepingLast(Duration.ofSeconds(10)))) {
            DataHandle kept = FakeRuntime.handle("kept", 1);
            WeakReference<DataHandle> forgotten = new WeakReference<>(use("forgotten"));
            fake.observer.allocated(kept, fake.device, 1);
            await(() -> {
                System.gc();
                return forgotten.get() == null;
            });
            List<TraceEvent> events = saved(recording);
            assertEquals(
                    "forgotten",
                    ((TraceEvent.Submitted) events.getFirst())
                            .accesses()
                            .getFirst()
                            .handle()
                            .name());
            await(() -> {
                fake.now.addAndGet(60 * SECOND);
                fake.observer.allocated(kept, fake.device, 1);
                return handles(recording).equals(List.of("kept"));
            });
        }
    }

    @Test
    void shouldForgetThreadsThatHaveEndedAndHaveNoEvents() throws Exception {
        try (Recording recording =
                new Recordings().start(fake.runtime, TraceSettings.keepingLast(Duration.ofSeconds(10)))) {
            for (int each = 0; each < 300; each++) {
                Thread thread = new Thread(() -> fake.observer.slept(fake.cpu));
                thread.start();
                thread.join();
                fake.now.addAndGet(SECOND);
                saved(recording);
            }
            fake.observer.slept(fake.cpu);
            saved(recording);
            int threads = Trace.open(folder.resolve("saved")).threads().size();
            assertTrue(threads <= 12, () -> threads + " threads");
            assertEquals(301, recording.statistics().threads());
        }
    }

    private DataHandle use(String name) {
        DataHandle handle = FakeRuntime.handle(name, 1);
        fake.observer.submitted(fake.task(1, FakeRuntime.WORK, 0, List.of(handle), List.of(Access.R)));
        return handle;
    }

    private List<String> handles(Recording recording) {
        try {
            saved(recording);
            return Trace.open(folder.resolve("saved")).handles().stream()
                    .map(TraceHandle::name)
                    .toList();
        } catch (IOException failed) {
            throw new AssertionError(failed);
        }
    }

    @Test
    void shouldRefuseSettingsThatMakeNoSense() {
        assertEquals(
                "time to keep is PT0S: give more than 0",
                assertThrows(IllegalArgumentException.class, () -> TraceSettings.keepingLast(Duration.ZERO))
                        .getMessage());
        assertEquals(
                "size of a buffer is 511 bytes: give 512 to 67108864",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> TraceSettings.inMemory().withRingBytes(511))
                        .getMessage());
        assertEquals(
                "memory is 0 bytes: give 1 or more",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> TraceSettings.inMemory().withMemoryBytes(0))
                        .getMessage());
    }

    @Test
    void shouldKeepNothingOfTheRuntimeAndItsThreadsAfterTheEnd() throws Exception {
        List<Recording> stopped = new ArrayList<>();
        List<WeakReference<?>> used = recordOneEvent(stopped);
        await(() -> {
            System.gc();
            return used.stream().allMatch(each -> each.refersTo(null));
        });
        assertEquals(1, stopped.getFirst().statistics().records());
        assertEquals(1, stopped.getFirst().statistics().threads());
        assertEquals(1, saved(stopped.getFirst()).size());
    }

    /** References to the runtime and the thread of a recording. */
    private static List<WeakReference<?>> recordOneEvent(List<Recording> stopped) throws Exception {
        FakeRuntime used = new FakeRuntime();
        Recording recording = new Recordings().start(used.runtime, TraceSettings.inMemory());
        Thread thread = new Thread(() -> used.observer.slept(used.cpu));
        thread.start();
        thread.join();
        recording.stop();
        stopped.add(recording);
        return List.of(new WeakReference<>(thread), new WeakReference<>(used.runtime));
    }

    @Test
    void shouldRecordEventsWhileAFileIsWritten() throws Exception {
        TraceHeader header = Recordings.header(fake.runtime);
        AtomicReference<Recording> saving = new AtomicReference<>();
        MemorySink kept = new MemorySink(Long.MAX_VALUE, 1 << 20, header.origin());
        TraceSink slow = new TraceSink() {
            @Override
            public void define(List<Definition> definitions) {
                kept.define(definitions);
            }

            @Override
            public void write(ByteBuffer chunk, long last) {
                kept.write(chunk, last);
            }

            @Override
            public long bytes() {
                return kept.bytes();
            }

            @Override
            public TraceFiles.Content snapshot() {
                TraceFiles.Content before = kept.snapshot();
                return output -> {
                    fake.observer.woke(fake.cpu);
                    await(() -> saving.get().statistics().records() == 2);
                    before.write(output);
                };
            }

            @Override
            public void end(End end) {}
        };
        try (Recording recording = new ActiveRecording(
                fake.runtime, TraceSettings.inMemory(), header, slow, new RunningRecordings().add(Optional.empty()))) {
            saving.set(recording);
            fake.observer.slept(fake.cpu);
            assertEquals(1, saved(recording).size());
        }
    }
}
