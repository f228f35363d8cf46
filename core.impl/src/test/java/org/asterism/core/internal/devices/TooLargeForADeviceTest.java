package org.asterism.core.internal.devices;

import static org.asterism.core.internal.testing.Await.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.ContextLoad;
import org.asterism.api.Kernel;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Task;
import org.asterism.api.TaskBundle;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.VectorView;
import org.asterism.core.internal.testing.HandDevice;
import org.asterism.core.internal.testing.HandDriver;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.core.internal.testing.NodesDriver;
import org.asterism.core.internal.testing.TeamPolicy;
import org.asterism.core.internal.worker.WorkerEngine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tasks whose data can never have room in the memory of a device run elsewhere, as long as some worker can run them.
 */
@Timeout(20)
class TooLargeForADeviceTest {
    private static final Kernel ADDING = kernel -> {
        for (int index = 0; index < kernel.dataCount(); index++) {
            VectorView vector = kernel.view(index, VectorView.class);
            for (long element = 0; element < vector.length(); element++) {
                vector.setLong(element, vector.getLong(element) + 1);
            }
        }
    };

    private final Laboratory laboratory = new Laboratory();
    private final HandDriver driver = new HandDriver();
    private final CountDownLatch goOn = new CountDownLatch(1);
    private TaskRuntime runtime;

    @AfterEach
    void close() {
        goOn.countDown();
        laboratory.close();
    }

    /** Adds one to all elements of its data, on a core or a device. */
    private static Codelet anywhere(int count) {
        return Codelet.named("work")
                .access(modes(count))
                .cpu(ADDING)
                .implementation(HandDevice.ARCHITECTURE, ADDING)
                .build();
    }

    private static Codelet onDevices(int count) {
        return Codelet.named("work")
                .access(modes(count))
                .implementation(HandDevice.ARCHITECTURE, ADDING)
                .build();
    }

    private static Access[] modes(int count) {
        Access[] modes = new Access[count];
        Arrays.fill(modes, Access.RW);
        return modes;
    }

    private void begin(int cores) {
        laboratory.addDriver("hand", driver);
        if (cores > 0) {
            laboratory.addDriver("cpu", new InlineDriver(cores));
        }
        runtime = laboratory.runtime();
    }

    /** Keeps the only core busy until the test lets it go on. */
    private void keepCoreBusy() {
        Task busy = runtime.task(Codelet.named("busy")
                        .access()
                        .cpu(kernel -> goOn.await())
                        .build())
                .submit();
        await(() -> busy.state() == TaskState.RUNNING);
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
    void shouldRunOnACoreWhatDoesNotFitTheDeviceThatTookIt() throws InterruptedException {
        driver.withCapacity(256).comes();
        begin(1);
        keepCoreBusy();
        long[] first = new long[24];
        long[] second = new long[16];
        AtomicInteger ended = new AtomicInteger();
        DataHandle data = runtime.data().vector(first);
        Task task = runtime.task(anywhere(2))
                .data(data, runtime.data().vector(second))
                .onCompletion(done -> ended.incrementAndGet())
                .submit();
        Task next = runtime.task(anywhere(1))
                .data(data)
                .where(worker -> worker.memoryNode() == 0)
                .submit();
        Worker device = worker("hand-0");
        await(() -> !device.canExecute(task) && task.state() == TaskState.READY);
        assertTrue(task.isRestricted());
        assertTrue(worker("cpu-0").canExecute(task));
        assertEquals(TaskState.SUBMITTED, next.state());
        assertEquals(0, ended.get());
        goOn.countDown();
        next.await();
        runtime.waitAll();
        ContextLoad load = runtime.defaultContext().load();
        assertEquals(List.of(3L, 3L, 0L, 0L), List.of(load.submitted(), load.done(), load.failed(), load.ready()));
        runtime.close();
        assertEquals(2, first[23]);
        assertEquals(1, second[15]);
        assertEquals(1, ended.get());
    }

    @Test
    void shouldTryALargerDevice() throws InterruptedException {
        driver.withPipeline(1).withCapacity(256).comes();
        HandDevice large = driver.withCapacity(1024).comes();
        begin(0);
        Task ahead = runtime.task(onDevices(0))
                .where(worker -> worker.name().equals("hand-1"))
                .submit();
        await(() -> large.underWay() == 1);
        long[] numbers = new long[64];
        Task task =
                runtime.task(onDevices(1)).data(runtime.data().vector(numbers)).submit();
        await(() -> !worker("hand-0").canExecute(task));
        large.endAllFromNowOn();
        ahead.await();
        task.await();
        runtime.close();
        assertEquals(1, numbers[63]);
    }

    @Test
    void shouldRunElsewhereWhatNeedsALargerPieceThanTheDeviceGives() throws InterruptedException {
        driver.withCapacity(1024).comes().givingAtMost(128);
        begin(1);
        keepCoreBusy();
        long[] numbers = new long[24];
        Task task =
                runtime.task(anywhere(1)).data(runtime.data().vector(numbers)).submit();
        await(() -> !worker("hand-0").canExecute(task));
        goOn.countDown();
        task.await();
        runtime.close();
        assertEquals(1, numbers[23]);
    }

    @Test
    void shouldTryADeviceAgainWhenRoomHasBecomeFreeThere() throws InterruptedException {
        HandDevice device = driver.withCapacity(1024).comes();
        device.endAllFromNowOn();
        begin(1);
        keepCoreBusy();
        MemorySegment others = device.memory().allocate(1024); // another program has it
        long[] numbers = new long[64];
        Task task =
                runtime.task(anywhere(1)).data(runtime.data().vector(numbers)).submit();
        await(() -> !worker("hand-0").canExecute(task) && task.state() == TaskState.READY);
        device.memory().free(others);
        runtime.task(onDevices(1)).data(runtime.data().vector(new long[1])).submitAndAwait();
        task.await(); // on the device, since the core is busy
        goOn.countDown();
        runtime.close();
        assertEquals(1, numbers[63]);
    }

    @Test
    void shouldWakeTheWorkerOfADeviceWhenRoomHasBecomeFreeThere() throws InterruptedException {
        HandDevice device = driver.withCapacity(1024).comes();
        device.endAllFromNowOn();
        begin(1);
        keepCoreBusy();
        MemorySegment others = device.memory().allocate(1024); // another program has it
        long[] numbers = new long[64];
        Task task =
                runtime.task(anywhere(1)).data(runtime.data().vector(numbers)).submit();
        WorkerEngine worker = (WorkerEngine) worker("hand-0");
        await(() -> !worker.canExecute(task) && task.state() == TaskState.READY && worker.isAsleep());
        device.memory().free(others);
        DataHandle small = runtime.data().vector(new long[1]);
        small.allocateOn(worker.memoryNode()).toCompletableFuture().join(); // by no task
        task.await();
        goOn.countDown();
        runtime.close();
        assertEquals(1, numbers[63]);
    }

    @Test
    void shouldTryADeviceSeldomThatGoesOnToGiveNoRoom() throws InterruptedException {
        HandDevice device = driver.withCapacity(1024).comes();
        device.endAllFromNowOn();
        begin(1);
        keepCoreBusy();
        MemorySegment others = device.memory().allocate(768);
        AtomicInteger requests = new AtomicInteger();
        long[] numbers = new long[64];
        Task task =
                runtime.task(anywhere(1)).data(runtime.data().vector(numbers)).submit();
        await(() -> !worker("hand-0").canExecute(task) && task.state() == TaskState.READY);
        device.memory().beforeAllocation(requests::incrementAndGet);
        for (int small = 0; small < 200; small++) {
            runtime.task(onDevices(1)).data(runtime.data().vector(new long[1])).submitAndAwait();
        }
        assertTrue(requests.get() < 400, requests + " requests for memory by 200 tasks and one that finds none");
        goOn.countDown();
        task.await();
        device.memory().free(others);
        runtime.close();
        assertEquals(1, numbers[63]);
    }

    @Test
    void shouldFailWithTheNumbersIfADeviceThatGivesNoRoomIsTheLastOne() {
        HandDevice device = driver.withCapacity(1024).comes();
        driver.withCapacity(256).comes();
        begin(1);
        MemorySegment others = device.memory().allocate(1024);
        Task task = runtime.task(onDevices(1))
                .data(runtime.data().vector(new long[64]))
                .submit();
        String message = failure(task);
        assertTrue(
                message.contains(
                        "512 more bytes on memory hand-0, which has 1024 of 1024 left, but its driver gives none"),
                message);
        assertTrue(message.contains("512 bytes on memory hand-1, which has 256"), message);
        assertThrows(Exception.class, runtime::waitAll);
        device.memory().free(others);
    }

    @Test
    void shouldFailWithTheNumbersOfAllMemoriesIfItFitsNowhere() {
        driver.withCapacity(256).comes().endAllFromNowOn();
        driver.withCapacity(512).comes().endAllFromNowOn();
        driver.withCapacity(1024).comes().givingAtMost(448).endAllFromNowOn();
        begin(1);
        Task task = runtime.task(onDevices(2))
                .data(
                        runtime.data().vector(new long[64]).named("large"),
                        runtime.data().vector(new long[16]))
                .submit();
        String message = failure(task);
        assertTrue(message.contains("640 bytes on memory hand-0, which has 256"), message);
        assertTrue(message.contains("640 bytes on memory hand-1, which has 512"), message);
        assertTrue(
                message.contains("512 bytes in one piece for large on memory hand-2, which gives 448 at most"),
                message);
        assertTrue(message.contains("no other worker of context 'default' can execute it: give"), message);
        assertThrows(Exception.class, runtime::waitAll);
    }

    @Test
    void shouldFailIfTheProgramGaveItToAWorkerWhereItDoesNotFit() {
        driver.withCapacity(256).comes();
        begin(1);
        Task task = runtime.task(anywhere(1))
                .data(runtime.data().vector(new long[64]))
                .on(worker("hand-0"))
                .submit();
        String message = failure(task);
        assertTrue(message.contains("512 bytes on memory hand-0, which has 256"), message);
        assertThrows(Exception.class, runtime::waitAll);
    }

    @Test
    void shouldLeaveItsBundleIfItDoesNotFitWhereThatIs() throws InterruptedException {
        driver.withCapacity(256).comes().endAllFromNowOn();
        begin(1);
        keepCoreBusy();
        long[] numbers = new long[64];
        TaskBundle bundle = runtime.bundle("near");
        runtime.task(anywhere(1))
                .data(runtime.data().vector(new long[8]))
                .bundle(bundle)
                .submitAndAwait();
        Task large = runtime.task(anywhere(1))
                .data(runtime.data().vector(numbers))
                .bundle(bundle)
                .submit();
        Task small = runtime.task(anywhere(1))
                .data(runtime.data().vector(new long[8]))
                .bundle(bundle)
                .submit();
        await(() -> !worker("hand-0").canExecute(large));
        small.await();
        goOn.countDown();
        large.await();
        runtime.close();
        assertEquals(1, numbers[63]);
    }

    @Test
    void shouldWaitForAWorkerThatCanRunItIfTheLastOneLeavesMeanwhile() throws InterruptedException {
        driver.withCapacity(256).comes();
        begin(1);
        Worker core = worker("cpu-0");
        keepCoreBusy();
        long[] numbers = new long[64];
        Task task =
                runtime.task(anywhere(1)).data(runtime.data().vector(numbers)).submit();
        await(() -> !worker("hand-0").canExecute(task));
        runtime.defaultContext().removeWorkers(List.of(core));
        goOn.countDown();
        String waits = runtime.tasks(10).oldestWaiting().toString();
        assertTrue(waits.contains("has none, and it needs 512 bytes on memory hand-0, which has 256"), waits);
        runtime.defaultContext().addWorkers(List.of(core));
        task.await();
        runtime.close();
        assertEquals(1, numbers[63]);
    }

    @Test
    void shouldLetATeamGoWhoseMemoryIsTooSmall() throws InterruptedException {
        laboratory.addDriver("nodes", new NodesDriver(4, 2, 256, 1, false));
        laboratory.addPolicy("teams", TeamPolicy::new);
        runtime = laboratory.factory.create(
                RuntimeConfiguration.defaults().withPolicy("teams").withLaunchedWorkers(false));
        List<Worker> workers = runtime.workers();
        runtime.defaultContext().combine(List.of(workers.get(1), workers.get(3)));
        runtime.defaultContext().combine(List.of(workers.get(0), workers.get(2)));
        List<String> ran = new ArrayList<>();
        AtomicBoolean hasBegun = new AtomicBoolean();
        Codelet spmd = Codelet.named("together")
                .access(Access.RW)
                .cpu(kernel -> ran.add(kernel.rank() + "/" + kernel.teamSize() + " on "
                        + kernel.worker().name()))
                .spmd()
                .build();
        Task task = runtime.task(spmd)
                .data(runtime.data().vector(new long[64]))
                .where(worker -> worker.memoryNode() == 1 || hasBegun.get())
                .onStart(begun -> hasBegun.set(true))
                .submit();
        await(() -> {
            workers.get(1).runOnce();
            workers.get(3).runOnce();
            return !workers.get(1).canExecute(task);
        });
        assertEquals(List.of(), ran);
        await(() -> {
            workers.forEach(Worker::runOnce);
            return task.state() == TaskState.DONE;
        });
        assertEquals(
                List.of("0/2 on cpu-0", "1/2 on cpu-2"), ran.stream().sorted().toList());
    }

    @Test
    void shouldRunEachTaskOnceWhateverFitsWhere() throws InterruptedException {
        long seed = Long.getLong("asterism.seed", System.nanoTime());
        System.out.println("too large for a device: seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 4; round++) {
            try (Laboratory laboratory = new Laboratory()) {
                runRandomTasks(laboratory, random);
            }
        }
    }

    /** Cores, and devices of several sizes that end things at any time; the policy is swapped meanwhile. */
    private void runRandomTasks(Laboratory laboratory, Random random) throws InterruptedException {
        HandDriver driver = new HandDriver().withPipeline(1 + random.nextInt(3));
        List<HandDevice> devices = List.of(
                driver.withCapacity(256).comes(),
                driver.withCapacity(512).comes(),
                driver.withCapacity(1024).comes().givingAtMost(384));
        laboratory.addDriver("hand", driver);
        laboratory.addDriver("cpu", new InlineDriver(1));
        List<long[]> arrays = new ArrayList<>();
        long[] expected = new long[8];
        AtomicBoolean over = new AtomicBoolean();
        Thread ending = Thread.ofPlatform().daemon().start(() -> {
            while (!over.get()) {
                devices.forEach(HandDevice::endAll);
            }
        });
        try (TaskRuntime runtime = laboratory.runtime()) {
            List<DataHandle> data = new ArrayList<>();
            for (int index = 0; index < expected.length; index++) {
                arrays.add(new long[1 + random.nextInt(80)]);
                data.add(runtime.data().vector(arrays.get(index)));
            }
            for (int number = 0; number < 500; number++) {
                int first = random.nextInt(expected.length);
                int second = (first + 1 + random.nextInt(expected.length - 1)) % expected.length;
                expected[first]++;
                expected[second]++;
                runtime.task(anywhere(2))
                        .data(data.get(first), data.get(second))
                        .priority(random.nextInt(-2, 3))
                        .submit();
                if (random.nextInt(50) == 0) {
                    runtime.defaultContext().usePolicy(random.nextBoolean() ? "eager" : "prio", Map.of());
                }
            }
            runtime.waitAll();
            data.forEach(DataHandle::close);
        } finally {
            over.set(true);
            ending.join();
        }
        for (int index = 0; index < expected.length; index++) {
            for (long element : arrays.get(index)) {
                assertEquals(expected[index], element);
            }
        }
        devices.forEach(device -> assertEquals(0, device.memory().used()));
    }
}
