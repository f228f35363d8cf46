package org.asterism.core.internal.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.asterism.api.Codelet;
import org.asterism.api.Kernel;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Task;
import org.asterism.api.TaskOverview.OverdueTask;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.core.internal.stepping.VirtualClock;
import org.asterism.core.internal.testing.Await;
import org.asterism.core.internal.testing.HandDevice;
import org.asterism.core.internal.testing.HandDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.core.internal.testing.TimedDriver;
import org.asterism.testsupport.CapturedLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WatchdogTest {
    private final CapturedLog log = CapturedLog.of(Watchdog.class);
    private final List<String> reports = log.messages();

    @AfterEach
    void stopListening() {
        log.close();
    }

    private static Codelet limited(Duration limit, Kernel kernel) {
        return Codelet.named("limited").access().cpu(kernel).timeLimit(limit).build();
    }

    private static boolean isWatchdogThere() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals("asterism-watchdog"));
    }

    @Test
    void shouldReportAKernelThatTakesTooLongWhileItRunsAndOnce() throws InterruptedException {
        AtomicLong now = new AtomicLong();
        Semaphore inside = new Semaphore(0);
        CountDownLatch go = new CountDownLatch(1);
        Codelet slow = limited(Duration.ofMillis(20), kernel -> {
            inside.release();
            go.await();
        });
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.factory.create(
                        RuntimeConfiguration.defaults().withClock(now::get))) {
            Worker second = runtime.workers().get(1);
            Task task = runtime.task(slow).on(second).submit();
            inside.acquire(); // before, the report would show where the worker is that launches it
            now.addAndGet(21_000_000);
            while (reports.isEmpty()) {
                Await.pause();
            }
            String report = reports.getFirst();
            assertTrue(report.startsWith(task + " has been running on cpu-1 for 21.0 ms"), report);
            assertTrue(report.contains("20.0 ms that codelet 'limited'"), report);
            assertTrue(report.contains(getClass().getName()), report);
            OverdueTask overdue = runtime.tasks(0).overdue().getFirst();
            assertEquals(task.id(), overdue.id());
            assertEquals("cpu-1", overdue.worker());
            assertEquals(Duration.ofMillis(20), overdue.limit());
            assertEquals(Duration.ofMillis(21), overdue.elapsed());
            // Another is reported while the first is still there: by then the first would have been again.
            Task another = runtime.task(slow).on(runtime.workers().getFirst()).submit();
            inside.acquire();
            now.addAndGet(21_000_000);
            while (reports.size() < 2) {
                Await.pause();
            }
            assertEquals(
                    List.of(task.id(), another.id()),
                    runtime.tasks(0).overdue().stream().map(OverdueTask::id).toList());
            go.countDown();
            runtime.waitAll();
            assertEquals(2, reports.size());
            assertEquals(List.of(), runtime.tasks(0).overdue());
        }
        while (isWatchdogThere()) {
            Await.pause();
        }
    }

    @Test
    void shouldNoticeAShortLimitBehindALongOne() throws InterruptedException {
        CountDownLatch go = new CountDownLatch(1);
        Codelet patient = limited(Duration.ofDays(1_000_000), kernel -> go.await());
        Codelet hasty = limited(Duration.ofMillis(10), kernel -> go.await());
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            runtime.task(patient).on(runtime.workers().getFirst()).submit();
            Task task = runtime.task(hasty).on(runtime.workers().get(1)).submit();
            while (reports.isEmpty()) {
                Await.pause();
            }
            assertTrue(reports.getFirst().startsWith(task.toString()), reports::getFirst);
            go.countDown();
            runtime.waitAll();
        }
    }

    @Test
    void shouldLetKernelsInPeaceThatKeepTheirLimitOrHaveNone() throws InterruptedException {
        while (isWatchdogThere()) {
            Await.pause(); // another test's
        }
        Codelet unlimited =
                Codelet.named("unlimited").access().cpu(kernel -> {}).build();
        Codelet quick = limited(Duration.ofDays(1), kernel -> {});
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            for (int index = 0; index < 100; index++) {
                runtime.task(unlimited).submit();
            }
            runtime.waitAll();
            assertFalse(isWatchdogThere());
            for (int index = 0; index < 100; index++) {
                runtime.task(quick).submit();
            }
            runtime.waitAll();
            assertTrue(isWatchdogThere());
            assertEquals(List.of(), reports);
        }
    }

    @Test
    void shouldLookAtAsynchronousKernelsWhenTheyArePolled() throws InterruptedException {
        VirtualClock clock = new VirtualClock();
        Codelet limited = limited(Duration.ofNanos(300), kernel -> {});
        try (Laboratory laboratory = new Laboratory()) {
            laboratory.addDriver("timed", new TimedDriver(1));
            TaskRuntime runtime =
                    laboratory.factory.create(RuntimeConfiguration.defaults().withClock(clock));
            runtime.task(limited).argument(200L).submit().await();
            assertEquals(List.of(), reports);
            Task task = runtime.task(limited).argument(1000L).submit();
            assertFalse(runtime.waitAll(Duration.ofNanos(500)));
            assertEquals(
                    Duration.ofNanos(500), runtime.tasks(0).overdue().getFirst().elapsed());
            task.await();
            assertEquals(1, reports.size());
            assertTrue(reports.getFirst().startsWith(task.toString()), reports::getFirst);
            assertEquals(List.of(), runtime.tasks(0).overdue());
            runtime.close();
        }
    }

    @Test
    void shouldReportAKernelThatGoesOnByItselfWhileItsWorkerSleeps() throws InterruptedException {
        HandDriver driver = new HandDriver();
        HandDevice device = driver.comes();
        Codelet limited = Codelet.named("limited")
                .access()
                .implementation(HandDevice.ARCHITECTURE, (Kernel) kernel -> {})
                .timeLimit(Duration.ofMillis(10))
                .build();
        try (Laboratory laboratory = new Laboratory()) {
            laboratory.addDriver("hand", driver);
            TaskRuntime runtime = laboratory.runtime();
            Task task = runtime.task(limited).submit();
            while (reports.isEmpty()) {
                Await.pause();
            }
            assertTrue(reports.getFirst().startsWith(task + " has been running on hand-0 for "), reports::getFirst);
            assertFalse(reports.getFirst().contains("it is at"), reports::getFirst);
            device.endAll();
            task.await();
            assertEquals(1, reports.size());
        }
    }

    @Test
    void shouldRefuseALimitOfNoTime() {
        assertThrows(IllegalArgumentException.class, () -> limited(Duration.ZERO, kernel -> {}));
    }
}
