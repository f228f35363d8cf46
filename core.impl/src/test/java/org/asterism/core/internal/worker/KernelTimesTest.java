package org.asterism.core.internal.worker;

import static org.asterism.core.internal.testing.Await.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.asterism.api.Codelet;
import org.asterism.api.Kernel;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.api.model.Calibration;
import org.asterism.api.model.ModelSettings;
import org.asterism.api.model.PerformanceModel;
import org.asterism.api.observation.RuntimeObserver;
import org.asterism.core.internal.testing.HandDevice;
import org.asterism.core.internal.testing.HandDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How long kernels are said to have run that were launched behind others. */
@Timeout(60)
class KernelTimesTest {
    private static final Codelet UNTIMED = codelet(null);
    private static final Codelet TIMED = codelet(PerformanceModel.history("timed"));

    private final Laboratory laboratory = new Laboratory();
    private final HandDriver driver = new HandDriver().withPipeline(2);
    private final HandDevice device = driver.comes();
    private final AtomicLong now = new AtomicLong(1_000_000);
    private TaskRuntime runtime;

    @BeforeEach
    void make(@TempDir Path folder) {
        laboratory.addDriver("hand", driver);
        ModelSettings settings = ModelSettings.defaults()
                .withFolder(folder)
                .withCalibration(Calibration.ON)
                .withMinimumSamples(1);
        runtime = laboratory.factory.create(
                RuntimeConfiguration.defaults().withClock(now::get).withModels(settings));
    }

    @AfterEach
    void close() {
        laboratory.close();
    }

    private static Codelet codelet(PerformanceModel model) {
        Codelet.Builder builder =
                Codelet.named("work").access().implementation(HandDevice.ARCHITECTURE, (Kernel) kernel -> {});
        return (model == null ? builder : builder.model(model)).build();
    }

    /** Launches one kernel behind another. */
    private List<Task> launch(Codelet first, Codelet second) {
        Task ahead = runtime.task(first).submit();
        await(() -> device.underWay() == 1);
        Task behind = runtime.task(second).submit();
        await(() -> device.underWay() == 2);
        return List.of(ahead, behind);
    }

    private void endAfter(long nanos, Task task) throws InterruptedException {
        now.addAndGet(nanos);
        device.endNext(0);
        task.await();
    }

    private double learnt() {
        return runtime.predictor()
                .executionNanos(runtime.task(TIMED), runtime.workers().getFirst(), 0);
    }

    @Test
    void shouldNotLearnTheTimeThatAKernelWaitedForTheOneAhead() throws InterruptedException {
        List<Task> tasks = launch(UNTIMED, TIMED);
        endAfter(700, tasks.get(0));
        endAfter(50, tasks.get(1));
        assertEquals(50, learnt());
    }

    @Test
    void shouldLearnWhatTheDriverHasMeasured() throws InterruptedException {
        List<Task> tasks = launch(UNTIMED, TIMED);
        device.nextRan(0, 600);
        endAfter(700, tasks.get(0));
        device.nextRan(0, 30);
        endAfter(50, tasks.get(1));
        assertEquals(30, learnt());
    }

    @Test
    void shouldShowObserversKernelsOneAfterTheOther() throws InterruptedException {
        List<String> seen = new CopyOnWriteArrayList<>();
        runtime.observe(new RuntimeObserver() {
            @Override
            public void executed(Task task, Worker worker, long begin, long end) {
                seen.add((begin - 1_000_000) + "-" + (end - 1_000_000));
            }
        });
        List<Task> tasks = launch(TIMED, TIMED);
        endAfter(100, tasks.get(0));
        device.nextRan(0, 80); // its end was noticed early, or that of the one ahead late
        endAfter(50, tasks.get(1));
        tasks = launch(TIMED, TIMED);
        endAfter(100, tasks.get(0));
        device.nextRan(0, 20);
        endAfter(50, tasks.get(1));
        assertEquals(List.of("0-100", "100-150", "150-250", "280-300"), seen);
    }
}
