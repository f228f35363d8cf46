package org.asterism.profile.metrics;

import static org.asterism.core.internal.testing.Await.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.Kernel;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TasksFailedException;
import org.asterism.api.data.DataHandle;
import org.asterism.core.internal.testing.HandDevice;
import org.asterism.core.internal.testing.HandDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RuntimeMetricsTest {
    private static final Codelet NOTHING =
            Codelet.named("nothing").cpu(kernel -> {}).build();

    private final Laboratory laboratory = Laboratory.withWorkers(1);
    private final TaskRuntime runtime = laboratory.runtime();
    private RuntimeMetrics metrics = RuntimeMetrics.of("lab", runtime);

    @AfterEach
    void close() {
        metrics.close();
        runtime.close();
        laboratory.close();
    }

    private double value(Metric metric, String... labels) {
        List<Sample> found = metrics.read().stream()
                .filter(each -> each.metric() == metric && each.labels().equals(List.of(labels)))
                .toList();
        assertEquals(1, found.size(), () -> metric + Arrays.toString(labels) + " in " + metrics.read());
        return found.getFirst().value();
    }

    @Test
    void shouldCountTasksByState() throws InterruptedException {
        CountDownLatch go = new CountDownLatch(1);
        DataHandle token = runtime.data().token();
        Codelet waiting = Codelet.named("waiting")
                .access(Access.RW)
                .cpu(kernel -> go.await())
                .build();
        Task running = runtime.task(waiting).data(token).submit();
        runtime.task(waiting).data(token).submit();
        runtime.task(NOTHING).submit();
        await(() -> value(Metric.RUNNING_TASKS, "default") == 1);
        assertEquals(3, value(Metric.SUBMITTED_TASKS, "default"));
        assertEquals(1, value(Metric.READY_TASKS, "default"));
        assertEquals(1, value(Metric.WAITING_TASKS, "default"));
        assertEquals(0, value(Metric.TASKS, "default", "done"));
        go.countDown();
        running.await();
        runtime.task(Codelet.named("broken")
                        .cpu(kernel -> {
                            throw new IllegalStateException("no luck");
                        })
                        .build())
                .submit();
        assertThrows(TasksFailedException.class, runtime::waitAll);
        assertEquals(3, value(Metric.TASKS, "default", "done"));
        assertEquals(1, value(Metric.TASKS, "default", "failed"));
        assertEquals(0, value(Metric.READY_TASKS, "default"));
        assertEquals(4, value(Metric.WORKER_TASKS, "cpu-0", "cpu"));
        assertTrue(value(Metric.WORKER_BUSY, "default", "cpu-0", "cpu") > 0);
        assertTrue(value(Metric.UPTIME) > 0);
        assertEquals(1, value(Metric.CONTEXT_WORKERS, "default"));
    }

    @Test
    void shouldCountPolicySwapsAndParkedContexts() {
        double before = value(Metric.POLICY_SWAPS, "default");
        runtime.defaultContext().usePolicy("prio");
        assertEquals(before + 1, value(Metric.POLICY_SWAPS, "default"));
        assertEquals(0, value(Metric.CONTEXT_PARKED, "default"));
        laboratory.plugins.remove(laboratory.eager);
        laboratory.plugins.remove(laboratory.prio);
        assertEquals(1, value(Metric.CONTEXT_PARKED, "default"));
        laboratory.plugins.add(laboratory.eager);
    }

    @Test
    void shouldCountLostWorkersAndCopiedBytes() throws InterruptedException {
        HandDriver driver = new HandDriver();
        HandDevice device = driver.comes();
        device.endAllFromNowOn();
        laboratory.addDriver("hand", driver);
        Codelet touch = Codelet.named("touch")
                .access(Access.RW)
                .implementation(HandDevice.ARCHITECTURE, (Kernel) kernel -> {})
                .build();
        runtime.task(touch).data(runtime.data().vector(new long[4])).submit().await();
        assertEquals(32, value(Metric.RECEIVED, "hand-0"));
        assertEquals(32, value(Metric.SENT, "main"));
        assertTrue(value(Metric.MEMORY_USED, "hand-0") >= 32);
        assertEquals(0, value(Metric.LOST_WORKERS));
        device.lose("error 999");
        runtime.task(touch).data(runtime.data().vector(new long[4])).submit();
        await(() -> value(Metric.LOST_WORKERS) == 1);
    }

    @Test
    void shouldCountByCodeletOnDemandOnly() throws InterruptedException {
        runtime.task(NOTHING).submit().await();
        runtime.waitAll();
        assertTrue(metrics.read().stream().noneMatch(each -> each.metric() == Metric.CODELET_TASKS));
        metrics.close();
        metrics = RuntimeMetrics.ofTasksByCodelet("lab", runtime);
        runtime.task(NOTHING).submit().await();
        runtime.waitAll();
        assertEquals(1, value(Metric.CODELET_TASKS, "nothing"));
        assertTrue(value(Metric.CODELET_SECONDS, "nothing") > 0);
    }

    @Test
    void shouldGiveEachMetricOfTheTable() throws InterruptedException {
        metrics.close();
        metrics = RuntimeMetrics.ofTasksByCodelet("lab", runtime);
        runtime.task(NOTHING).submit().await();
        runtime.waitAll();
        Set<Metric> missing = new HashSet<>(Set.of(Metric.values()));
        missing.removeAll(metrics.read().stream().map(Sample::metric).collect(Collectors.toSet()));
        assertEquals(Set.of(Metric.MEMORY_CAPACITY), missing, "main memory has no limit here");
    }

    @Test
    void shouldLetGoOfTheRuntimeWhenItIsClosed() {
        metrics.close();
        assertEquals(List.of(), metrics.read());
    }
}
