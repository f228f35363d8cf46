package org.asterism.core.internal.prediction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.CombinedWorker;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TasksFailedException;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.api.model.Calibration;
import org.asterism.api.model.ModelCase;
import org.asterism.api.model.ModelDescription;
import org.asterism.api.model.ModelFit;
import org.asterism.api.model.ModelSettings;
import org.asterism.api.model.PerformanceModel;
import org.asterism.core.internal.stepping.VirtualClock;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.core.internal.testing.TimedDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Models in a runtime; kernels take as long as their argument says, in virtual time. */
@Timeout(60)
class PredictionsTest {
    private static final int MINIMUM = ModelSettings.USUAL_MINIMUM;

    @TempDir
    Path folder;

    private final Laboratory laboratory = new Laboratory();

    private TaskRuntime runtime(Calibration calibration) {
        return runtime(settings().withCalibration(calibration));
    }

    private ModelSettings settings() {
        return ModelSettings.defaults().withFolder(folder).withMachine("here");
    }

    private TaskRuntime runtime(ModelSettings settings) {
        return runtime(settings, new TimedDriver(2));
    }

    private TaskRuntime runtime(ModelSettings settings, TimedDriver driver) {
        if (laboratory.plugins.drivers().isEmpty()) {
            laboratory.addDriver("timed", driver);
        }
        return laboratory.factory.create(
                RuntimeConfiguration.defaults().withClock(new VirtualClock()).withModels(settings));
    }

    private static Codelet onData(PerformanceModel model) {
        return Codelet.named("work")
                .access(Access.RW)
                .cpu(kernel -> {})
                .model(model)
                .build();
    }

    private static Codelet without(PerformanceModel model) {
        return Codelet.named("work").access().cpu(kernel -> {}).model(model).build();
    }

    private static void run(TaskRuntime runtime, Codelet codelet, DataHandle data, long nanos, int times)
            throws InterruptedException {
        for (int time = 0; time < times; time++) {
            Task task = runtime.task(codelet).argument(nanos);
            (data == null ? task : task.data(data)).submit();
        }
        runtime.waitAll();
    }

    private static double expected(TaskRuntime runtime, Codelet codelet, DataHandle data) {
        Task task = runtime.task(codelet);
        return runtime.predictor()
                .executionNanos(
                        data == null ? task : task.data(data), runtime.workers().getFirst(), 0);
    }

    private Path file(String symbol) {
        return folder.resolve("here").resolve(symbol + ".model");
    }

    @Test
    void shouldPredictACodeletThatHasRunOftenEnoughInThisRunAndTheNext() throws InterruptedException {
        Codelet codelet = onData(PerformanceModel.history("scale"));
        try (TaskRuntime runtime = runtime(Calibration.ON)) {
            DataHandle small = runtime.data().vector(new double[10]);
            DataHandle large = runtime.data().vector(new double[1000]);
            assertTrue(Double.isNaN(expected(runtime, codelet, small)));
            run(runtime, codelet, small, 2000, MINIMUM);
            run(runtime, codelet, large, 70_000, MINIMUM - 1);
            assertEquals(2000, expected(runtime, codelet, small));
            assertTrue(Double.isNaN(expected(runtime, codelet, large)));
            run(runtime, codelet, large, 70_000, 1);
            assertEquals(70_000, expected(runtime, codelet, large));
        }
        assertTrue(Files.exists(file("scale")));
        try (TaskRuntime runtime = runtime(Calibration.OFF)) {
            DataHandle small = runtime.data().vector(new double[10]);
            assertEquals(2000, expected(runtime, codelet, small));
            run(runtime, codelet, small, 99_000, 100);
            assertEquals(2000, expected(runtime, codelet, small), "it does not learn");
        }
    }

    @Test
    void shouldKeepFloatsAndDoublesOfTheSameLengthApart() throws InterruptedException {
        Codelet codelet = onData(PerformanceModel.history("scale"));
        try (TaskRuntime runtime = runtime(Calibration.ON)) {
            DataHandle doubles = runtime.data().vector(new double[100]);
            DataHandle floats = runtime.data().vector(new float[100]);
            run(runtime, codelet, doubles, 2000, MINIMUM);
            run(runtime, codelet, floats, 1000, MINIMUM);
            assertEquals(2000, expected(runtime, codelet, doubles));
            assertEquals(1000, expected(runtime, codelet, floats));
        }
    }

    @Test
    void shouldSayThatNothingWillEverBeKnownWithoutAModel() {
        Codelet codelet = Codelet.named("work").access().cpu(kernel -> {}).build();
        try (TaskRuntime runtime = runtime(Calibration.ON)) {
            assertEquals(0, expected(runtime, codelet, null));
            assertFalse(runtime.predictor().isPredictable(runtime.task(codelet)));
            Worker worker = runtime.workers().getFirst();
            assertEquals(0, runtime.predictor().energyJoules(runtime.task(codelet), worker, 0));
            assertEquals(0, runtime.predictor().averageNanos(runtime.task(codelet)));
            assertEquals(0, runtime.predictor().averageNanos(runtime.task(Codelet.without("join"))));
        }
    }

    @Test
    void shouldLearnAModelThatIsAskedInVainAndNoOther() throws InterruptedException {
        Codelet asked = without(PerformanceModel.history("asked"));
        Codelet other = without(PerformanceModel.history("other"));
        try (TaskRuntime runtime = runtime(Calibration.OFF)) {
            run(runtime, asked, null, 500, 20);
            assertEquals(List.of(), runtime.models().symbols(), "nobody has asked, so nothing is read either");
            assertTrue(Double.isNaN(expected(runtime, asked, null)));
            run(runtime, asked, null, 500, MINIMUM);
            run(runtime, other, null, 500, MINIMUM);
            assertEquals(500, expected(runtime, asked, null));
            assertTrue(runtime.models().describe("asked").orElseThrow().learning());
        }
        assertTrue(Files.exists(file("asked")));
        assertFalse(Files.exists(file("other")));
    }

    @Test
    void shouldLearnNothingFromKernelsThatFail() throws InterruptedException {
        Codelet failing = Codelet.named("fails")
                .access()
                .cpu(kernel -> {
                    throw new IllegalStateException("on purpose");
                })
                .model(PerformanceModel.history("fails"))
                .build();
        try (TaskRuntime runtime = runtime(Calibration.ON)) {
            for (int time = 0; time < MINIMUM; time++) {
                runtime.task(failing).submit();
            }
            assertThrows(TasksFailedException.class, runtime::waitAll);
            assertTrue(Double.isNaN(expected(runtime, failing, null)));
            assertEquals(
                    List.of(),
                    runtime.models()
                            .describe("fails")
                            .map(ModelDescription::cases)
                            .orElse(List.of()));
        }
        assertFalse(Files.exists(file("fails")));
    }

    @Test
    void shouldPutAsideWhatIsKnownWhenCalibratedFromScratch() throws InterruptedException {
        Codelet codelet = without(PerformanceModel.history("scale"));
        try (TaskRuntime runtime = runtime(Calibration.ON)) {
            run(runtime, codelet, null, 500, 50);
        }
        try (TaskRuntime runtime = runtime(Calibration.FROM_SCRATCH)) {
            assertTrue(Double.isNaN(expected(runtime, codelet, null)));
            run(runtime, codelet, null, 300, MINIMUM);
        }
        try (TaskRuntime runtime = runtime(Calibration.ON)) {
            assertEquals(300, expected(runtime, codelet, null));
            run(runtime, codelet, null, 300, 5);
            assertEquals(
                    MINIMUM + 5,
                    runtime.models()
                            .describe("scale")
                            .orElseThrow()
                            .cases()
                            .getFirst()
                            .samples());
        }
    }

    @Test
    void shouldCountEveryExecutionInTheFile() throws InterruptedException {
        for (PerformanceModel model :
                List.of(PerformanceModel.regression("line"), PerformanceModel.nonLinearRegression("bent"))) {
            Codelet codelet = onData(model);
            for (int round = 1; round <= 2; round++) {
                try (TaskRuntime runtime = runtime(Calibration.ON)) {
                    for (int index = 0; index < 123; index++) {
                        DataHandle data = runtime.data().vector(new double[100 + 10 * (index % 20)]);
                        run(runtime, codelet, data, 1000 + data.bytes(), 1);
                    }
                }
                try (TaskRuntime runtime = runtime(Calibration.OFF)) {
                    assertEquals(
                            123L * round,
                            runtime.models().describe(model.symbol()).orElseThrow().cases().stream()
                                    .mapToLong(ModelCase::samples)
                                    .sum());
                }
            }
        }
    }

    @Test
    void shouldPredictSizesThatNeverRanByACurve() throws InterruptedException {
        Codelet line = onData(PerformanceModel.regression("line"));
        Codelet bent = onData(PerformanceModel.nonLinearRegression("bent"));
        try (TaskRuntime runtime = runtime(Calibration.ON)) {
            for (int length = 100; length < 100_000; length *= 2) {
                DataHandle data = runtime.data().vector(new float[length]);
                run(runtime, line, data, 3L * length, 2);
                run(runtime, bent, data, 3L * length + 20_000, 2);
            }
            DataHandle data = runtime.data().vector(new float[12_345]);
            assertEquals(3 * 12_345, expected(runtime, line, data), 500);
            assertEquals(3 * 12_345 + 20_000, expected(runtime, bent, data), 500);
            DataHandle huge = runtime.data().vector(new float[1_000_000]);
            assertTrue(Double.isNaN(expected(runtime, line, huge)), "beyond what was measured");
            run(runtime, bent, huge, 77_777, MINIMUM);
        }
        try (TaskRuntime runtime = runtime(Calibration.OFF)) {
            DataHandle data = runtime.data().vector(new float[12_345]);
            assertEquals(3 * 12_345, expected(runtime, line, data), 500);
            ModelFit fit =
                    runtime.models().describe("line").orElseThrow().fits().getFirst();
            assertTrue(fit.valid());
            assertEquals(1, fit.coefficients().get(1), 0.01);
            assertEquals(3 * 12_345, fit.at(4 * 12_345), 500);
        }
    }

    @Test
    void shouldPredictByParameters() throws InterruptedException {
        Codelet codelet = without(PerformanceModel.multipleRegression(
                "rows and columns",
                List.of("M", "N"),
                (task, values) -> {
                    long number = task.id();
                    values[0] = number % 17;
                    values[1] = number % 13;
                },
                List.of(List.of(1, 0), List.of(1, 1))));
        try (TaskRuntime runtime = runtime(Calibration.ON)) {
            assertTrue(Double.isNaN(expected(runtime, codelet, null)));
            for (int index = 0; index < 100; index++) {
                Task task = runtime.task(codelet);
                task.argument(1000 + 50 * (task.id() % 17) + 7 * (task.id() % 17) * (task.id() % 13))
                        .submit();
            }
            runtime.waitAll();
            Task asked = runtime.task(codelet);
            double truth = 1000 + 50.0 * (asked.id() % 17) + 7.0 * (asked.id() % 17) * (asked.id() % 13);
            assertEquals(
                    truth,
                    runtime.predictor().executionNanos(asked, runtime.workers().getFirst(), 0),
                    1);
        }
        try (TaskRuntime runtime = runtime(Calibration.OFF)) {
            Task asked = runtime.task(codelet);
            double truth = 1000 + 50.0 * (asked.id() % 17) + 7.0 * (asked.id() % 17) * (asked.id() % 13);
            assertEquals(
                    truth,
                    runtime.predictor().executionNanos(asked, runtime.workers().getFirst(), 0),
                    1);
        }
    }

    @Test
    void shouldUseTheSizeAndTheFootprintThatTheProgramGives() throws InterruptedException {
        Codelet byHalves = without(PerformanceModel.history("halves").withFootprint(task -> (int) (task.id() % 2)));
        Codelet bySize = without(PerformanceModel.regression("sizes").withSize(task -> 1000 * task.id()));
        try (TaskRuntime runtime = runtime(Calibration.ON)) {
            for (int index = 0; index < 2 * MINIMUM; index++) {
                Task task = runtime.task(byHalves);
                task.argument(100 + 1000 * (task.id() % 2)).submit();
            }
            runtime.waitAll();
            Task even = runtime.task(byHalves);
            assertEquals(
                    100 + 1000 * (even.id() % 2),
                    runtime.predictor().executionNanos(even, runtime.workers().getFirst(), 0));
            for (int index = 0; index < 2 * MINIMUM; index++) {
                Task task = runtime.task(bySize);
                task.argument(5 * task.id()).submit();
            }
            runtime.waitAll();
            Task next = runtime.task(bySize);
            assertEquals(
                    5.0 * next.id(),
                    runtime.predictor().executionNanos(next, runtime.workers().getFirst(), 0),
                    1);
        }
    }

    @Test
    void shouldTakeTheCostsThatTheProgramGives() {
        try (TaskRuntime runtime = runtime(Calibration.ON)) {
            assertEquals(2000, expected(runtime, without(PerformanceModel.common("c", (task, number) -> 1000)), null));
            assertEquals(
                    1000,
                    expected(
                            runtime,
                            without(PerformanceModel.perArchitecture(
                                    "a", (task, architecture, number) -> architecture == Architecture.CPU ? 1000 : 1)),
                            null));
            Codelet byWorker =
                    without(PerformanceModel.perWorker("w", (task, worker, number) -> 1000 * (1 + worker.id())));
            assertTrue(byWorker.model().distinguishesWorkers());
            Worker second = runtime.workers().get(1);
            assertEquals(2000, runtime.predictor().executionNanos(runtime.task(byWorker), second, 0));
            // 2 / (1/1000 + 1/2000)
            assertEquals(4000 / 3.0, runtime.predictor().averageNanos(runtime.task(byWorker)), 1e-9);
        }
    }

    @Test
    void shouldReportAFunctionOfTheProgramThatThrowsAndGoOn() throws InterruptedException {
        Codelet bad = without(PerformanceModel.history("bad").withSize(task -> {
            throw new IllegalStateException("on purpose");
        }));
        Codelet negative = without(PerformanceModel.common("negative", (task, number) -> -1));
        try (TaskRuntime runtime = runtime(Calibration.ON)) {
            run(runtime, bad, null, 100, 20);
            assertTrue(Double.isNaN(expected(runtime, bad, null)));
            assertTrue(Double.isNaN(expected(runtime, negative, null)));
        }
    }

    @Test
    void shouldPredictTheBestImplementationOnAverage() {
        Codelet codelet = Codelet.named("two")
                .access()
                .cpu(kernel -> {})
                .cpu(kernel -> {})
                .model(PerformanceModel.history("two"))
                .build();
        try (TaskRuntime runtime = runtime(Calibration.OFF)) {
            Task task = runtime.task(codelet);
            Worker worker = runtime.workers().getFirst();
            assertTrue(Double.isNaN(runtime.predictor().averageNanos(task)));
            for (int time = 0; time < MINIMUM; time++) {
                runtime.models().feed(codelet.model(), task, worker, 0, 900);
                runtime.models().feed(codelet.model(), task, worker, 1, 300);
            }
            assertEquals(900, runtime.predictor().executionNanos(task, worker, 0));
            assertEquals(300, runtime.predictor().executionNanos(task, worker, 1));
            assertEquals(300, runtime.predictor().averageNanos(task), 1e-9);
        }
        assertTrue(Files.exists(file("two")), "what is fed is kept");
    }

    @Test
    void shouldPredictEnergyOfItsOwnModel() {
        Codelet codelet = Codelet.named("both")
                .access()
                .cpu(kernel -> {})
                .model(PerformanceModel.history("both"))
                .energyModel(PerformanceModel.history("both-energy"))
                .build();
        try (TaskRuntime runtime = runtime(Calibration.OFF)) {
            Task task = runtime.task(codelet);
            Worker worker = runtime.workers().getFirst();
            for (int time = 0; time < MINIMUM; time++) {
                runtime.models().feed(codelet.energyModel(), task, worker, 0, 12.5);
            }
            assertEquals(12.5, runtime.predictor().energyJoules(task, worker, 0));
            assertTrue(Double.isNaN(runtime.predictor().executionNanos(task, worker, 0)));
            assertEquals(
                    ModelDescription.Unit.JOULES,
                    runtime.models().describe("both-energy").orElseThrow().unit());
            Codelet mixedUp = without(PerformanceModel.history("both-energy"));
            assertEquals(0, runtime.predictor().executionNanos(runtime.task(mixedUp), worker, 0));
            assertThrows(
                    IllegalArgumentException.class,
                    () -> runtime.models().feed(mixedUp.model(), runtime.task(mixedUp), worker, 0, 1));
        }
    }

    @Test
    void shouldRefuseMeasurementsThatCannotBe() {
        Codelet codelet = without(PerformanceModel.history("scale"));
        Codelet given = without(PerformanceModel.common("given", (task, number) -> 1));
        try (TaskRuntime runtime = runtime(Calibration.OFF)) {
            Task task = runtime.task(codelet);
            Worker worker = runtime.workers().getFirst();
            List<String> messages = new ArrayList<>();
            for (double value : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
                messages.add(assertThrows(
                                IllegalArgumentException.class,
                                () -> runtime.models().feed(codelet.model(), task, worker, 0, value))
                        .getMessage());
            }
            messages.forEach(message -> assertTrue(message.contains("'scale'"), message));
            assertThrows(
                    IllegalArgumentException.class, () -> runtime.models().feed(codelet.model(), task, worker, -1, 1));
            assertThrows(
                    IllegalArgumentException.class,
                    () -> runtime.models().feed(given.model(), runtime.task(given), worker, 0, 1));
            assertThrows(
                    IllegalArgumentException.class, () -> runtime.models().feed("x", Architecture.CPU, 0, 0, 0, -1, 1));
        }
    }

    @Test
    void shouldBoundHowManyCasesItKeepsApart() throws InterruptedException {
        Codelet history = without(PerformanceModel.history("each").withFootprint(task -> (int) task.id()));
        Codelet line = without(PerformanceModel.regression("line").withSize(Task::id));
        try (TaskRuntime runtime = runtime(Calibration.ON)) {
            for (int index = 0; index < CaseTable.MOST + 100; index++) {
                runtime.task(history).argument(100L).submit();
                Task task = runtime.task(line);
                task.argument(100 * task.id()).submit();
            }
            runtime.waitAll();
            assertEquals(
                    CaseTable.MOST,
                    runtime.models().describe("each").orElseThrow().cases().size());
            assertTrue(runtime.models().describe("line").orElseThrow().cases().size() <= CaseTable.MOST);
            Task task = runtime.task(line);
            assertEquals(
                    100.0 * task.id(),
                    runtime.predictor().executionNanos(task, runtime.workers().getFirst(), 0),
                    0.01 * 100 * task.id());
        }
    }

    @Test
    void shouldGroupWorkersThatAreAlike() {
        try (TaskRuntime runtime = runtime(settings())) {
            List<Worker> workers = runtime.workers();
            assertEquals(
                    runtime.predictor().kind(workers.get(0)),
                    runtime.predictor().kind(workers.get(1)));
            assertEquals(0.5, runtime.predictor().relativeSpeed(workers.get(0)));
        }
    }

    @Test
    void shouldKeepDevicesApartThatAreNotAlike() throws InterruptedException {
        laboratory.addDriver("timed", new TimedDriver(3, index -> Map.of("device", index / 2)));
        Codelet codelet = without(PerformanceModel.history("scale"));
        try (TaskRuntime runtime = runtime(settings().withAlike(Set.of()).withCalibration(Calibration.ON))) {
            List<Worker> workers = runtime.workers();
            for (int time = 0; time < MINIMUM; time++) {
                runtime.task(codelet).argument(100L).on(workers.get(0)).submit();
                runtime.task(codelet).argument(700L).on(workers.get(2)).submit();
            }
            runtime.waitAll();
            Task task = runtime.task(codelet);
            assertEquals(100, runtime.predictor().executionNanos(task, workers.get(1), 0));
            assertEquals(700, runtime.predictor().executionNanos(task, workers.get(2), 0));
            assertEquals(
                    runtime.predictor().kind(workers.get(0)),
                    runtime.predictor().kind(workers.get(1)));
            // 3 / (2/100 + 1/700)
            assertEquals(140, runtime.predictor().averageNanos(task), 1e-9);
        }
        try (TaskRuntime runtime = runtime(settings().withAlike(Set.of()))) {
            assertEquals(
                    Set.of(0, 1),
                    runtime.models().describe("scale").orElseThrow().cases().stream()
                            .map(ModelCase::device)
                            .collect(java.util.stream.Collectors.toSet()));
        }
    }

    @Test
    void shouldCloseEvenIfNothingCanBeKept() throws Exception {
        Codelet codelet = without(PerformanceModel.history("scale"));
        Path notAFolder = Files.writeString(folder.resolve("file"), "in the way");
        TaskRuntime runtime = runtime(settings().withFolder(notAFolder).withCalibration(Calibration.ON));
        run(runtime, codelet, null, 100, MINIMUM);
        assertThrows(java.io.UncheckedIOException.class, runtime.models()::save);
        runtime.close();
    }

    @Test
    void shouldLearnWhatTeamsTakeForEachNumberOfMembers() throws InterruptedException {
        Codelet work = Codelet.named("work")
                .access()
                .cpu(kernel -> {})
                .spmd()
                .model(PerformanceModel.history("together"))
                .build();
        try (TaskRuntime runtime = runtime(settings().withCalibration(Calibration.ON), new TimedDriver(4))) {
            CombinedWorker pair =
                    runtime.defaultContext().combine(runtime.workers().subList(0, 2));
            CombinedWorker all = runtime.defaultContext().combine(runtime.workers());
            assertTrue(Double.isNaN(runtime.predictor().executionNanos(runtime.task(work), pair, 0)));
            for (int time = 0; time < MINIMUM; time++) {
                runtime.task(work)
                        .on(runtime.workers().getFirst())
                        .argument(1000L)
                        .submit();
                runtime.task(work).on(pair).argument(600L).submit();
            }
            runtime.waitAll();
            check(runtime, work, pair, all);
        }
        try (TaskRuntime runtime = runtime(settings())) { // from the file
            CombinedWorker pair =
                    runtime.defaultContext().combine(runtime.workers().subList(2, 4));
            check(runtime, work, pair, runtime.defaultContext().combine(runtime.workers()));
            assertEquals(
                    List.of(1, 2),
                    runtime.models().describe("together").orElseThrow().cases().stream()
                            .map(ModelCase::members)
                            .toList());
        }
    }

    private static void check(TaskRuntime runtime, Codelet work, CombinedWorker pair, CombinedWorker all) {
        Task task = runtime.task(work);
        assertEquals(1000, runtime.predictor().executionNanos(task, pair.leader(), 0));
        assertEquals(600, runtime.predictor().executionNanos(task, pair, 0));
        assertTrue(Double.isNaN(runtime.predictor().executionNanos(task, all, 0)));
    }

    @Test
    void shouldShareTheCostThatAProgramGivesAmongTheMembers() {
        Codelet work = Codelet.named("work")
                .access()
                .cpu(kernel -> {})
                .spmd()
                .model(PerformanceModel.perArchitecture("given", (task, architecture, implementation) -> 1200))
                .energyModel(PerformanceModel.perArchitecture("energy", (task, architecture, implementation) -> 7))
                .build();
        try (TaskRuntime runtime = runtime(settings(), new TimedDriver(4))) {
            CombinedWorker three =
                    runtime.defaultContext().combine(runtime.workers().subList(0, 3));
            assertEquals(400, runtime.predictor().executionNanos(runtime.task(work), three, 0));
            assertEquals(7, runtime.predictor().energyJoules(runtime.task(work), three, 0));
            assertEquals(1.5, runtime.predictor().relativeSpeed(three));
        }
    }
}
