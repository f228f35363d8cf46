package org.asterism.report.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.asterism.api.Architecture;
import org.asterism.api.Clock;
import org.asterism.api.Codelet;
import org.asterism.api.MemoryNode;
import org.asterism.api.Observation;
import org.asterism.api.Simulation;
import org.asterism.api.Task;
import org.asterism.api.TaskGraph;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.api.model.Predictor;
import org.asterism.api.observation.RuntimeObserver;
import org.asterism.report.fixture.Fakes;
import org.asterism.report.text.Section;
import org.junit.jupiter.api.Test;

class ScheduleWatchTest {
    private static final Codelet GEMM =
            Codelet.named("gemm").access().cpu(kernel -> {}).build();
    private static final long MS = 1_000_000;
    private static final MemoryNode MAIN = Fakes.node(0, "main", Long.MAX_VALUE);
    private static final MemoryNode GPU = Fakes.node(1, "cuda-0", 1000);

    private final List<RuntimeObserver> observers = new ArrayList<>();
    private final Map<Architecture, Double> times =
            new HashMap<>(Map.of(Architecture.CPU, 8e6, Architecture.CUDA, 2e6));
    private final List<Worker> workers =
            List.of(worker(0, Architecture.CPU, 10), worker(1, Architecture.CPU, 10), worker(2, Architecture.CUDA, 80));
    private ToDoubleFunction<Task> factor = task -> 1;
    private long now = 5 * MS;
    private long tasks;

    private static Worker worker(int id, Architecture architecture, double watts) {
        return Fakes.partly(
                Worker.class,
                Map.of(
                        "id", arguments -> id,
                        "name", arguments -> architecture.name() + "-" + id,
                        "architecture", arguments -> architecture,
                        "properties", arguments -> Map.of(ScheduleWatch.IDLE_WATTS, watts)));
    }

    private TaskRuntime runtime(boolean simulated) {
        Predictor predictor = Fakes.partly(
                Predictor.class,
                Map.of(
                        "kind",
                                arguments ->
                                        ((Worker) arguments[0]).architecture().index(),
                        "executionNanos",
                                arguments -> times.get(((Worker) arguments[1]).architecture())
                                        * factor.applyAsDouble((Task) arguments[0]),
                        "energyJoules", arguments -> 0.5));
        Map<String, Function<Object[], Object>> answers = new HashMap<>();
        answers.put("clock", arguments -> (Clock) () -> now);
        answers.put("predictor", arguments -> predictor);
        answers.put("graph", arguments -> (TaskGraph) (task, visitor) -> {});
        answers.put("workers", arguments -> workers);
        answers.put("simulation", arguments -> simulated ? Optional.of(Simulation.of("x")) : Optional.empty());
        answers.put("observe", arguments -> {
            observers.add((RuntimeObserver) arguments[0]);
            return (Observation) () -> observers.remove(arguments[0]);
        });
        return Fakes.partly(TaskRuntime.class, answers);
    }

    private Task task() {
        return task(GEMM);
    }

    private Task task(Codelet codelet) {
        long id = ++tasks;
        return Fakes.partly(
                Task.class,
                Map.of(
                        "id", arguments -> id,
                        "codelet", arguments -> codelet,
                        "footprint", arguments -> 42,
                        "flops", arguments -> 1e9,
                        "implementation", arguments -> 0,
                        "dataCount", arguments -> 0));
    }

    /** Three tasks on the first worker and six on the last, which both begin 1 ms after the submission. */
    private Schedule watched(boolean simulated) {
        try (ScheduleWatch watch = ScheduleWatch.of(runtime(simulated), true)) {
            RuntimeObserver observer = observers.getFirst();
            for (int task = 0; task < 9; task++) {
                Task each = task();
                observer.submitted(each);
                boolean slow = task < 3;
                long begin = slow ? 6 * MS + task * 8 * MS : 6 * MS + (task - 3) * 2 * MS;
                observer.executed(each, workers.get(slow ? 0 : 2), begin, begin + (slow ? 8 : 2) * MS);
            }
            observer.transferred(null, MAIN, GPU, 100, 5 * MS, 6 * MS);
            observer.transferred(null, MAIN, GPU, 50, 6 * MS, 7 * MS);
            observer.transferred(null, GPU, MAIN, 30, 18 * MS, 19 * MS);
            return watch.end();
        }
    }

    @Test
    void shouldGiveTheSameBoundToTheLastBitForTheSameTasks() {
        double first = areaOfManyKinds();
        for (int again = 0; again < 30; again++) {
            assertEquals(first, areaOfManyKinds(), "with codelets made anew, which have other hash codes");
        }
    }

    private double areaOfManyKinds() {
        factor = task -> 0.1 + 1 / (3.0 + task.codelet().name().length());
        try (ScheduleWatch watch = ScheduleWatch.of(runtime(true), true)) {
            RuntimeObserver observer = observers.getLast();
            for (int kind = 1; kind <= 20; kind++) {
                Task each = task(Codelet.named("k".repeat(kind))
                        .access()
                        .cpu(kernel -> {})
                        .build());
                observer.submitted(each);
                observer.executed(each, workers.get(0), 6 * MS, 7 * MS);
            }
            return watch.end().area().orElseThrow();
        }
    }

    @Test
    void shouldAddUpWhatItIsTold() {
        Schedule schedule = watched(true);

        assertEquals(25 * MS, schedule.makespan(), "from the first submission to the last end");
        assertEquals(9, schedule.tasks());
        assertEquals(9e9, schedule.flops());
        assertEquals(
                List.of(
                        new Schedule.WorkerLoad(0, "cpu-0", "cpu", 3, 24 * MS),
                        new Schedule.WorkerLoad(1, "cpu-1", "cpu", 0, 0),
                        new Schedule.WorkerLoad(2, "cuda-2", "cuda", 6, 12 * MS)),
                schedule.workers());
        assertEquals(
                List.of(
                        new Schedule.LinkLoad(0, "main", "cuda-0", 150, 2),
                        new Schedule.LinkLoad(1, "cuda-0", "main", 30, 1)),
                schedule.links());
        assertEquals(9 * 0.5 + 100 * 0.025, schedule.joules().getAsDouble(), 1e-9);
        // Nine tasks at 1/8 + 1/8 + 1/2 per millisecond.
        assertEquals(12e6, schedule.area().getAsDouble(), 1);
        assertEquals(2e6, schedule.path().getAsDouble(), 1e-6);
        assertEquals(12.0 / 25, schedule.efficiency().getAsDouble(), 1e-9);
        assertTrue(observers.isEmpty(), "closed");
    }

    @Test
    void shouldRecordWhatRanWhen() {
        Recording recording = watched(true).recording().get();

        assertEquals(List.of("gemm"), recording.codelets());
        assertEquals(9, recording.tasks().size());
        assertEquals(2, recording.tasks().row(8));
        assertEquals(11 * MS, recording.tasks().begin(8));
        assertEquals(13 * MS, recording.tasks().end(8));
        assertEquals(3, recording.transfers().size());
        assertEquals(1, recording.transfers().row(2));
    }

    @Test
    void shouldReportFiguresWithTheirUnits() {
        ScheduleReport report = new ScheduleReport(watched(true));

        Map<String, Object> fields = report.fields();
        assertEquals(
                List.of(
                        "makespan_ms",
                        "gflops",
                        "energy_joules",
                        "area_bound_ms",
                        "critical_path_ms",
                        "lower_bound_ms",
                        "efficiency",
                        "executed_tasks",
                        "moved_bytes"),
                List.copyOf(fields.keySet()));
        assertEquals(25.0, fields.get("makespan_ms"));
        assertEquals(360.0, fields.get("gflops"));
        assertEquals(180L, fields.get("moved_bytes"));
        List<Section> sections = report.sections();
        assertEquals(
                List.of("architectures", "workers", "links"),
                sections.stream().map(Section::field).toList());
        assertEquals(
                Map.of(
                        "architecture",
                        "cpu",
                        "workers",
                        2L,
                        "tasks",
                        3L,
                        "busy_ms",
                        24.0,
                        "idle_ms",
                        26.0,
                        "busy_percent",
                        48.0),
                sections.getFirst().rows().records().getFirst());
        assertEquals(13.0, sections.get(1).rows().records().get(2).get("idle_ms"));
        assertEquals(150L, sections.get(2).rows().records().getFirst().get("bytes"));
    }

    @Test
    void shouldKnowThatAMachineCannotRunATaskSomewhere() {
        times.put(Architecture.CUDA, Double.NaN);
        Schedule schedule = watched(true);

        assertEquals(36e6, schedule.area().getAsDouble(), 1);
        assertEquals(8e6, schedule.path().getAsDouble(), 1e-6);
    }

    @Test
    void shouldNameNoBoundThatIsNotKnown() {
        times.put(Architecture.CPU, Double.NaN); // In a real run: not calibrated yet.
        Schedule schedule = watched(false);

        assertTrue(schedule.area().isEmpty()
                && schedule.path().isEmpty()
                && schedule.bound().isEmpty());
        assertFalse(new ScheduleReport(schedule).fields().containsKey("efficiency"));

        observers.clear();
        times.put(Architecture.CPU, 8e6);
        assertEquals(36e6, watched(false).area().getAsDouble(), 1, "the codelet runs on CPUs only");
    }
}
