package org.asterism.trace.internal.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.asterism.api.Task;
import org.asterism.api.observation.RuntimeObserver;
import org.asterism.trace.Recording;
import org.asterism.trace.Trace;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.TraceSettings;
import org.asterism.trace.TraceStatistics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Bursts that are too fast for the writer. */
@Timeout(60)
class LostEventsTest {
    private static final int EVENTS = 200_000;

    private final FakeRuntime fake = new FakeRuntime();

    @TempDir
    private Path folder;

    private static List<TraceEvent> read(Trace trace) throws IOException {
        List<TraceEvent> events = new ArrayList<>();
        trace.forEach(events::add);
        return events;
    }

    private static long lost(List<TraceEvent> events) {
        return events.stream()
                .mapToLong(event -> event instanceof TraceEvent.EventsLost lost ? lost.count() : 0)
                .sum();
    }

    @Test
    void shouldCountEveryEventThatATinyRingLoses() throws Exception {
        Path file = folder.resolve("trace");
        Recording recording =
                new Recordings().start(fake.runtime, TraceSettings.toFile(file).withRingBytes(512));
        RuntimeObserver observer = fake.observer;
        List<Thread> threads = new ArrayList<>();
        for (int thread = 0; thread < 3; thread++) {
            Task task = fake.task(thread);
            threads.add(Thread.ofPlatform().start(() -> {
                for (int event = 0; event < EVENTS; event++) {
                    observer.callbackBegan(task);
                }
            }));
        }
        for (Thread each : threads) {
            each.join();
        }
        recording.stop();
        List<TraceEvent> events = read(Trace.open(file));
        TraceStatistics statistics = recording.statistics();
        for (int thread = 0; thread < 3; thread++) {
            int number = thread;
            List<TraceEvent> ofThread = events.stream()
                    .filter(event -> event instanceof TraceEvent.CallbackBegan began && began.task() == number)
                    .toList();
            long missing = lost(events.stream()
                    .filter(event ->
                            event.thread().id() == ofThread.getFirst().thread().id())
                    .toList());
            assertEquals(EVENTS, ofThread.size() + missing);
        }
        assertTrue(statistics.lost() > 0, statistics::toString);
        assertEquals(statistics.lost(), lost(events));
    }

    @Test
    void shouldReportLostEventsBeforeTheNextOneThatHasRoom() throws Exception {
        Path file = folder.resolve("trace");
        Recording recording =
                new Recordings().start(fake.runtime, TraceSettings.toFile(file).withRingBytes(512));
        Task large = fake.task(
                1,
                FakeRuntime.WORK,
                0,
                java.util.Collections.nCopies(500, FakeRuntime.handle("h", 1)),
                java.util.Collections.nCopies(500, org.asterism.api.Access.R));
        fake.now.set(1000);
        fake.observer.submitted(large);
        fake.observer.submitted(large);
        fake.now.set(2000);
        fake.observer.slept(fake.cpu);
        fake.observer.submitted(large);
        recording.stop();
        List<TraceEvent> events = read(Trace.open(file));
        assertEquals(3, events.size(), events::toString);
        assertEquals(2, ((TraceEvent.EventsLost) events.get(0)).count());
        assertEquals(2000, events.get(0).time());
        assertEquals(TraceEvent.Slept.class, events.get(1).getClass());
        assertEquals(1, ((TraceEvent.EventsLost) events.get(2)).count());
    }

    @Test
    void shouldLoseNothingWhenThreadsComeAndGo() throws Exception {
        Path file = folder.resolve("trace");
        Recording recording = new Recordings().start(fake.runtime, TraceSettings.toFile(file));
        RuntimeObserver observer = fake.observer;
        List<Thread> threads = new ArrayList<>();
        for (int thread = 0; thread < 600; thread++) {
            Task task = fake.task(thread);
            Thread.Builder builder = thread % 3 == 0 ? Thread.ofVirtual() : Thread.ofPlatform();
            threads.add(builder.start(() -> {
                observer.callbackBegan(task);
                observer.callbackEnded(task);
            }));
        }
        for (Thread each : threads) {
            each.join();
        }
        recording.stop();
        List<TraceEvent> events = read(Trace.open(file));
        assertEquals(1200, events.size());
        assertEquals(
                600,
                events.stream()
                        .filter(TraceEvent.CallbackEnded.class::isInstance)
                        .map(event -> ((TraceEvent.CallbackEnded) event).task())
                        .distinct()
                        .count());
    }
}
