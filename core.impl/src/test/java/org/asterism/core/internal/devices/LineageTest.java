package org.asterism.core.internal.devices;

import static org.asterism.core.internal.testing.Await.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.Kernel;
import org.asterism.api.Task;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.Worker;
import org.asterism.api.data.Acquisition;
import org.asterism.api.data.CorruptDataException;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.Filters;
import org.asterism.api.data.MultiFormatLayout;
import org.asterism.api.data.VectorLayout;
import org.asterism.api.data.VectorView;
import org.asterism.core.internal.testing.HandDevice;
import org.asterism.core.internal.testing.HandDriver;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.spi.driver.DeviceLostException;
import org.asterism.testsupport.CapturedLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Values that only a lost device had are computed again from their lineage. */
@Timeout(60)
class LineageTest {
    private static final Codelet ADD = anywhere(kernel -> set(kernel, 0, get(kernel, 0) + argument(kernel)), Access.RW);
    private static final Codelet SET = anywhere(kernel -> set(kernel, 0, argument(kernel)), Access.W);

    /** Twice the second, added to the first. */
    private static final Codelet ADD_TWICE =
            anywhere(kernel -> set(kernel, 0, get(kernel, 0) + 2 * get(kernel, 1)), Access.RW, Access.R);

    private static final Codelet COPY = anywhere(kernel -> set(kernel, 0, get(kernel, 1)), Access.W, Access.R);

    private final Laboratory laboratory = new Laboratory();
    private final HandDriver driver = new HandDriver();
    private final CapturedLog log = CapturedLog.of("org.asterism.core.internal.runtime.pool.LostDevices");
    private TaskRuntime runtime;

    @AfterEach
    void close() {
        laboratory.close();
        log.close();
    }

    private static long get(org.asterism.api.KernelContext kernel, int index) {
        return kernel.view(index, VectorView.class).getLong(0);
    }

    private static void set(org.asterism.api.KernelContext kernel, int index, long value) {
        kernel.view(index, VectorView.class).setLong(0, value);
    }

    private static long argument(org.asterism.api.KernelContext kernel) {
        Long given = kernel.argument(Long.class);
        return given == null ? 1 : given;
    }

    private static Codelet anywhere(Kernel kernel, Access... modes) {
        return Codelet.named("work")
                .access(modes)
                .cpu(kernel)
                .implementation(HandDevice.ARCHITECTURE, kernel)
                .build();
    }

    private void begin() {
        laboratory.addDriver("hand", driver);
        runtime = laboratory.runtime();
    }

    private void addCpu() {
        laboratory.addDriver("cpu", new InlineDriver(1));
    }

    private DataHandle data(String name, long value) {
        return runtime.data().vector(new long[] {value}).named(name).withLineage();
    }

    private Task submit(Codelet codelet, DataHandle... data) {
        return runtime.task(codelet).data(data).submit();
    }

    private Task submit(long argument, Codelet codelet, DataHandle... data) {
        return runtime.task(codelet).data(data).argument(argument).submit();
    }

    private static Predicate<Worker> on(String name) {
        return worker -> worker.name().startsWith(name);
    }

    private static long read(DataHandle data) throws InterruptedException {
        try (Acquisition acquired = data.acquire(Access.R)) {
            return acquired.view(VectorView.class).getLong(0);
        }
    }

    private static String failure(Task task) {
        return assertThrows(TaskFailedException.class, task::await).getMessage();
    }

    /** Loses a device, which a copy finds out. */
    private void lose(HandDevice device) {
        int node = runtime.workers().stream()
                .filter(worker -> worker.name().startsWith(device.name()))
                .findFirst()
                .orElseThrow()
                .memoryNode();
        device.lose("error 999");
        runtime.data().vector(new long[1]).prefetch(node);
        await(() -> device.memory().isClosed());
    }

    @Test
    void shouldRunAChainAgainWhoseResultOnlyALostDeviceHad() throws InterruptedException {
        HandDevice device = driver.comes();
        begin();
        device.endAllFromNowOn();
        DataHandle data = data("x", 5);
        for (int index = 0; index < 10; index++) {
            submit(ADD, data).await();
        }
        addCpu();
        lose(device);
        assertEquals(15, read(data));
        submit(ADD, data).await();
        assertEquals(16, read(data));
    }

    @Test
    void shouldReadNothingAgainThatALostUnitHasHalfOverwritten() throws InterruptedException {
        HandDevice device = driver.comes();
        begin();
        device.endAllFromNowOn();
        long[] memory = {5};
        DataHandle input = runtime.data().vector(memory).named("input").withLineage();
        DataHandle copied = data("copied", 0);
        submit(COPY, copied, input).await();
        int node = runtime.workers().getFirst().memoryNode();
        input.evict(node).toCompletableFuture().join();
        HandDevice near = driver.inMainMemory().withUnits(2).withPipeline(1).comes();
        runtime.rescanDevices();
        AtomicBoolean breaks = new AtomicBoolean(true);
        Codelet overwrite = anywhere(
                kernel -> {
                    set(kernel, 0, 999);
                    if (breaks.getAndSet(false)) {
                        throw new DeviceLostException(near.name(), "error 998", null);
                    }
                },
                Access.W);
        runtime.task(SET).data(data("other", 0)).where(on(near.name() + ".1")).submit();
        await(() -> near.underWay() == 1);
        Task writing =
                runtime.task(overwrite).data(input).where(on(near.name())).submit();
        await(() -> near.endNext(0)); // and waits for the other unit then
        addCpu();
        lose(device);
        try {
            assertThrows(IllegalStateException.class, () -> read(copied));
        } finally {
            near.endAllFromNowOn(); // else the end of the runtime waits
        }
        writing.await();
        assertEquals(999, read(input));
    }

    @Test
    void shouldNotNeedTheFormerValueOfDataThatATaskOverwrote() throws InterruptedException {
        HandDevice device = driver.comes();
        begin();
        device.endAllFromNowOn();
        DataHandle data =
                runtime.data().temporary(new VectorLayout(ElementType.LONG, 1)).withLineage();
        submit(7, SET, data).await();
        submit(3, ADD, data).await();
        addCpu();
        lose(device);
        assertEquals(10, read(data));
    }

    @Test
    void shouldComputeDataAgainThatWereComputedFromEachOther() throws InterruptedException {
        HandDevice device = driver.comes();
        begin();
        device.endAllFromNowOn();
        DataHandle left = data("left", 1);
        DataHandle right = data("right", 1);
        for (int index = 0; index < 5; index++) {
            submit(ADD_TWICE, left, right);
            submit(ADD_TWICE, right, left);
        }
        runtime.waitAll();
        addCpu();
        lose(device);
        long first = 1;
        long second = 1;
        for (int index = 0; index < 5; index++) {
            first += 2 * second;
            second += 2 * first;
        }
        assertEquals(first, read(left));
        assertEquals(second, read(right));
    }

    @Test
    void shouldRunTasksElsewhereThatWereUnderWayAtTheLoss() throws InterruptedException {
        HandDevice device = driver.withUnits(2).withPipeline(1).comes();
        begin();
        DataHandle data = data("x", 1);
        DataHandle sum = data("sum", 0);
        submit(ADD, data);
        await(() -> device.underWay() == 1);
        device.endAll();
        runtime.waitAll();
        Task reading = submit(ADD_TWICE, sum, data);
        await(() -> device.underWay() == 1);
        AtomicInteger ends = new AtomicInteger();
        Task writing = runtime.task(ADD)
                .data(data)
                .onCompletion(task -> ends.incrementAndGet())
                .submit();
        addCpu();
        device.lose("error 999");
        reading.await();
        writing.await();
        assertEquals(4, read(sum));
        assertEquals(3, read(data));
        assertEquals(1, ends.get());
    }

    @Test
    void shouldRunATaskElsewhereThatWasChangingWhatOnlyTheDeviceHad() throws InterruptedException {
        HandDevice device = driver.comes();
        begin();
        DataHandle data = data("x", 1);
        Task first = submit(ADD, data);
        await(() -> device.underWay() == 1);
        device.endAll();
        first.await();
        Task second = submit(ADD, data);
        await(() -> device.underWay() == 1);
        addCpu();
        device.lose("error 999");
        second.await();
        assertEquals(3, read(data));
        runtime.waitAll();
    }

    @Test
    void shouldLetTasksWaitThatWouldOverwriteWhatIsReadAgain() throws InterruptedException {
        HandDevice device = driver.withPipeline(1).comes();
        HandDevice other = driver.comes();
        begin();
        device.endAllFromNowOn();
        DataHandle input = data("input", 5);
        DataHandle result = data("result", 1);
        runtime.task(ADD_TWICE)
                .data(result, input)
                .where(worker -> worker.name().startsWith("hand-0"))
                .submit()
                .await();
        lose(device);
        await(() -> other.underWay() == 1); // the producer of the result
        Task overwriting = submit(100, SET, input);
        CompletableFuture<Acquisition> acquiring =
                result.acquireAsync(Access.R, 0).toCompletableFuture();
        addCpu();
        await(() -> overwriting.state() == TaskState.ACQUIRING);
        assertFalse(acquiring.isDone());
        assertFalse(runtime.waitAll(java.time.Duration.ofMillis(1)));
        other.endAllFromNowOn();
        overwriting.await();
        try (Acquisition acquired = acquiring.join()) {
            assertEquals(11, acquired.view(VectorView.class).getLong(0));
        }
        assertEquals(100, read(input));
    }

    @Test
    void shouldWaitForTheValueWhenDataAreClosed() throws InterruptedException {
        HandDevice device = driver.comes();
        HandDevice other = driver.comes();
        begin();
        device.endAllFromNowOn();
        long[] array = {1};
        DataHandle data = runtime.data().vector(array).withLineage();
        runtime.task(ADD)
                .data(data)
                .where(worker -> worker.name().startsWith("hand-0"))
                .submit()
                .await();
        lose(device);
        await(() -> other.underWay() == 1);
        CompletableFuture<Void> closed = data.closeAsync().toCompletableFuture();
        assertFalse(closed.isDone());
        other.endAllFromNowOn();
        closed.join();
        assertEquals(2, array[0]);
    }

    @Test
    void shouldSayWhyDataCannotBeComputedAgain() throws InterruptedException {
        HandDevice device = driver.comes();
        begin();
        device.endAllFromNowOn();
        DataHandle input = data("input", 5);
        DataHandle result = data("result", 1);
        submit(ADD_TWICE, result, input).await();
        try (Acquisition acquired = input.acquire(Access.RW)) {
            acquired.view(VectorView.class).setLong(0, 6);
        }
        addCpu();
        lose(device);
        String message = failure(submit(ADD, result));
        assertTrue(
                message.contains("result has lost its value: it cannot be computed again, since work#")
                        && message.contains("read input, which has changed since"),
                message);
        submit(2, SET, result).await();
        assertEquals(2, read(result));
    }

    @Test
    void shouldReportDataAsLostThatNoWorkerCanComputeAgain() throws InterruptedException {
        HandDevice device = driver.comes();
        begin();
        device.endAllFromNowOn();
        Codelet there = Codelet.named("there")
                .access(Access.RW)
                .implementation(HandDevice.ARCHITECTURE, (Kernel) kernel -> set(kernel, 0, 7))
                .build();
        DataHandle data = data("x", 1);
        submit(there, data).await();
        addCpu();
        lose(device);
        String message = failure(submit(ADD, data));
        assertTrue(message.contains("no worker can run there#"), message);
    }

    @Test
    void shouldReportDataAsLostWhoseProducerThrowsTheSecondTime() throws InterruptedException {
        HandDevice device = driver.comes();
        begin();
        device.endAllFromNowOn();
        AtomicInteger runs = new AtomicInteger();
        Codelet once = anywhere(
                kernel -> {
                    if (runs.incrementAndGet() > 1) {
                        throw new IllegalStateException("only once");
                    }
                },
                Access.RW);
        DataHandle data = data("x", 1);
        submit(once, data).await();
        submit(ADD, data).await();
        addCpu();
        lose(device);
        String message = failure(submit(ADD, data));
        assertTrue(message.contains("only once"), message);
        submit(2, SET, data).await();
        assertEquals(2, read(data));
    }

    @Test
    void shouldBeginAnewIfTheSecondDeviceIsLostToo() throws InterruptedException {
        HandDevice device = driver.comes();
        HandDevice other = driver.comes();
        begin();
        device.endAllFromNowOn();
        DataHandle data = data("x", 1);
        for (int index = 0; index < 4; index++) {
            runtime.task(ADD)
                    .data(data)
                    .where(worker -> worker.name().startsWith("hand-0"))
                    .submit()
                    .await();
        }
        lose(device);
        for (int index = 0; index < 2; index++) {
            await(() -> other.underWay() == 1);
            other.endNext(0);
        }
        await(() -> other.underWay() == 1);
        addCpu();
        other.lose("error 998");
        assertEquals(5, read(data));
        runtime.waitAll();
    }

    @Test
    void shouldLoseDataWithoutLineageAsBefore() throws InterruptedException {
        HandDevice device = driver.comes();
        begin();
        device.endAllFromNowOn();
        DataHandle data = runtime.data().vector(new long[] {1}).named("x");
        submit(ADD, data).await();
        addCpu();
        lose(device);
        assertTrue(failure(submit(ADD, data)).contains("x has lost its value: device hand-0 is lost: error 999"));
        assertThrows(CorruptDataException.class, data::close);
    }

    @Test
    void shouldRefuseDataThatAreCut() throws InterruptedException {
        addCpu();
        begin();
        DataHandle cut = runtime.data().vector(new long[4]);
        try (var parts = cut.partition(Filters.blocks(2))) {
            assertThrows(IllegalStateException.class, cut::withLineage);
            assertThrows(IllegalStateException.class, parts.child(0)::withLineage);
        }
        DataHandle data = data("x", 1);
        assertThrows(IllegalStateException.class, () -> data.partition(Filters.blocks(1)));
        assertThrows(IllegalStateException.class, () -> data.plan(Filters.blocks(1)));
        assertThrows(IllegalStateException.class, () -> data.reduction(SET, ADD_TWICE));
    }

    @Test
    void shouldNotRunAgainWhatMainMemoryHas() throws InterruptedException {
        HandDevice device = driver.comes();
        begin();
        device.endAllFromNowOn();
        AtomicInteger runs = new AtomicInteger();
        Codelet counting = anywhere(
                kernel -> {
                    runs.incrementAndGet();
                    set(kernel, 0, get(kernel, 0) + 1);
                },
                Access.RW);
        DataHandle data = data("x", 1);
        submit(counting, data).await();
        assertEquals(2, read(data));
        submit(counting, data).await();
        addCpu();
        lose(device);
        assertEquals(3, read(data));
        assertEquals(3, runs.get());
    }

    /** Uses {@link #COPY}, whose first data need no former value. */
    @Test
    void shouldKeepTheInputOfAProducerThatWasLostAsWell() throws InterruptedException {
        HandDevice device = driver.comes();
        begin();
        device.endAllFromNowOn();
        DataHandle source = data("source", 1);
        DataHandle copy = data("copy", 0);
        submit(4, ADD, source).await();
        submit(COPY, copy, source).await();
        addCpu();
        lose(device);
        assertEquals(5, read(copy));
        assertEquals(5, read(source));
    }

    @Test
    void shouldKeepTheFormerValueWhileMainMemoryReceivesTheNext() throws InterruptedException {
        HandDevice device = driver.comes();
        begin();
        device.endAllFromNowOn();
        DataHandle data = data("x", 5);
        submit(ADD, data).await();
        device.memory().hold();
        CompletableFuture<Acquisition> acquiring =
                data.acquireAsync(Access.R, 0).toCompletableFuture();
        assertFalse(acquiring.isDone());
        addCpu();
        device.lose("error 999");
        try (Acquisition acquired = acquiring.join()) {
            assertEquals(6, acquired.view(VectorView.class).getLong(0));
        }
    }

    /** A copy that was given up is begun anew when it ends, and a task may be changing its source by then. */
    @Test
    void shouldNotTakeForTheValueWhatArrivesWhileATaskChangesIt() throws InterruptedException {
        HandDevice device = driver.comes();
        begin();
        DataHandle data = data("x", 5).writeThrough(0);
        submit(ADD, data);
        await(() -> device.underWay() == 1);
        device.memory().hold();
        device.endAll();
        await(() -> device.memory().copiesUnderWay() == 1);
        Task second = submit(ADD, data);
        await(() -> device.underWay() == 1);
        device.endAll();
        second.await();
        AtomicBoolean isFirst = new AtomicBoolean(true);
        Random random = new Random(0);
        Task third = submit(
                anywhere(
                        kernel -> {
                            set(kernel, 0, get(kernel, 0) + 1);
                            if (isFirst.getAndSet(false)) {
                                device.memory().endAnyCopy(random); // of the first value
                                await(() -> device.memory().copiesUnderWay() == 1);
                                device.memory().endAnyCopy(random); // of the third value
                            }
                        },
                        Access.RW),
                data);
        await(() -> device.underWay() == 1);
        device.endAll();
        third.await();
        addCpu();
        device.lose("error 999");
        assertEquals(8, read(data));
    }

    /** A form is valid only when it has been converted, long after its memory is there. */
    @Test
    void shouldConvertDataOfSeveralFormsThatATaskReads() throws InterruptedException {
        HandDevice device = driver.comes();
        begin();
        addCpu();
        device.endAllFromNowOn();
        Codelet convert = anywhere(kernel -> set(kernel, 1, get(kernel, 0)), Access.R, Access.W);
        VectorLayout layout = new VectorLayout(ElementType.LONG, 1);
        DataHandle number = runtime.data()
                .temporary(MultiFormatLayout.of(layout).with(HandDevice.ARCHITECTURE, layout, convert, convert));
        DataHandle sum = data("sum", 0);
        for (long value = 1; value <= 3; value++) {
            runtime.task(SET)
                    .data(number)
                    .argument(value)
                    .where(on("cpu"))
                    .submit()
                    .await();
            runtime.task(ADD_TWICE).data(sum, number).where(on("hand")).submit().await();
        }
        assertEquals(12, read(sum));
    }

    @Test
    void shouldBringTheValueHomeThatWasLostOnItsWay() throws InterruptedException {
        HandDevice device = driver.comes();
        HandDevice other = driver.comes();
        begin();
        device.endAllFromNowOn();
        other.endAllFromNowOn();
        long[] array = {5};
        DataHandle data = runtime.data().vector(array).withLineage();
        runtime.task(ADD)
                .data(data)
                .where(worker -> worker.name().startsWith("hand-0"))
                .submit()
                .await();
        device.memory().hold();
        CompletableFuture<Void> closed = data.closeAsync().toCompletableFuture();
        assertFalse(closed.isDone());
        device.lose("error 999");
        closed.join();
        assertEquals(6, array[0]);
    }

    @Test
    void shouldNotComputeWhatWasWrittenTogetherWithOtherData() throws InterruptedException {
        HandDevice device = driver.comes();
        begin();
        device.endAllFromNowOn();
        DataHandle data = data("x", 5);
        submit(anywhere(kernel -> set(kernel, 1, 1), Access.RW, Access.RW), data, data("y", 1))
                .await();
        addCpu();
        lose(device);
        String message = failure(submit(ADD, data));
        assertTrue(message.contains("wrote several data"), message);
    }

    @Test
    void shouldGiveUpALineageOfTooManyTasks() throws InterruptedException {
        HandDevice device = driver.comes();
        begin();
        device.endAllFromNowOn();
        DataHandle data = data("x", 5);
        for (int index = 0; index <= 1000; index++) {
            submit(ADD, data);
        }
        runtime.waitAll();
        addCpu();
        lose(device);
        String message = failure(submit(ADD, data));
        assertTrue(message.contains("more than 1000 tasks have changed them"), message);
    }
}
