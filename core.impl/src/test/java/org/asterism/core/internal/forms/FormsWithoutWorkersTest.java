package org.asterism.core.internal.forms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.ContextDescription;
import org.asterism.api.Kernel;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.Worker;
import org.asterism.api.WorkerSelection;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.MultiFormatLayout;
import org.asterism.api.data.VectorLayout;
import org.asterism.api.data.VectorView;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.testing.Await;
import org.asterism.core.internal.testing.HandDevice;
import org.asterism.core.internal.testing.HandDriver;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The workers leave that a conversion waits for, other than with a lost device. A task on a CPU needs a number whose
 * form for devices is up to date, and only devices convert it; their workers are busy, so the conversion waits for
 * them.
 */
@Timeout(60)
class FormsWithoutWorkersTest {
    private final Laboratory laboratory = new Laboratory();
    private final HandDriver driver = new HandDriver().withPipeline(1);
    private final HandDevice device = driver.comes();
    private final AtomicInteger conversions = new AtomicInteger();
    private HandDevice other;
    private DriverPlugin plugin;
    private TaskRuntime runtime;

    @BeforeEach
    void begin() {
        laboratory.addDriver("cpu", new InlineDriver(1));
        plugin = laboratory.addDriver("hand", driver);
        runtime = laboratory.runtime();
    }

    @AfterEach
    void close() {
        device.endAllFromNowOn(); // whoever closes a runtime waits for kernels
        if (other != null) {
            other.endAllFromNowOn();
        }
        laboratory.close();
    }

    private static Codelet onDevices(String name, int attempts, Kernel kernel, Access... modes) {
        return Codelet.named(name)
                .access(modes)
                .attempts(attempts)
                .implementation(HandDevice.ARCHITECTURE, kernel)
                .build();
    }

    /** A number whose form for devices is the only one that is up to date. */
    private DataHandle number(Kernel back, int attempts) throws InterruptedException {
        Codelet there = onDevices(
                "there",
                1,
                context -> context.view(1, VectorView.class)
                        .setLong(1, context.view(0, VectorView.class).getLong(0)),
                Access.R,
                Access.W);
        DataHandle number = runtime.data()
                .temporary(MultiFormatLayout.of(new VectorLayout(ElementType.LONG, 1))
                        .with(
                                HandDevice.ARCHITECTURE,
                                new VectorLayout(ElementType.LONG, 2),
                                there,
                                onDevices("back", attempts, back, Access.R, Access.W)))
                .named("number");
        Task task = runtime.task(onDevices(
                        "set", 1, context -> context.view(0, VectorView.class).setLong(1, 20), Access.W))
                .data(number)
                .where(on(device))
                .submit();
        Await.await(() -> device.underWay() == 1);
        device.endNext(0);
        task.await();
        return number;
    }

    private DataHandle number() throws InterruptedException {
        return number(
                context -> {
                    conversions.incrementAndGet();
                    context.view(1, VectorView.class)
                            .setLong(0, context.view(0, VectorView.class).getLong(1));
                },
                1);
    }

    /** Has a device do something else until the test lets that end. */
    private Task keepBusy(HandDevice busy) {
        Task task = runtime.task(onDevices("other", 1, context -> {}))
                .where(on(busy))
                .submit();
        Await.await(() -> busy.underWay() == 1);
        return task;
    }

    /** Submits a task to a context that needs the form of CPUs, and waits until the conversion waits. */
    private Task read(SchedulingContext context, DataHandle number) {
        Task task = context.task(Codelet.named("read")
                        .access(Access.R)
                        .cpu(kernel -> assertEquals(
                                20, kernel.view(0, VectorView.class).getLong(0)))
                        .build())
                .data(number)
                .submit();
        Await.await(() -> runtime.tasks(9).oldestWaiting().stream()
                .anyMatch(waiting -> waiting.codelet().equals("back") && waiting.state() == TaskState.READY));
        return task;
    }

    private static Predicate<Worker> on(HandDevice which) {
        String name = which.name();
        return worker -> worker.name().startsWith(name);
    }

    private List<Worker> workersOf(HandDevice which) {
        return runtime.workers().stream().filter(on(which)).toList();
    }

    private void requireFailure(Task task) {
        String message = assertThrows(TaskFailedException.class, task::await).getMessage();
        assertTrue(
                message.contains("no worker can convert it to its standard form")
                        && message.contains("there are workers of [cpu]"),
                message);
        assertEquals(0, conversions.get());
    }

    @Test
    void shouldNotWaitForWorkersWhoseDriverLeaves() throws Exception {
        DataHandle number = number();
        Task busy = keepBusy(device);
        Task reading = read(runtime.defaultContext(), number);
        Thread leaving = Thread.ofPlatform().start(() -> laboratory.plugins.remove(plugin));
        requireFailure(reading);
        device.endAllFromNowOn();
        leaving.join();
        assertEquals(TaskState.DONE, busy.state());
    }

    @Test
    void shouldNotWaitForWorkersThatAreRemoved() throws InterruptedException {
        DataHandle number = number();
        keepBusy(device);
        Task reading = read(runtime.defaultContext(), number);
        runtime.defaultContext().removeWorkers(workersOf(device));
        requireFailure(reading);
    }

    @Test
    void shouldNotWaitForWorkersThatAnotherContextTakes() throws InterruptedException {
        DataHandle number = number();
        keepBusy(device);
        Task reading = read(runtime.defaultContext(), number);
        runtime.createContext("devices", "eager", worker -> worker.architecture() == HandDevice.ARCHITECTURE);
        requireFailure(reading);
    }

    @Test
    void shouldNotTryAgainWhereNobodyIsLeft() throws InterruptedException {
        DataHandle number = number(
                context -> {
                    throw new IllegalStateException("not the first time");
                },
                2);
        Task reading = runtime.task(
                        Codelet.named("read").access(Access.R).cpu(kernel -> {}).build())
                .data(number)
                .submit();
        Await.await(() -> device.underWay() == 1);
        runtime.defaultContext().removeWorkers(workersOf(device));
        device.endNext(0);
        requireFailure(reading);
    }

    @Test
    void shouldWaitForWorkersThatAreLeft() throws InterruptedException {
        other = driver.comes();
        runtime.rescanDevices();
        DataHandle number = number();
        keepBusy(device);
        keepBusy(other);
        Task reading = read(runtime.defaultContext(), number);
        runtime.defaultContext().removeWorkers(workersOf(device));
        other.endAllFromNowOn();
        reading.await();
        assertEquals(1, conversions.get());
    }

    @Test
    void shouldFollowTheWorkersToTheHeir() throws InterruptedException {
        DataHandle number = number();
        keepBusy(device);
        SchedulingContext context = runtime.createContext(ContextDescription.named("closing")
                .withPolicy("eager")
                .withWorkers(WorkerSelection.all())
                .withHeir(SchedulingContext.DEFAULT));
        Task reading = read(context, number);
        context.close();
        device.endAllFromNowOn();
        reading.await();
        assertEquals(1, conversions.get());
    }
}
