package org.asterism.trace.internal.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.asterism.api.Task;
import org.asterism.api.observation.RuntimeObserver;
import org.asterism.trace.Recording;
import org.asterism.trace.Trace;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.TraceSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The order of the events of several threads. */
@Timeout(60)
class MergeTest {
    private final FakeRuntime fake = new FakeRuntime();

    @TempDir
    private Path folder;

    /** A thread's own list of what it has reported. */
    private record Said(String event, long task) {}

    @Test
    void shouldKeepTheOrderOfEachThreadAndOfTimeWhateverThreadsReport() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Path file = folder.resolve("trace");
        Recording recording = new Recordings().start(fake.runtime, TraceSettings.toFile(file));
        RuntimeObserver observer = fake.observer;
        Map<String, List<Said>> model = new HashMap<>();
        List<Thread> threads = new ArrayList<>();
        for (int number = 0; number < 5; number++) {
            List<Said> said = new ArrayList<>();
            Random own = new Random(random.nextLong());
            Thread thread = Thread.ofPlatform().name("thread " + number).unstarted(() -> report(observer, own, said));
            model.put(thread.getName(), said);
            threads.add(thread);
        }
        threads.forEach(Thread::start);
        for (Thread each : threads) {
            each.join();
        }
        recording.stop();
        Trace trace = Trace.open(file);
        Map<String, List<Said>> read = new HashMap<>();
        long[] last = {0};
        trace.forEach(event -> {
            assertTrue(event.time() >= last[0], () -> "seed " + seed + ": " + event + " after " + last[0]);
            last[0] = event.time();
            if (event instanceof TraceEvent.OfTask ofTask) {
                read.computeIfAbsent(event.thread().name(), _ -> new ArrayList<>())
                        .add(new Said(event.getClass().getSimpleName(), ofTask.task()));
            }
        });
        assertEquals(model, read, "seed " + seed);
        assertEquals(0, recording.statistics().lost());
        assertEquals(last[0], trace.lastTime());
    }

    private void report(RuntimeObserver observer, Random random, List<Said> said) {
        for (int event = 0; event < 20_000; event++) {
            long id = random.nextInt(1000);
            Task task = fake.task(id);
            fake.now.addAndGet(random.nextInt(100) == 0 ? 10_000_000_000L : random.nextInt(20));
            long time = fake.now.get();
            String kind;
            switch (random.nextInt(6)) {
                case 0 -> {
                    observer.submitted(task);
                    kind = "Submitted";
                }
                case 1 -> {
                    observer.ready(task);
                    kind = "Ready";
                }
                case 2 -> {
                    observer.popped(task, fake.cpu, "eager");
                    kind = "Popped";
                }
                case 3 -> {
                    observer.launched(task, fake.cpu, time - random.nextInt(50));
                    kind = "Launched";
                }
                case 4 -> {
                    observer.executed(task, fake.gpu, time - 10, time);
                    kind = "Executed";
                }
                default -> {
                    observer.completed(task);
                    kind = "Completed";
                }
            }
            said.add(new Said(kind, id));
        }
    }

    @Test
    void shouldPutEventsOfTheSameTimeInTheOrderOfATasksLife() throws Exception {
        Path file = folder.resolve("trace");
        Recording recording = new Recordings().start(fake.runtime, TraceSettings.toFile(file));
        RuntimeObserver observer = fake.observer;
        Task task = fake.task(1);
        Thread worker = Thread.ofPlatform().start(() -> observer.popped(task, fake.cpu, "eager"));
        worker.join();
        observer.submitted(task);
        observer.ready(task);
        recording.stop();
        List<String> kinds = new ArrayList<>();
        Trace.open(file).forEach(event -> kinds.add(event.getClass().getSimpleName()));
        assertEquals(List.of("Submitted", "Ready", "Popped"), kinds);
    }
}
