package org.asterism.profile;

import static org.asterism.core.internal.testing.Await.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.asterism.api.Codelet;
import org.asterism.api.Observation;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Performance counters and their listeners. */
@Timeout(60)
class CountersTest {
    private static final Codelet SHORT = Laboratory.codelet("short");
    private static final Codelet LONG = Laboratory.codelet("long");

    /** Keeps what it receives. */
    private static class Notes implements CounterListener {
        final List<CounterSample> samples = new CopyOnWriteArrayList<>();
        private final CounterSet[] sets;

        Notes(CounterSet... sets) {
            this.sets = sets;
        }

        @Override
        public List<CounterSet> counters() {
            return List.of(sets);
        }

        @Override
        public Duration interval() {
            return LEAST_INTERVAL;
        }

        @Override
        public void sampled(List<CounterSample> received) {
            samples.addAll(received);
        }

        boolean hasSeen(Counter counter, long value) {
            return samples.stream().anyMatch(sample -> sample.value(counter) == value);
        }
    }

    private static void submitDiamond(TaskRuntime runtime) throws Exception {
        Task first = runtime.task(LONG).submit();
        List<Task> middle = new ArrayList<>();
        for (int task = 0; task < 3; task++) {
            middle.add(runtime.task(SHORT).after(first).submit());
        }
        runtime.task(LONG).after(middle.toArray(Task[]::new)).submit();
        runtime.waitAll();
    }

    @Test
    void shouldCountForTheRuntimeEachWorkerAndEachCodelet() throws Exception {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.runtime("two-cores.json");
                Counters counters = Counters.of(runtime);
                Profiler profiler = Profiler.of(runtime)) {
            submitDiamond(runtime);
            // Four tasks wait for the first. When it ends, three are ready until two workers take one each.
            Map<Counter, Long> all = Map.of(
                    Counter.SUBMITTED, 5L,
                    Counter.PEAK_SUBMITTED, 4L,
                    Counter.PEAK_READY, 3L,
                    Counter.EXECUTED, 5L,
                    Counter.EXECUTION_TIME, 900_000L);
            assertEquals(
                    List.of(new CounterSample(CounterScope.RUNTIME, "", 800_000, all)),
                    counters.read(CounterSet.of(CounterScope.RUNTIME)));
            assertEquals(
                    List.of(new CounterSample(
                            CounterScope.CODELET,
                            "short",
                            800_000,
                            Map.of(Counter.SUBMITTED, 3L, Counter.EXECUTION_TIME, 300_000L))),
                    counters.read(CounterSet.of(CounterScope.CODELET, Counter.SUBMITTED, Counter.EXECUTION_TIME)
                            .named("short")));
            List<CounterSample> workers = counters.read(CounterSet.of(CounterScope.WORKER));
            assertEquals(
                    List.of("cpu-0", "cpu-1"),
                    workers.stream().map(CounterSample::name).toList());
            assertEquals(
                    5,
                    workers.stream()
                            .mapToLong(sample -> sample.value(Counter.EXECUTED))
                            .sum());
            assertEquals(all, profiler.profile().counters().getFirst().values(), "the profile has the same");
            Map<String, Object> fields = new ProfileReport(profiler.profile()).fields();
            assertEquals(5L, fields.get("submitted_tasks"));
            assertEquals(4L, fields.get("peak_submitted_tasks"));
            assertEquals(3L, fields.get("peak_ready_tasks"));
            profiler.reset();
            assertEquals(0, profiler.profile().counters().getFirst().value(Counter.PEAK_READY));
        }
    }

    @Test
    void shouldDeliverValuesThatHaveChangedUntilTheListenerIsRemoved() throws Exception {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.realRuntime();
                Counters counters = Counters.of(runtime)) {
            Notes notes = new Notes(CounterSet.of(CounterScope.RUNTIME, Counter.EXECUTED));
            Notes others = new Notes(CounterSet.of(CounterScope.RUNTIME, Counter.EXECUTED));
            Observation added = counters.add(notes);
            counters.add(others);
            runtime.task(SHORT).submitAndAwait();
            await(() -> notes.hasSeen(Counter.EXECUTED, 1));
            long once = notes.samples.stream()
                    .filter(sample -> sample.value(Counter.EXECUTED) == 1)
                    .count();
            assertEquals(1, once, "values that have not changed are not delivered");
            added.close();
            runtime.task(SHORT).submitAndAwait();
            await(() -> others.hasSeen(Counter.EXECUTED, 2));
            assertFalse(notes.hasSeen(Counter.EXECUTED, 2));
        }
    }

    @Test
    void shouldRemoveAListenerThatThrowsAndGoOn() throws Exception {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.realRuntime();
                Counters counters = Counters.of(runtime)) {
            CountDownLatch thrown = new CountDownLatch(1);
            CounterSet executed = CounterSet.of(CounterScope.RUNTIME, Counter.EXECUTED);
            Notes wrong = new Notes(executed) {
                @Override
                public void sampled(List<CounterSample> received) {
                    super.sampled(received);
                    thrown.countDown();
                    throw new AssertionError("a listener that throws");
                }
            };
            Notes right = new Notes(executed);
            counters.add(wrong);
            counters.add(right);
            thrown.await();
            runtime.task(SHORT).submitAndAwait();
            await(() -> right.hasSeen(Counter.EXECUTED, 1));
            assertEquals(1, wrong.samples.size());
        }
    }

    @Test
    void shouldNotLetASlowListenerDelayOthers() throws Exception {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.realRuntime();
                Counters counters = Counters.of(runtime)) {
            CountDownLatch released = new CountDownLatch(1);
            CounterSet executed = CounterSet.of(CounterScope.RUNTIME, Counter.EXECUTED);
            counters.add(new Notes(executed) {
                @Override
                public void sampled(List<CounterSample> received) {
                    try {
                        released.await();
                    } catch (InterruptedException over) {
                        Thread.currentThread().interrupt();
                    }
                }
            });
            Notes quick = new Notes(executed);
            counters.add(quick);
            runtime.task(SHORT).submitAndAwait();
            await(() -> quick.hasSeen(Counter.EXECUTED, 1));
            released.countDown();
        }
    }

    @Test
    void shouldCountNothingWhileItIsPausedAndKnowWhatWaitsAfterwards() throws Exception {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.realRuntime();
                Counters counters = Counters.of(runtime)) {
            CounterSet all = CounterSet.of(CounterScope.RUNTIME);
            runtime.task(SHORT).submitAndAwait();
            runtime.waitAll();
            counters.pause();
            assertTrue(counters.isPaused());
            runtime.task(SHORT).submitAndAwait();
            runtime.waitAll();
            assertEquals(1, counters.read(all).getFirst().value(Counter.SUBMITTED));
            runtime.pause();
            for (int task = 0; task < 7; task++) {
                runtime.task(SHORT).submit();
            }
            counters.resume();
            assertEquals(7, counters.read(all).getFirst().value(Counter.PEAK_READY));
            assertEquals(1, counters.read(all).getFirst().value(Counter.SUBMITTED));
            runtime.resume();
            runtime.waitAll();
            counters.pause();
            counters.resume();
            runtime.task(SHORT).submitAndAwait();
            runtime.waitAll();
            assertEquals(9, counters.read(all).getFirst().value(Counter.EXECUTED));
            assertEquals(7, counters.read(all).getFirst().value(Counter.PEAK_READY), "all have left");
        }
    }

    /** Counters that were closed while a task was unfinished. */
    private record Closed(Counters counters, List<WeakReference<?>> others) {
        static Closed make() {
            try (Laboratory laboratory = new Laboratory();
                    TaskRuntime runtime = laboratory.realRuntime()) {
                runtime.pause();
                Counters counters = Counters.of(runtime);
                Notes listener = new Notes(CounterSet.of(CounterScope.RUNTIME));
                counters.add(listener);
                Task task = runtime.task(SHORT).submit();
                counters.close();
                task.cancel();
                return new Closed(
                        counters,
                        List.of(
                                new WeakReference<>(runtime),
                                new WeakReference<>(task),
                                new WeakReference<>(listener)));
            }
        }
    }

    @Test
    void shouldLetGoOfTheRuntimeAndListenersWhenItIsClosed() {
        Closed closed = Closed.make();
        await(() -> {
            System.gc();
            return closed.others().stream().allMatch(other -> other.refersTo(null));
        });
        Counters counters = closed.counters();
        assertEquals(
                1, counters.read(CounterSet.of(CounterScope.RUNTIME)).getFirst().value(Counter.SUBMITTED));
        assertEquals(
                "the counters are closed: make others with Counters.of",
                assertThrows(
                                IllegalStateException.class,
                                () -> counters.add(new Notes(CounterSet.of(CounterScope.RUNTIME))))
                        .getMessage());
    }

    @Test
    void shouldRefuseSetsThatMakeNoSense() {
        assertEquals(
                "there is no counter PEAK_READY of scope WORKER: give some of [EXECUTED, EXECUTION_TIME]",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> CounterSet.of(CounterScope.WORKER, Counter.PEAK_READY))
                        .getMessage());
        assertEquals(
                "counters of scope RUNTIME have no names, but [potrf] are given: leave them out",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> CounterSet.of(CounterScope.RUNTIME).named("potrf"))
                        .getMessage());
        CounterSample sample = new CounterSample(CounterScope.WORKER, "cpu-0", 0, Map.of(Counter.EXECUTED, 3L));
        assertEquals(
                "the sample does not have SUBMITTED, only [EXECUTED]: add it to the CounterSet",
                assertThrows(IllegalArgumentException.class, () -> sample.value(Counter.SUBMITTED))
                        .getMessage());
    }
}
