package org.asterism.core.internal.devices;

import static org.asterism.core.internal.testing.Await.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.Kernel;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Task;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskRuntime;
import org.asterism.api.WorkerFlag;
import org.asterism.api.data.Acquisition;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.VectorView;
import org.asterism.core.internal.testing.HandDevice;
import org.asterism.core.internal.testing.HandDriver;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.core.internal.testing.TeamPolicy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The device is lost of a worker that runs a task in a team. */
@Timeout(20)
class LostTeamTest {
    private final Laboratory laboratory = new Laboratory();
    private final HandDriver driver = new HandDriver().withUnits(2).withPipeline(1);
    private final AtomicInteger runs = new AtomicInteger();
    private TaskRuntime runtime;

    @AfterEach
    void close() {
        laboratory.close();
    }

    private void begin() {
        laboratory.addDriver("hand", driver);
        laboratory.addPolicy("teams", TeamPolicy::new);
        runtime = laboratory.factory.create(RuntimeConfiguration.defaults().withPolicy("teams"));
        runtime.defaultContext().combine(runtime.workers().subList(0, 2));
    }

    /**
     * Makes its first data one more than the last, if a worker runs it alone; the members of a team leave nonsense
     * there.
     */
    private Codelet.Builder adding(Access... modes) {
        Kernel kernel = context -> {
            if (context.teamSize() == 1) {
                runs.incrementAndGet();
            }
            context.view(0, VectorView.class)
                    .setLong(
                            0,
                            context.teamSize() > 1
                                    ? 99
                                    : context.view(context.dataCount() - 1, VectorView.class)
                                                    .getLong(0)
                                            + 1);
        };
        return Codelet.named("together").access(modes).cpu(kernel).spmd();
    }

    /** Submits a task that both workers of a device run, which is under way then. */
    private Task underWay(HandDevice device, long[]... data) {
        Codelet codelet = data.length == 1
                ? adding(Access.RW).build()
                : adding(Access.W, Access.R).build();
        Task task = runtime.task(codelet)
                .data(List.of(data).stream().map(runtime.data()::vector).toArray(DataHandle[]::new))
                .submit();
        await(() -> device.underWay() == 2);
        return task;
    }

    /** The first core leads the team then: whatever a team depends on has been asked, and may change. */
    private void awaitCallOfSecondCore() {
        await(() -> runtime.workers().get(1).flags().contains(WorkerFlag.CALLED));
    }

    private void addCore() {
        laboratory.addDriver("cpu", new InlineDriver(1));
    }

    @Test
    void shouldRunATasksTeamElsewhereWhoseDeviceIsLost() throws InterruptedException {
        HandDevice device = driver.comes().withCores();
        begin();
        long[] from = {5};
        long[] to = {0};
        Task task = underWay(device, to, from);
        addCore();
        device.lose("error 999");
        task.await();
        runtime.close();
        assertEquals(6, to[0]);
        assertEquals(1, runs.get());
    }

    @Test
    void shouldBeginAnewWithTheValueThatTheDataHadBeforeTheTeamBegan() throws InterruptedException {
        HandDevice device = driver.comes().withCores();
        begin();
        long[] numbers = {5};
        Task task = underWay(device, numbers);
        addCore();
        device.endNext(0); // has changed them
        device.lose("error 999");
        task.await();
        runtime.close();
        assertEquals(6, numbers[0]);
        assertEquals(1, runs.get());
    }

    @Test
    void shouldGiveUpATeamWhoseDeviceDoesNotAnswerAnyMore() throws InterruptedException {
        HandDevice device = driver.comes().withCores();
        begin();
        long[] from = {5};
        long[] to = {0};
        Task task = underWay(device, to, from);
        addCore();
        device.loseSilently("error 999");
        // Somebody else notices it.
        runtime.data().vector(new long[] {1}).prefetch(1);
        task.await();
        runtime.close();
        assertEquals(6, to[0]);
    }

    @Test
    void shouldFailIfNoOtherWorkerCanRunTheTask() {
        HandDevice device = driver.comes().withCores();
        begin();
        Task task = underWay(device, new long[] {0}, new long[] {5});
        device.lose("error 999");
        String message = assertThrows(TaskFailedException.class, task::await).getMessage();
        assertTrue(message.contains("was under way on [hand-0."), message);
        assertTrue(message.contains("] and cannot be run again"), message);
        assertTrue(message.contains("no other worker of context 'default' can execute it"), message);
        assertThrows(Exception.class, runtime::waitAll);
    }

    @Test
    void shouldGoOnIfTheDeviceIsLostBeforeTheTeamIsComplete() throws InterruptedException {
        HandDevice device = driver.comes().withCores();
        begin();
        Task busy = runtime.task(
                        Codelet.named("alone").access().cpu(kernel -> {}).build())
                .where(worker -> worker.name().equals("hand-0.1"))
                .submit();
        await(() -> device.underWay() == 1);
        long[] from = {5};
        long[] to = {0};
        Task task = runtime.task(adding(Access.W, Access.R).build())
                .data(runtime.data().vector(to), runtime.data().vector(from))
                .submit();
        awaitCallOfSecondCore();
        addCore();
        device.lose("error 999");
        task.await();
        busyEnds(busy);
        runtime.close();
        assertEquals(6, to[0]);
    }

    @Test
    void shouldLeaveTheDataAloneOfATeamThatHasNotBegun() throws InterruptedException {
        HandDevice cores = driver.inMainMemory().comes().withCores();
        laboratory.addDriver("hand", driver);
        HandDriver other = new HandDriver();
        other.comes();
        laboratory.addDriver("other", other);
        laboratory.addPolicy("teams", TeamPolicy::new);
        runtime = laboratory.factory.create(RuntimeConfiguration.defaults().withPolicy("teams"));
        runtime.defaultContext().combine(runtime.workers().subList(0, 2));
        long[] numbers = {4};
        DataHandle data = runtime.data().vector(numbers);
        data.prefetch(1).toCompletableFuture().join();
        try (Acquisition acquired = data.acquire(Access.RW)) {
            acquired.view(VectorView.class).setLong(0, 5);
        }
        Task busy = runtime.task(
                        Codelet.named("alone").access().cpu(kernel -> {}).build())
                .where(worker -> worker.name().equals("hand-0.1"))
                .submit();
        await(() -> cores.underWay() == 1);
        AtomicBoolean gone = new AtomicBoolean();
        Task task = runtime.task(adding(Access.RW).build())
                .data(data)
                .where(worker -> !gone.get() || !worker.name().startsWith("hand-0"))
                .submit();
        awaitCallOfSecondCore();
        addCore();
        gone.set(true);
        cores.lose("error 999");
        task.await();
        busyEnds(busy);
        runtime.close();
        assertEquals(6, numbers[0]);
        assertEquals(1, runs.get());
    }

    private static void busyEnds(Task busy) throws InterruptedException {
        try {
            busy.await();
        } catch (TaskFailedException noOtherWorker) {
            assertTrue(noOtherWorker.getMessage().contains("no other worker"), noOtherWorker::getMessage);
        }
    }
}
