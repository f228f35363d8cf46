package org.asterism.core.internal.forms;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Kernel;
import org.asterism.api.MemoryNode;
import org.asterism.api.Task;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskState;
import org.asterism.api.TasksFailedException;
import org.asterism.api.data.Acquisition;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.CorruptDataException;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.MatrixView;
import org.asterism.api.data.MultiFormatLayout;
import org.asterism.api.data.ReplicateState;
import org.asterism.core.internal.testing.FormsBench;
import org.asterism.core.internal.testing.NodesDriver;
import org.asterism.spi.policy.DataPlacement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Where the forms of data lie, how they are moved, and what becomes of them when memory is short or leaves. Node 1 is
 * CUDA's, 2 OpenCL's.
 */
@Timeout(20)
class FormsInMemoryTest {
    private static final int LENGTH = 8;

    /** Of a copy of the points in CUDA's form, and in the standard one. */
    private static final long BYTES = 2L * LENGTH * Long.BYTES;

    /** A copy in OpenCL's form. */
    private static final long MORE_BYTES = 2L * (LENGTH + 1) * Long.BYTES;

    private FormsBench bench = new FormsBench(LENGTH, 10, Architecture.CUDA, Architecture.OPENCL);

    @AfterEach
    void close() {
        bench.close();
    }

    private void use(NodesDriver driver) {
        bench.close();
        bench = new FormsBench(LENGTH, 10, driver);
    }

    private DataHandle points(long... values) {
        return bench.runtime
                .data()
                .register(
                        bench.layout(),
                        Buffer.dense(
                                MemorySegment.ofArray(values),
                                bench.pairs().buffers().getFirst()));
    }

    private static long[] from(long first) {
        return LongStream.range(first, first + 2 * LENGTH).toArray();
    }

    private NodesDriver.Memory memory(int node) {
        return bench.driver.memories().get(node - 1);
    }

    private void leave() {
        bench.laboratory.plugins.remove(bench.plugin);
    }

    @Test
    void shouldTellTheStateOfAllFormsTogether() throws InterruptedException {
        DataHandle points = points(from(0));
        assertEquals(ReplicateState.OWNED, points.stateOn(MemoryNode.MAIN));
        bench.check(1, points, 0).await();
        assertEquals(ReplicateState.SHARED, points.stateOn(1));
        assertEquals(ReplicateState.SHARED, points.stateOn(MemoryNode.MAIN));
        bench.add(1, points, 4, Access.RW).await();
        assertEquals(ReplicateState.OWNED, points.stateOn(1));
        assertEquals(ReplicateState.INVALID, points.stateOn(MemoryNode.MAIN));
        assertTrue(points.isAllocatedOn(1));
        assertFalse(points.isAllocatedOn(2));
        assertEquals(BYTES, points.bytes());
    }

    @Test
    void shouldBringHomeAFormOfADeviceThatLeavesAndConvertItThere() throws InterruptedException {
        long[] array = from(0);
        DataHandle points = points(array);
        DataHandle temporary = bench.temporary();
        bench.add(1, points, 5, Access.RW);
        bench.fill(2, temporary, 9);
        bench.runtime.waitAll();
        leave();
        assertTrue(memory(1).isClosed() && memory(2).isClosed());
        NodesDriver again = FormsBench.driver(2, 1 << 20, Architecture.CUDA);
        bench.laboratory.addDriver("again", again);
        bench.requireInProgram(points, 5);
        bench.requireInProgram(temporary, 9);
        bench.check(0, points, 5).await();
        points.close();
        assertArrayEquals(from(5), array);
    }

    @Test
    void shouldSayThatAFormIsLostWhichCouldNotBeSaved() throws InterruptedException {
        DataHandle points = points(from(0)).named("points");
        bench.add(1, points, 5, Access.RW).await();
        memory(1).failWith(new java.io.IOException("the wire is cut"));
        leave();
        bench.laboratory.addDriver("again", FormsBench.driver(2, 1 << 20, Architecture.CUDA));
        Task task = bench.check(0, points, 5);
        String message = assertThrows(TaskFailedException.class, task::await).getMessage();
        assertTrue(message.contains("points has lost its value"), message);
        bench.fill(0, points, 1);
        bench.check(0, points, 1).await();
    }

    @Test
    void shouldFailToComeHomeWhereNobodyCanConvert() {
        long[] array = from(0);
        DataHandle points = points(array).named("points");
        bench.add(1, points, 5, Access.RW);
        bench.failures = Integer.MAX_VALUE;
        String message = assertThrows(CorruptDataException.class, points::close).getMessage();
        assertTrue(message.contains("no conversion today"), message);
        assertArrayEquals(from(0), array);
        bench.add(1, points(from(0)), 5, Access.RW); // nobody can bring these home either when the runtime is closed
    }

    @Test
    void shouldPrefetchTheFormThatTheDeviceSees() throws Exception {
        DataHandle points = points(from(0));
        bench.check(1, points, 0).await();
        bench.check(2, points, 0).await();
        CompletableFuture<Boolean> evicted = points.evict(2).toCompletableFuture();
        bench.pass(10_000);
        assertTrue(evicted.join());
        int copies = bench.driver.begun().size();
        assertFalse(points.isAllocatedOn(2), "neither the form nor what it was made of");
        assertTrue(points.isAllocatedOn(1));
        points.prefetch(2);
        bench.runtime.waitAll();
        bench.check(2, points, 0).await();
        assertEquals(2, bench.conversions.size());
        List<NodesDriver.Copy> more =
                bench.driver.begun().subList(copies, bench.driver.begun().size());
        assertTrue(more.stream().allMatch(copy -> copy.bytes() == MORE_BYTES), more.toString());
    }

    @Test
    void shouldPrefetchWhatTheFormIsMadeOf() throws Exception {
        DataHandle points = points(from(0));
        points.prefetch(1);
        bench.check(0, points, 0).await();
        assertEquals(List.of("main>ram-1"), bench.driver.ways());
        bench.check(1, points, 0).await();
        assertEquals(List.of("main>ram-1"), bench.driver.ways());
        assertEquals(List.of("to cuda@1"), bench.conversions);
    }

    @Test
    void shouldThrowAwayPrefetchesOfAStaleForm() throws Exception {
        DataHandle points = points(from(0));
        bench.check(1, points, 0).await();
        for (int round = 0; round < 5; round++) {
            points.prefetch(1);
            points.prefetch(2);
            bench.add(0, points, 1, Access.RW);
            points.idlePrefetch(1);
            bench.add(2, points, 1, Access.RW);
            points.prefetch(0);
        }
        bench.check(0, points, 10).await();
        bench.check(1, points, 10).await();
    }

    @Test
    void shouldPredictTheTransferOfTheFormThatIsMoved() throws Exception {
        DataHandle points = points(from(0));
        DataPlacement placement = bench.placement();
        Task reading = bench.task(2, context -> {}, Access.R).data(points);
        assertEquals(BYTES, placement.missingBytes(reading, 2));
        bench.fill(2, points, 0).await();
        assertEquals(0, placement.missingBytes(reading, 2));
        assertEquals(MORE_BYTES, placement.missingBytes(reading, 0), "as it is, to be converted there");
        assertEquals(placement.transferNanos(points, 0), placement.transferNanos(reading, 0));
        assertEquals(0, placement.transferNanos(points, 2));
        assertTrue(placement.isValidOrRequested(points, 2));
        bench.check(0, points, 0).await();
        assertEquals(0, placement.missingBytes(reading, 0));
        assertEquals(BYTES, placement.missingBytes(reading, 1));
    }

    @Test
    void shouldConvertInAMemoryThatHoldsLittle() throws InterruptedException {
        use(FormsBench.driver(2, 2 * BYTES, Architecture.CUDA));
        List<DataHandle> all = new ArrayList<>();
        for (int number = 0; number < 6; number++) {
            all.add(points(from(number)));
        }
        for (int round = 1; round <= 3; round++) {
            for (int number = 0; number < all.size(); number++) {
                bench.add((number + round) % 2, all.get(number), 100, Access.RW);
            }
        }
        for (int number = 0; number < all.size(); number++) {
            bench.check(1, all.get(number), number + 300);
        }
        bench.runtime.waitAll();
        assertTrue(memory(1).mostUsed() <= 2 * BYTES);
    }

    @Test
    void shouldLetGoOfTheSourceWhenItHasBeenConverted() throws InterruptedException {
        use(FormsBench.driver(2, 2 * BYTES, Architecture.CUDA));
        DataHandle points = points(from(0));
        DataHandle others = points(from(50));
        Task running = bench.task(1, context -> bench.require(context, 0, 0), Access.R)
                .data(points)
                .argument(100_000L)
                .submit();
        bench.pass(1_000);
        assertEquals(TaskState.RUNNING, running.state());
        assertEquals(1, bench.conversions.size());
        others.prefetch(1);
        bench.pass(1_000);
        assertEquals(TaskState.RUNNING, running.state());
        assertTrue(others.stateOn(1).isValid(), "there is room where the standard form was");
        bench.runtime.waitAll();
    }

    @Test
    void shouldNotConvertToWhereOldContentIsBeingCopied() throws Exception {
        use(new NodesDriver(3, 3, 1 << 20, 1, true)
                .withArchitectures(Architecture.CPU, Architecture.CUDA, Architecture.CUDA));
        MultiFormatLayout.Form form = bench.layout().forms().get(Architecture.CUDA);
        DataHandle points = bench.runtime
                .data()
                .temporary(MultiFormatLayout.of(bench.pairs())
                        .with(Architecture.CUDA, bench.columns(1000), form.fromStandard(), form.toStandard()));
        bench.fill(2, points, 3).await();
        points.prefetch(1); // takes long, since this form is much larger
        bench.pass(10);
        assertEquals(List.of("ram-2>ram-1"), bench.driver.ways());
        bench.fill(0, points, 7);
        bench.check(1, points, 7).await();
        bench.pass(100_000);
        bench.check(1, points, 7).await();
        assertEquals(List.of("to cuda@1"), bench.conversions);
    }

    @Test
    void shouldShowTheProgramTheStandardFormOnAnyNode() throws InterruptedException {
        DataHandle points = points(from(0));
        bench.add(1, points, 3, Access.RW);
        try (Acquisition acquired = points.acquire(Access.RW, 1)) {
            assertEquals(3 + 2L * LENGTH - 1, acquired.view(MatrixView.class).getLong(LENGTH - 1, 1));
            for (int point = 0; point < LENGTH; point++) {
                acquired.view(MatrixView.class).setLong(point, 0, 10 + 2L * point);
                acquired.view(MatrixView.class).setLong(point, 1, 11 + 2L * point);
            }
        }
        bench.check(1, points, 10).await();
        bench.check(0, points, 10).await();
    }

    @Test
    void shouldNotTryToAcquireWhatHasToBeConverted() throws InterruptedException {
        DataHandle points = points(from(0));
        bench.add(1, points, 3, Access.RW).await();
        assertTrue(points.tryAcquire(Access.R).isEmpty());
        bench.pass(10_000);
        points.tryAcquire(Access.R).orElseThrow().release();
        bench.requireInProgram(points, 3);
    }

    @Test
    void shouldSayThatTwoFormsDoNotFit() throws InterruptedException {
        use(FormsBench.driver(2, BYTES, Architecture.CUDA));
        DataHandle points = points(from(0));
        bench.fill(1, points, 3);
        bench.check(1, points, 3).await();
        bench.add(0, points, 1, Access.RW).await();
        Task task = bench.task(1, context -> bench.require(context, 0, 4), Access.R)
                .data(points)
                .where(worker -> worker.memoryNode() == 1)
                .submit();
        String message = assertThrows(TaskFailedException.class, task::await).getMessage();
        assertTrue(message.contains("needs " + 2 * BYTES + " bytes on memory ram-1, which has " + BYTES), message);
        bench.check(0, points, 4).await();
    }

    @Test
    void shouldWriteThroughInTheFormThatWasWritten() throws InterruptedException {
        DataHandle points = points(from(0)).writeThrough(MemoryNode.MAIN);
        bench.add(1, points, 5, Access.RW).await();
        bench.pass(10_000);
        assertEquals(ReplicateState.SHARED, points.stateOn(MemoryNode.MAIN));
        int copies = bench.driver.begun().size();
        bench.check(0, points, 5).await();
        assertEquals(copies, bench.driver.begun().size(), "it was there to be converted");
    }

    @Test
    void shouldForgetAllFormsWhenInvalidated() throws InterruptedException {
        DataHandle points = bench.temporary();
        bench.fill(1, points, 0);
        bench.check(0, points, 0).await();
        points.invalidate();
        bench.runtime.waitAll();
        assertEquals(0, bench.runtime.memoryNodes().get(1).used());
        assertThrows(IllegalStateException.class, () -> bench.check(1, points, 0));
        bench.fill(2, points, 3);
        bench.check(0, points, 3).await();
    }

    @Test
    void shouldFreeAllFormsWhenClosed() throws InterruptedException {
        DataHandle points = points(from(0));
        bench.check(1, points, 0);
        bench.check(2, points, 0).await();
        points.wontUse();
        points.close();
        for (MemoryNode node : bench.runtime.memoryNodes()) {
            assertEquals(0, node.used(), node.name());
        }
    }

    @Test
    void shouldGiveScratchMemoryInTheFormOfTheWorker() throws InterruptedException {
        DataHandle scratch = bench.temporary();
        for (int node = 0; node <= 2; node++) {
            bench.task(
                            node,
                            context -> {
                                bench.fill(context, 0, 5);
                                bench.require(context, 0, 5);
                            },
                            Access.SCRATCH)
                    .data(scratch)
                    .submit()
                    .await();
        }
        assertEquals(List.of(), bench.conversions);
        assertEquals(BYTES, bench.runtime.memoryNodes().get(1).used());
    }

    @Test
    void shouldReduceWhatWorkersContributeInTheirForms() throws InterruptedException {
        DataHandle sum = points(from(0));
        Kernel zero = context -> {
            for (int point = 0; point < LENGTH; point++) {
                FormsBench.set(context, 0, point, 0, 0);
                FormsBench.set(context, 0, point, 1, 0);
            }
        };
        Kernel combine = context -> {
            for (int point = 0; point < LENGTH; point++) {
                for (int which = 0; which < 2; which++) {
                    long both = FormsBench.get(context, 0, point, which) + FormsBench.get(context, 1, point, which);
                    FormsBench.set(context, 0, point, which, both);
                }
            }
        };
        sum.reduction(
                Codelet.named("zero")
                        .access(Access.W)
                        .cpu(zero)
                        .implementation(Architecture.CUDA, zero)
                        .implementation(Architecture.OPENCL, zero)
                        .build(),
                Codelet.named("combine")
                        .access(Access.RW, Access.R)
                        .cpu(combine)
                        .build());
        for (int round = 0; round < 4; round++) {
            for (int node = 0; node <= 2; node++) {
                bench.add(node, sum, 1, Access.REDUX);
            }
        }
        bench.check(0, sum, 12).await();
        bench.check(1, sum, 12).await();
    }

    @Test
    void shouldKeepCommutingTasksApart() throws InterruptedException {
        DataHandle points = points(from(0));
        for (int round = 0; round < 10; round++) {
            bench.add(round % 3 == 2 ? 0 : round % 3, points, 1, Access.COMMUTE);
        }
        bench.check(0, points, 10).await();
        DataHandle free = points(from(0)).arbitrated();
        for (int round = 0; round < 10; round++) {
            bench.task(round % 2, context -> bench.add(context, 0, 1), Access.RW)
                    .data(free)
                    .unordered(free)
                    .submit();
        }
        bench.runtime.waitAll();
        bench.requireInProgram(free, 10);
    }

    @Test
    void shouldConvertWhileAnotherTaskOfTheSameWorkerRuns() throws InterruptedException {
        use(FormsBench.driver(2, 1 << 20, Architecture.CUDA).withPipeline(3));
        DataHandle points = points(from(0));
        DataHandle others = points(from(50));
        List<Task> tasks = new ArrayList<>();
        for (int round = 0; round < 6; round++) {
            tasks.add(bench.task(1, context -> bench.require(context, 0, 0), Access.R)
                    .data(points)
                    .argument(30L)
                    .submit());
            tasks.add(bench.task(1, context -> bench.require(context, 0, 50), Access.R)
                    .data(others)
                    .argument(30L)
                    .submit());
        }
        bench.runtime.waitAll();
        assertEquals(2, bench.conversions.size());
        bench.failures = 1;
        bench.add(0, points, 1, Access.RW);
        for (int round = 0; round < 4; round++) {
            bench.check(1, points, 1);
        }
        assertThrows(TasksFailedException.class, bench.runtime::waitAll);
        assertEquals(4, bench.conversions.size(), "the next one in the pipeline has converted");
    }

    @Test
    void shouldShareAFormThatTwoArchitecturesSee() throws InterruptedException {
        Codelet there = bench.conversion("there", Architecture.OPENCL, context -> {
            for (int point = 0; point < LENGTH; point++) {
                context.view(1, MatrixView.class)
                        .setLong(0, point, context.view(0, MatrixView.class).getLong(point, 0));
                context.view(1, MatrixView.class)
                        .setLong(1, point, context.view(0, MatrixView.class).getLong(point, 1));
            }
        });
        MultiFormatLayout layout = MultiFormatLayout.of(bench.pairs())
                .with(Architecture.CUDA, bench.columns(0), there, there)
                .with(Architecture.OPENCL, bench.columns(0), there, there);
        DataHandle points = bench.runtime.data().temporary(layout);
        bench.fill(0, points, 0);
        bench.task(
                        2,
                        context -> assertEquals(
                                15, context.view(0, MatrixView.class).getLong(1, LENGTH - 1)),
                        Access.R)
                .data(points)
                .submit()
                .await();
        bench.check(1, points, 0).await();
        assertEquals(List.of("there@2"), bench.conversions);
    }
}
