package org.asterism.core.internal.devices;

import static org.asterism.core.internal.testing.Await.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.Kernel;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Task;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.Worker;
import org.asterism.api.data.CorruptDataException;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.Filters;
import org.asterism.api.data.ReplicateState;
import org.asterism.api.data.VectorView;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.testing.HandDevice;
import org.asterism.core.internal.testing.HandDriver;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.testsupport.CapturedLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A device is lost while tasks run there, data lie there, and copies are on their way. */
@Timeout(60)
class LostDeviceTest {
    private static final Kernel ADDING = kernel -> kernel.view(0, VectorView.class)
            .setLong(0, kernel.view(0, VectorView.class).getLong(0) + 1);
    private static final Codelet ADD = anywhere(ADDING, Access.RW);

    private final Laboratory laboratory = new Laboratory();
    private final HandDriver driver = new HandDriver();
    private final CapturedLog log = CapturedLog.of("org.asterism.core.internal.runtime.pool.LostDevices");
    private final List<String> reports = log.messages();
    private DriverPlugin plugin;
    private TaskRuntime runtime;

    @AfterEach
    void close() {
        laboratory.close();
        log.close();
    }

    private static Codelet anywhere(Kernel kernel, Access... modes) {
        return Codelet.named("work")
                .access(modes)
                .cpu(kernel)
                .implementation(HandDevice.ARCHITECTURE, kernel)
                .build();
    }

    private void begin() {
        plugin = laboratory.addDriver("hand", driver);
        runtime = laboratory.runtime();
    }

    private void addCpu() {
        laboratory.addDriver("cpu", new InlineDriver(1));
    }

    /** Waits until nothing reminds of the device but messages. */
    private void awaitRetirement(HandDevice device) {
        await(() -> runtime.workers().stream().noneMatch(worker -> worker.name().startsWith(device.name())));
        await(() -> device.memory().isClosed());
    }

    private Worker worker(String name) {
        return runtime.workers().stream()
                .filter(worker -> worker.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static String failure(Task task) {
        return assertThrows(TaskFailedException.class, task::await).getMessage();
    }

    @Test
    void shouldRunATaskElsewhereThatWasUnderWay() throws InterruptedException {
        HandDevice device = driver.comes();
        begin();
        long[] from = {5};
        long[] to = {0};
        Codelet copy = anywhere(
                kernel -> kernel.view(1, VectorView.class)
                        .setLong(0, kernel.view(0, VectorView.class).getLong(0)),
                Access.R,
                Access.W);
        Task task = runtime.task(copy)
                .data(runtime.data().vector(from), runtime.data().vector(to))
                .submit();
        await(() -> device.underWay() == 1);
        addCpu();
        device.lose("error 999");
        task.await();
        runtime.close();
        assertEquals(5, to[0]);
    }

    @Test
    void shouldRetireAllWorkersOfTheDeviceOnceAndSaySoInOneLine() throws InterruptedException {
        HandDevice device = driver.withUnits(3).withPipeline(2).comes();
        HandDevice other = driver.comes();
        begin();
        List<Task> tasks = new ArrayList<>();
        for (int unit = 0; unit < 3; unit++) {
            tasks.add(runtime.task(ADD)
                    .where(worker -> worker.name().startsWith("hand-0"))
                    .data(runtime.data().vector(new long[1]))
                    .submit());
        }
        await(() -> device.underWay() == 3);
        device.lose("error 999");
        awaitRetirement(device);
        assertEquals(
                List.of("hand-1.0", "hand-1.1", "hand-1.2"),
                runtime.workers().stream().map(Worker::name).toList());
        assertEquals(2, runtime.memoryNodes().size());
        for (Task task : tasks) {
            assertTrue(failure(task).contains("no other worker of context 'default' can execute it"));
        }
        await(() -> !reports.isEmpty()); // a worker is gone before that is said
        assertEquals(1, reports.size(), reports::toString);
        assertEquals(
                "device hand-0 is lost: error 999. Its workers [hand-0.0, hand-0.1, hand-0.2] are retired. Tasks that "
                        + "were"
                        + " under way there: 3; other workers run each of them if one can execute it and its data can "
                        + "be had,"
                        + " else it fails. Tasks that wait stay with their contexts",
                reports.getFirst());
        other.endAllFromNowOn();
        runtime.task(ADD).data(runtime.data().vector(new long[1])).submit().await();
        assertThrows(Exception.class, runtime::waitAll);
    }

    @Test
    void shouldRunATaskAnewThatHadBegunToChangeWhatAnotherCopyHasStill() throws InterruptedException {
        HandDevice device = driver.comes();
        begin();
        long[] array = {1};
        DataHandle data = runtime.data().vector(array);
        Task task = runtime.task(ADD).data(data).submit();
        await(() -> device.underWay() == 1);
        assertEquals(ReplicateState.INVALID, data.stateOn(0));
        addCpu();
        device.lose("error 999");
        task.await();
        data.close();
        assertEquals(2, array[0]);
    }

    @Test
    void shouldFailATaskThatHadBegunToChangeWhatOnlyTheDeviceHad() throws InterruptedException {
        HandDevice device = driver.comes();
        begin();
        DataHandle data = runtime.data().vector(new long[1]).named("x");
        Task first = runtime.task(ADD).data(data).submit();
        await(() -> device.underWay() == 1);
        device.endNext(0);
        first.await();
        Task second = runtime.task(ADD).data(data).submit();
        await(() -> device.underWay() == 1);
        addCpu();
        device.lose("error 999");
        String message = failure(second);
        assertTrue(message.contains("device hand-0 is lost: error 999"), message);
        assertTrue(message.contains("x had its only value there"), message);
        assertTrue(data.isCorrupt());
        assertEquals(TaskState.DONE, first.state());
        assertThrows(Exception.class, runtime::waitAll);
    }

    @Test
    void shouldNotRunATaskAgainWhoseKernelHadEnded() throws InterruptedException {
        HandDevice device = driver.comes();
        begin();
        addCpu();
        AtomicInteger runs = new AtomicInteger();
        Codelet counting = anywhere(kernel -> runs.incrementAndGet(), Access.W);
        DataHandle data = runtime.data().vector(new long[1]).named("x");
        Task task = runtime.task(counting)
                .where(worker -> worker.name().equals("hand-0"))
                .data(data)
                .submit();
        await(() -> device.underWay() == 1);
        device.endNext(0);
        device.lose("error 999");
        task.await();
        runtime.waitAll();
        assertEquals(1, runs.get());
    }

    @Test
    void shouldSayWhichDataWereLostAndLetOthersGoOn() throws InterruptedException {
        HandDevice device = driver.comes();
        begin();
        device.endAllFromNowOn();
        DataHandle lost = runtime.data().vector(new long[1]).named("lost");
        DataHandle saved = runtime.data().vector(new long[1]).named("saved");
        DataHandle never = runtime.data().vector(new long[1]).named("never closed");
        for (DataHandle each : List.of(lost, saved, never)) {
            runtime.task(ADD).data(each).submit().await();
        }
        saved.acquire(Access.R).release();
        device.lose("error 999");
        Task noticing = runtime.task(anywhere(kernel -> {})).submit();
        awaitRetirement(device);
        assertTrue(failure(noticing).contains("no other worker"));
        addCpu();
        Task bad = runtime.task(ADD).data(lost).submit();
        Task good = runtime.task(ADD).data(saved).submit();
        good.await();
        String message = failure(bad);
        assertTrue(message.contains("lost has lost its value: device hand-0 is lost: error 999"), message);
        try (var acquired = saved.acquire(Access.R)) {
            assertEquals(2, acquired.view(VectorView.class).getLong(0));
        }
        message = assertThrows(CorruptDataException.class, never::close).getMessage();
        assertTrue(message.contains("never closed has lost its value: device hand-0 is lost"), message);
        // Whoever writes them anew makes them whole.
        Codelet set = anywhere(kernel -> kernel.view(0, VectorView.class).setLong(0, 7), Access.W);
        runtime.task(set).data(lost).submit().await();
        try (var acquired = lost.acquire(Access.R)) {
            assertEquals(7, acquired.view(VectorView.class).getLong(0));
        }
        assertThrows(Exception.class, runtime::waitAll);
    }

    @Test
    void shouldLoseOnlyThePartsThatWereThere() throws InterruptedException {
        HandDevice device = driver.comes();
        begin();
        device.endAllFromNowOn();
        addCpu();
        DataHandle whole = runtime.data().vector(new long[2]).named("whole");
        var parts = whole.partition(Filters.blocks(2));
        runtime.task(ADD)
                .where(worker -> worker.name().equals("hand-0"))
                .data(parts.child(0))
                .submit()
                .await();
        device.lose("error 999");
        runtime.task(anywhere(kernel -> {})).on(worker("hand-0")).submit();
        awaitRetirement(device);
        runtime.task(ADD).data(parts.child(1)).submit().await();
        parts.close();
        Task bad = runtime.task(ADD).data(whole).submit();
        String message = failure(bad);
        assertTrue(message.contains("has lost its value: device hand-0 is lost"), message);
        assertThrows(Exception.class, () -> runtime.waitAll(java.time.Duration.ZERO));
    }

    @Test
    void shouldKeepTasksThatWaitAndRunThemOnTheDeviceWhenItIsBack() throws InterruptedException {
        HandDevice device = driver.withPipeline(1).comes();
        begin();
        Codelet there = Codelet.named("there")
                .access()
                .implementation(HandDevice.ARCHITECTURE, (Kernel) kernel -> {})
                .build();
        Task first = runtime.task(there).submit();
        await(() -> device.underWay() == 1);
        Task second = runtime.task(there).submit();
        var gone = device.memory();
        device.lose("error 999");
        await(gone::isClosed);
        assertTrue(failure(first).contains("no other worker"));
        assertEquals(TaskState.READY, second.state());
        assertEquals(List.of(), runtime.rescanDevices());
        device.comeBack();
        assertEquals(
                List.of("hand-0"),
                runtime.rescanDevices().stream().map(Worker::name).toList());
        assertEquals(List.of(), runtime.rescanDevices());
        await(() -> device.underWay() == 1);
        device.endAll();
        second.await();
        assertThrows(Exception.class, runtime::waitAll);
    }

    @Test
    void shouldGiveUpKernelsThatDoNotAnswerAnyMore() throws InterruptedException {
        HandDevice device = driver.withUnits(2).comes();
        begin();
        long[] array = {1};
        DataHandle data = runtime.data().vector(array);
        Task silent = runtime.task(ADD).data(data).submit();
        await(() -> device.underWay() == 1);
        addCpu();
        device.loseSilently("error 999");
        runtime.task(anywhere(kernel -> {}))
                .where(worker -> worker.name().startsWith("hand"))
                .submit();
        silent.await();
        data.close();
        assertEquals(2, array[0]);
        awaitRetirement(device);
    }

    /**
     * All that concerns memories waits for a driver here, and so do those who are to tell the device's other workers.
     */
    @Test
    void shouldNotLeaveATaskToAWorkerWhichHasNotBeenToldYetThatTheSameDeviceIsLost() throws Exception {
        HandDevice device = driver.withUnits(2).withPipeline(1).comes();
        HandDevice other = driver.comes();
        begin();
        Codelet without = anywhere(kernel -> {});
        Task busy = runtime.task(without).on(worker("hand-0.1")).submit();
        await(() -> device.underWay() == 1);
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answered = new CountDownLatch(1);
        other.memory().beforeAllocation(() -> {
            asked.countDown();
            await(() -> answered.getCount() == 0);
        });
        DataHandle data = runtime.data().vector(new long[1]);
        int node = worker("hand-1.0").memoryNode();
        Thread asking = Thread.ofPlatform().start(() -> data.prefetch(node));
        asked.await();
        device.loseSilently("error 999");
        Task task = runtime.task(without)
                .where(worker -> worker.name().startsWith("hand-0"))
                .submit();
        try {
            assertTrue(task.await(Duration.ofSeconds(10)), "it waits for a worker that will take none any more");
        } catch (TaskFailedException failed) {
            assertTrue(failed.getMessage().contains("no other worker of context 'default' can execute it"));
        } finally {
            answered.countDown();
        }
        asking.join();
        assertEquals(TaskState.FAILED, task.state());
        assertTrue(failure(busy).contains("no other worker"));
        awaitRetirement(device);
        assertThrows(Exception.class, runtime::waitAll);
    }

    @Test
    void shouldCopyFromElsewhereWhatWasOnItsWayFromTheLostDevice() throws InterruptedException {
        HandDevice first = driver.withPeers().comes();
        HandDevice second = driver.comes();
        begin();
        first.endAllFromNowOn();
        second.endAllFromNowOn();
        DataHandle data = runtime.data().vector(new long[1]).named("x");
        Codelet read = anywhere(kernel -> {}, Access.R);
        runtime.task(ADD).on(worker("hand-0")).data(data).submit().await();
        runtime.task(read).on(worker("hand-1")).data(data).submit().await();
        assertEquals(ReplicateState.INVALID, data.stateOn(0), "the devices reach each other");
        first.memory().hold();
        second.memory().hold();
        var acquired = data.acquireAsync(Access.R, 0).toCompletableFuture();
        HandDevice source = first.memory().copiesUnderWay() == 1 ? first : second;
        HandDevice other = source == first ? second : first;
        await(() -> source.memory().copiesUnderWay() == 1);
        source.lose("error 999");
        await(() -> other.memory().copiesUnderWay() == 1);
        other.memory().release();
        try (var seen = acquired.join()) {
            assertEquals(1, seen.view(VectorView.class).getLong(0));
        }
        awaitRetirement(source);
    }

    @Test
    void shouldLeaveTasksToOthersWhoseDataWereOnTheirWayToTheLostDeviceOrWaitedForRoom() throws InterruptedException {
        HandDevice device = driver.withUnits(2).withCapacity(256).comes();
        begin();
        device.memory().hold();
        List<long[]> arrays = new ArrayList<>();
        List<DataHandle> data = new ArrayList<>();
        for (int index = 0; index < 2; index++) {
            arrays.add(new long[24]);
            data.add(runtime.data().vector(arrays.get(index)));
            runtime.task(ADD).data(data.get(index)).submit();
        }
        await(() -> device.memory().copiesUnderWay() == 1);
        await(() -> data.size() == 2 && runtime.defaultContext().load().ready() == 0);
        device.lose("error 999");
        awaitRetirement(device);
        addCpu();
        runtime.waitAll();
        data.forEach(DataHandle::close);
        assertEquals(1, arrays.get(0)[0]);
        assertEquals(1, arrays.get(1)[0]);
    }

    @Test
    void shouldNoticeALossWhenMemoryIsTaken() throws InterruptedException {
        HandDevice device = driver.comes();
        begin();
        device.lose("error 999");
        long[] array = {0};
        DataHandle data = runtime.data().vector(array);
        Task task = runtime.task(ADD).data(data).submit();
        awaitRetirement(device);
        assertFalse(task.state().isFinal());
        addCpu();
        task.await();
        data.close();
        assertEquals(1, array[0]);
    }

    @Test
    void shouldRetireOneWorkerAloneThatWorksInMainMemory() throws InterruptedException {
        HandDevice device = driver.inMainMemory().withUnits(2).comes();
        begin();
        long[] array = {0};
        DataHandle changed = runtime.data().vector(array).named("x");
        Task changing = runtime.task(ADD).on(worker("hand-0.0")).data(changed).submit();
        await(() -> device.underWay() == 1);
        Codelet write = anywhere(kernel -> kernel.view(0, VectorView.class).setLong(0, 3), Access.W);
        long[] written = {0};
        DataHandle target = runtime.data().vector(written);
        Task writing = runtime.task(write)
                .where(worker -> !worker.name().equals("hand-0.0"))
                .data(target)
                .submit();
        await(() -> device.underWay() == 2);
        addCpu();
        device.lose("error 999");
        String message = failure(changing);
        assertTrue(message.contains("x was being changed in place"), message);
        writing.await();
        await(() -> runtime.workers().size() == 1);
        target.close();
        assertEquals(3, written[0]);
        await(() -> reports.size() >= 2); // a worker is gone before that is said
        assertEquals(2, reports.size(), "each unit by itself: " + reports);
        assertThrows(Exception.class, runtime::waitAll);
    }

    @Test
    void shouldRetireAWorkerThatTheProgramDrives() throws InterruptedException {
        HandDevice device = driver.comes();
        laboratory.addDriver("hand", driver);
        runtime = laboratory.factory.create(RuntimeConfiguration.defaults().withoutThreadsFor("hand"));
        addCpu();
        Worker driven = worker("hand-0");
        long[] array = {1};
        DataHandle data = runtime.data().vector(array);
        Task task = runtime.task(ADD)
                .where(worker -> driven.state() != null && worker == driven || device.underWay() > 0)
                .data(data)
                .submit();
        Thread loop = Thread.ofPlatform().daemon().start(driven::run);
        await(() -> device.underWay() == 1);
        device.lose("error 999");
        loop.join();
        awaitRetirement(device);
        await(() -> task.state().isFinal());
    }

    private static final Codelet ZERO =
            anywhere(kernel -> kernel.view(0, VectorView.class).setLong(0, 0), Access.W);
    private static final Codelet SUM = anywhere(
            kernel -> kernel.view(0, VectorView.class)
                    .setLong(
                            0,
                            kernel.view(0, VectorView.class).getLong(0)
                                    + kernel.view(1, VectorView.class).getLong(0)),
            Access.RW,
            Access.R);
    private static final Codelet CONTRIBUTE = anywhere(ADDING, Access.REDUX);

    @Test
    void shouldContributeElsewhereIfTheFirstContributionThereWasUnderWay() throws InterruptedException {
        HandDevice device = driver.comes();
        begin();
        long[] array = {5};
        DataHandle sum = runtime.data().vector(array).reduction(ZERO, SUM);
        Task task = runtime.task(CONTRIBUTE).data(sum).submit();
        await(() -> device.underWay() == 1);
        device.endNext(0); // the neutral element
        await(() -> device.underWay() == 1);
        addCpu();
        device.lose("error 999");
        task.await();
        sum.close();
        assertEquals(6, array[0]);
    }

    @Test
    void shouldSayThatAContributionWasLostToWhoeverWantsTheSum() throws InterruptedException {
        HandDevice device = driver.comes();
        begin();
        device.endAllFromNowOn();
        DataHandle sum = runtime.data().vector(new long[1]).named("sum").reduction(ZERO, SUM);
        runtime.task(CONTRIBUTE).data(sum).submit().await();
        addCpu();
        device.lose("error 999");
        runtime.task(anywhere(kernel -> {})).on(worker("hand-0")).submit();
        awaitRetirement(device);
        Task reading = runtime.task(anywhere(kernel -> {}, Access.R)).data(sum).submit();
        String message = failure(reading);
        assertTrue(message.contains("sum") && message.contains("device hand-0 is lost: error 999"), message);
        assertThrows(Exception.class, runtime::waitAll);
    }

    @Test
    void shouldFindPartsInTheWholeThatIsValidElsewhere() throws InterruptedException {
        HandDevice device = driver.comes();
        begin();
        device.endAllFromNowOn();
        addCpu();
        DataHandle whole = runtime.data().vector(new long[] {1, 2}).named("whole");
        Codelet read = anywhere(kernel -> {}, Access.R);
        runtime.task(read).on(worker("hand-0")).data(whole).submit().await();
        var parts = whole.partition(Filters.blocks(2));
        runtime.task(read).on(worker("hand-0")).data(parts.child(1)).submit().await();
        device.lose("error 999");
        runtime.task(anywhere(kernel -> {})).on(worker("hand-0")).submit();
        awaitRetirement(device);
        runtime.task(ADD).data(parts.child(1)).submit().await();
        parts.close();
        try (var acquired = whole.acquire(Access.R)) {
            assertEquals(3, acquired.view(VectorView.class).getLong(1));
        }
        assertThrows(Exception.class, runtime::waitAll);
    }

    @Test
    void shouldSayOfAFormerWorkerWhyItsDeviceWasLost() {
        HandDevice device = driver.comes();
        begin();
        runtime.task(anywhere(kernel -> {})).submit();
        await(() -> device.underWay() == 1);
        device.lose("error 999");
        await(() -> runtime.workers().isEmpty());
        String loss = runtime.formerWorkers().getFirst().loss().orElseThrow();
        assertTrue(loss.contains("error 999"), loss);
    }

    @Test
    void shouldLetTheDriverOfALostDeviceLeave() throws InterruptedException {
        HandDevice device = driver.withUnits(2).comes();
        begin();
        runtime.task(anywhere(kernel -> {})).submit();
        await(() -> device.underWay() == 1);
        device.lose("error 999");
        laboratory.plugins.remove(plugin);
        assertTrue(runtime.workers().isEmpty());
        assertTrue(device.memory().isClosed());
        assertEquals(1, runtime.memoryNodes().size());
    }

    @Test
    void shouldEndTheRuntimeOfALostDevice() throws InterruptedException {
        HandDevice device = driver.comes();
        begin();
        addCpu();
        runtime.task(ADD)
                .data(runtime.data().vector(new long[1]))
                .on(worker("hand-0"))
                .submit();
        await(() -> device.underWay() == 1);
        device.lose("error 999");
        runtime.close();
        assertTrue(device.memory().isClosed());
    }
}
