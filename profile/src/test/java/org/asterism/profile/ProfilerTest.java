package org.asterism.profile;

import static org.asterism.core.internal.testing.Await.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.Iteration;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.VectorLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The figures of a profiler, in virtual time to the nanosecond. */
@Timeout(60)
class ProfilerTest {
    private static final Codelet SHORT = Laboratory.codelet("short");
    private static final Codelet LONG = Laboratory.codelet("long");
    private static final Codelet USE = Laboratory.codelet("use", Access.RW);

    private static DataHandle kilobytes(TaskRuntime runtime, String name) {
        return runtime.data()
                .imagined(new VectorLayout(ElementType.DOUBLE, 1000))
                .named(name);
    }

    private static long sum(Map<Activity, Long> times) {
        return times.values().stream().mapToLong(Long::longValue).sum();
    }

    @Test
    void shouldGiveEachInstantOfAWorkerToOneActivity() throws Exception {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.runtime("two-cores.json");
                Profiler profiler = Profiler.of(runtime)) {
            Task first = runtime.task(LONG).flops(6e5).submit();
            runtime.task(SHORT).after(first).submit();
            runtime.waitAll();
            Profile profile = profiler.profile();
            assertEquals(400_000, profile.nanos());
            WorkerProfile busy = profile.workers().getFirst();
            assertEquals(300_000, busy.exclusive().get(Activity.EXECUTING));
            assertEquals(100_000, busy.exclusive().get(Activity.SLEEPING));
            assertEquals(1, busy.tasks());
            assertEquals(6e5, busy.flops());
            profile.workers().forEach(worker -> assertEquals(400_000, sum(worker.exclusive()), worker::toString));
            assertEquals(2, profile.finished());
            assertEquals(0, profile.unfinished());
        }
    }

    @Test
    void shouldLetActivitiesOverlapInTheInclusiveView() throws Exception {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.runtime("one-gpu.json");
                Profiler profiler = Profiler.of(runtime)) {
            runtime.task(USE).data(kilobytes(runtime, "x")).submit();
            runtime.task(USE).data(kilobytes(runtime, "y")).submit();
            runtime.waitAll();
            WorkerProfile gpu = profiler.profile().workers().getLast();
            // The first copy is waited for; the second one travels meanwhile and arrives during the first kernel.
            assertEquals(200_000, gpu.exclusive().get(Activity.EXECUTING));
            assertEquals(200_000, gpu.inclusive().get(Activity.EXECUTING));
            long before = profiler.profile().nanos() - 200_000;
            assertEquals(before, gpu.exclusive().get(Activity.WAITING));
            assertTrue(gpu.inclusive().get(Activity.WAITING) > before, gpu::toString);
        }
    }

    @Test
    void shouldCountWhatTravelsOnEachLink() throws Exception {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.runtime("one-gpu.json");
                Profiler profiler = Profiler.of(runtime)) {
            DataHandle data = kilobytes(runtime, "x");
            runtime.task(USE).data(data).submitAndAwait();
            data.acquire(Access.R).close();
            assertEquals(
                    List.of(
                            new LinkProfile("main", "gpu0", 8000, 1, 18_000),
                            new LinkProfile("gpu0", "main", 8000, 1, 18_000)),
                    profiler.profile().links());
        }
    }

    @Test
    void shouldKnowTheDistributionOfTheTimesOfACodelet() throws Exception {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.runtime("two-cores.json");
                Profiler profiler = Profiler.of(runtime)) {
            for (int task = 0; task < 3; task++) {
                runtime.task(SHORT).submit();
            }
            runtime.waitAll();
            assertEquals(
                    List.of(new CodeletProfile("short", "cpu", 3, 1e5, 0, 100_000, 100_000, 1e5, 1e5, 1e5, 1e5)),
                    profiler.profile().codelets());
        }
    }

    @Test
    void shouldAddUpTheTasksOfIterationsAndOfNestedOnes() throws Exception {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.runtime("two-cores.json");
                Profiler profiler = Profiler.of(runtime)) {
            Task first;
            Task second;
            runtime.task(SHORT).submit();
            try (Iteration _ = runtime.iteration(7)) {
                first = runtime.task(LONG).submit();
                try (Iteration _ = runtime.iteration(0)) {
                    second = runtime.task(SHORT).after(first).submit();
                }
            }
            runtime.waitAll();
            assertEquals(
                    List.of(
                            new IterationProfile(List.of(7L), 2, 2, 0, 400_000, 400_000, 200_000),
                            new IterationProfile(List.of(7L, 0L), 1, 1, 300_000, 400_000, 100_000, 200_000)),
                    profiler.profile().iterations());
            assertEquals(
                    List.of(7L, 0L), profiler.task(second.id()).orElseThrow().iterations());
            assertEquals(List.of(7L), profiler.task(first.id()).orElseThrow().iterations());
            profiler.reset();
            assertEquals(List.of(), profiler.profile().iterations());
        }
    }

    @Test
    void shouldKnowTheIterationThatBeganBeforeItWasSwitchedOn() throws Exception {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.runtime("two-cores.json");
                Iteration _ = runtime.iteration(7);
                Profiler profiler = Profiler.of(runtime)) {
            runtime.task(SHORT).submitAndAwait();
            assertEquals(
                    List.of(new IterationProfile(List.of(7L), 1, 1, 0, 100_000, 100_000, 0)),
                    profiler.profile().iterations());
        }
    }

    @Test
    void shouldKeepTheLastIterationsOnly() throws Exception {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.realRuntime();
                Profiler profiler = Profiler.of(runtime)) {
            for (int step = 0; step < 1003; step++) {
                try (Iteration _ = runtime.iteration(step)) {
                    runtime.task(SHORT).submit();
                }
            }
            runtime.waitAll();
            List<IterationProfile> iterations = profiler.profile().iterations();
            assertEquals(1000, iterations.size());
            assertEquals(List.of(1002L), iterations.getLast().numbers());
        }
    }

    @Test
    void shouldTellTheHistoryOfATask() throws Exception {
        try (Laboratory laboratory = new Laboratory()) {
            laboratory.addPolicy("reserved", ReservedPolicy::new);
            try (TaskRuntime runtime = laboratory.runtime("two-cores.json", "reserved");
                    Profiler profiler = Profiler.of(runtime)) {
                Task first = runtime.task(LONG).submit();
                Task second = runtime.task(Laboratory.codelet("short", Access.R))
                        .data(kilobytes(runtime, "x"))
                        .after(first)
                        .submit();
                Task third = runtime.task(SHORT).after(second).submit();
                runtime.waitAll();
                TaskHistory history = profiler.task(second.id()).orElseThrow();
                assertEquals(
                        Map.of(
                                Moment.SUBMITTED, 0L,
                                Moment.READY, 300_000L,
                                Moment.PUSHED, 300_000L,
                                Moment.POPPED, 300_000L,
                                Moment.STARTED, 300_000L,
                                Moment.ENDED, 400_000L,
                                Moment.COMPLETED, 400_000L),
                        history.moments());
                assertEquals(List.of(first.id()), history.predecessors());
                assertEquals(List.of(third.id()), history.successors());
                assertEquals(Optional.of("cpu-0"), history.worker());
                assertEquals(Optional.of("reserved"), history.policy());
                assertEquals(
                        new Decision("cpu-0", 1, 2, 3, Double.NaN),
                        history.decision().orElseThrow());
                assertEquals(TaskState.DONE, history.state());
                assertEquals(List.of(new TaskHistory.Use("x", "R", 8000)), history.data());
            }
        }
    }

    @Test
    void shouldRememberTheLastFinishedTasksOnly() throws Exception {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.runtime("two-cores.json");
                Profiler profiler =
                        Profiler.of(runtime, ProfilerSettings.defaults().withFinishedTasks(2))) {
            List<Task> tasks = List.of(runtime.task(SHORT), runtime.task(SHORT), runtime.task(SHORT));
            for (Task task : tasks) {
                task.submitAndAwait();
            }
            assertTrue(profiler.task(tasks.getFirst().id()).isEmpty());
            assertTrue(profiler.task(tasks.get(1).id()).isPresent());
            assertTrue(profiler.task(tasks.getLast().id()).isPresent());
        }
    }

    @Test
    void shouldTakeEnergyFromModelsWhereNothingElseIsKnown() throws Exception {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.runtime("two-cores.json");
                Profiler profiler = Profiler.of(runtime)) {
            runtime.task(LONG).submitAndAwait();
            // 20 W more than idle for 300 us on one core, and 10 W idle on both.
            assertEquals(Energy.Source.MODELS, profiler.profile().energy().source());
            assertEquals(300e-6 * (20 + 2 * 10), profiler.profile().energy().joules(), 1e-12);
        }
    }

    @Test
    void shouldReadTheEnergyCountersOfTheMachineAndTheirOverflow(@TempDir Path folder) throws Exception {
        Path zone = Files.createDirectories(folder.resolve("intel-rapl:0"));
        Files.createDirectories(folder.resolve("intel-rapl:0:0"));
        Files.writeString(zone.resolve("energy_uj"), "900000\n");
        Files.writeString(zone.resolve("max_energy_range_uj"), "1000000\n");
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.realRuntime()) {
            ProfilerSettings settings = new ProfilerSettings(0, Duration.ZERO, Duration.ZERO, folder, "no-nvml");
            Profiler profiler = Profiler.of(runtime, settings);
            Files.writeString(zone.resolve("energy_uj"), "400000\n");
            assertEquals(
                    new Energy(List.of(new Energy.Part(Energy.Source.RAPL, "processor packages", 0.5))),
                    profiler.profile().energy());
            profiler.close();
        }
    }

    @Test
    void shouldBeginAnewAfterAReset() throws Exception {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.runtime("two-cores.json");
                Profiler profiler = Profiler.of(runtime)) {
            runtime.task(LONG).submitAndAwait();
            profiler.reset();
            runtime.task(SHORT).submitAndAwait();
            Profile profile = profiler.profile();
            assertEquals(100_000, profile.nanos());
            assertEquals(1, profile.finished());
            assertEquals(
                    List.of("short"),
                    profile.codelets().stream().map(CodeletProfile::codelet).toList());
            profile.workers().forEach(worker -> assertEquals(100_000, sum(worker.exclusive()), worker::toString));
        }
    }

    @Test
    void shouldKnowNothingOfTheTimeAfterItWasClosed() throws Exception {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.runtime("two-cores.json")) {
            Profiler profiler = Profiler.of(runtime);
            runtime.task(SHORT).submitAndAwait();
            profiler.close();
            runtime.task(LONG).submitAndAwait();
            assertEquals(100_000, profiler.profile().nanos());
            assertEquals(1, profiler.profile().finished());
        }
    }

    /** A profiler that was closed while a task was unfinished. */
    private record Closed(Profiler profiler, long task, List<WeakReference<?>> others) {
        static Closed make() {
            try (Laboratory laboratory = new Laboratory();
                    TaskRuntime runtime = laboratory.realRuntime()) {
                runtime.pause();
                Profiler profiler = Profiler.of(runtime);
                Task task = runtime.task(SHORT).submit();
                profiler.close();
                task.cancel();
                return new Closed(
                        profiler, task.id(), List.of(new WeakReference<>(runtime), new WeakReference<>(task)));
            }
        }
    }

    @Test
    void shouldLetGoOfTheRuntimeAndItsTasksWhenItIsClosed() {
        Closed closed = Closed.make();
        await(() -> {
            System.gc();
            return closed.others().stream().allMatch(other -> other.refersTo(null));
        });
        assertEquals(1, closed.profiler().profile().unfinished());
        TaskHistory history = closed.profiler().task(closed.task()).orElseThrow();
        assertEquals("short", history.codelet());
        assertEquals(TaskState.READY, history.state());
    }

    @Test
    void shouldAccountForTasksThatWereSubmittedBeforeItWasSwitchedOn() throws Exception {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.realRuntime()) {
            runtime.pause();
            Task before = runtime.task(SHORT).submit();
            try (Profiler profiler = Profiler.of(runtime)) {
                assertEquals(1, profiler.profile().unfinished());
                runtime.resume();
                before.await();
                runtime.waitAll();
                assertEquals(0, profiler.profile().unfinished());
                assertEquals(1, profiler.profile().finished());
            }
        }
    }

    @Test
    void shouldAccountForAllTimeOfRealWorkers() throws Exception {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.realRuntime();
                Profiler profiler = Profiler.of(runtime)) {
            for (int round = 0; round < 20; round++) {
                for (int task = 0; task < 100; task++) {
                    runtime.task(SHORT).onCompletion(_ -> {}).submit();
                }
                runtime.waitAll();
            }
            Profile profile = profiler.profile();
            assertEquals(2000, profile.finished());
            assertEquals(
                    2000,
                    profile.workers().stream().mapToLong(WorkerProfile::tasks).sum());
            for (WorkerProfile worker : profile.workers()) {
                assertTrue(Math.abs(sum(worker.exclusive()) - profile.nanos()) < 5_000_000, worker::toString);
                long idle = worker.idle().values().stream()
                        .mapToLong(Long::longValue)
                        .sum();
                assertTrue(idle <= profile.nanos(), worker::toString);
            }
            assertTrue(
                    profile.workers().stream()
                            .anyMatch(worker -> worker.exclusive().get(Activity.CALLBACK) > 0),
                    profile::toString);
        }
    }

    @Test
    void shouldRefuseSettingsThatMakeNoSense() {
        ProfilerSettings usual = ProfilerSettings.defaults();
        assertEquals(
                "finishedTasks is -1: give a number from 0 to 100000000",
                assertThrows(IllegalArgumentException.class, () -> usual.withFinishedTasks(-1))
                        .getMessage());
        assertEquals(
                "holding is PT-1S: give a duration of 0 or more",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> new ProfilerSettings(
                                        1, Duration.ZERO, Duration.ofSeconds(-1), usual.powercap(), usual.nvml()))
                        .getMessage());
    }
}
