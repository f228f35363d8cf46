package org.asterism.core.internal.forms;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.LongStream;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Kernel;
import org.asterism.api.Task;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskState;
import org.asterism.api.data.Acquisition;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.Filters;
import org.asterism.api.data.MatrixView;
import org.asterism.api.data.MultiFormatLayout;
import org.asterism.core.internal.testing.FormsBench;
import org.asterism.core.internal.testing.NodesDriver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Data of several forms: who sees which, and when they are converted. Node 1 and 2 are CUDA devices, node 3 one of
 * OpenCL.
 */
@Timeout(20)
class FormsTest {
    private static final int LENGTH = 5;

    private final FormsBench bench =
            new FormsBench(LENGTH, 10, Architecture.CUDA, Architecture.CUDA, Architecture.OPENCL);

    @AfterEach
    void close() {
        bench.close();
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

    @Test
    void shouldShowEachArchitectureItsForm() throws InterruptedException {
        DataHandle points = points(from(7));
        bench.check(0, points, 7).await();
        assertEquals(List.of(), bench.conversions);
        bench.check(1, points, 7).await();
        assertEquals(List.of("to cuda@1"), bench.conversions);
        bench.check(2, points, 7).await();
        bench.check(0, points, 7).await();
        assertEquals(
                List.of("to cuda@1"), bench.conversions, "the other device is given a copy, and both forms are valid");
        bench.check(3, points, 7).await();
        assertEquals(List.of("to cuda@1", "to opencl@3"), bench.conversions);
    }

    @Test
    void shouldMakeOtherFormsStaleByWriting() throws InterruptedException {
        DataHandle points = points(from(0));
        bench.add(1, points, 10, Access.RW);
        bench.add(0, points, 10, Access.RW);
        bench.add(1, points, 10, Access.RW);
        bench.check(0, points, 30).await();
        assertEquals(List.of("to cuda@1", "from cuda@0", "to cuda@1", "from cuda@0"), bench.conversions);
    }

    @Test
    void shouldHaveAnotherWorkerConvertWhatItsOwnCannot() throws InterruptedException {
        DataHandle points = bench.temporary();
        bench.fill(1, points, 3);
        List<Task> readers = List.of(bench.check(3, points, 3), bench.check(3, points, 3));
        bench.runtime.waitAll();
        assertEquals(2, bench.conversions.size(), bench.conversions.toString());
        assertTrue(bench.conversions.getFirst().startsWith("from cuda@"), "by a CPU core or a CUDA device");
        assertEquals("to opencl@3", bench.conversions.getLast());
        assertTrue(readers.stream().allMatch(task -> task.state() == TaskState.DONE));
        bench.add(3, points, 7, Access.RW);
        bench.check(2, points, 10).await();
        bench.requireInProgram(points, 10);
    }

    @Test
    void shouldMakeDoWithConversionsForOneArchitecture() throws InterruptedException {
        DataHandle points = bench.runtime.data().temporary(layout(Architecture.CPU, Architecture.CPU));
        for (int round = 0; round < 3; round++) {
            bench.fill(0, points, round);
            bench.check(1, points, round);
            bench.add(1, points, 1, Access.RW);
            bench.check(0, points, round + 1);
        }
        bench.runtime.waitAll();
        assertEquals(6, bench.conversions.size());
        assertTrue(bench.conversions.stream().allMatch(conversion -> conversion.endsWith("@0")));
        bench.conversions.clear();
        points = bench.runtime.data().temporary(layout(Architecture.CUDA, Architecture.CUDA));
        bench.fill(0, points, 0);
        bench.add(1, points, 1, Access.RW);
        bench.check(0, points, 1);
        bench.check(1, points, 1);
        bench.requireInProgram(points, 1);
        assertEquals(2, bench.conversions.size());
        assertTrue(bench.conversions.stream().noneMatch(conversion -> conversion.endsWith("@0")));
    }

    /** Points whose conversions for CUDA have implementations for one architecture each. */
    private MultiFormatLayout layout(Architecture forth, Architecture back) {
        MultiFormatLayout.Form cuda = bench.layout().forms().get(Architecture.CUDA);
        return MultiFormatLayout.of(bench.pairs())
                .with(
                        Architecture.CUDA,
                        cuda.layout(),
                        only(cuda.fromStandard(), forth),
                        only(cuda.toStandard(), back));
    }

    private static Codelet only(Codelet codelet, Architecture architecture) {
        return Codelet.named(codelet.name())
                .access(Access.R, Access.W)
                .implementation(architecture, codelet.implementation(Architecture.CPU, 0))
                .build();
    }

    @Test
    void shouldConvertTwiceWhereTheWorkerCanDoBoth() throws InterruptedException {
        Codelet there = bench.conversion("there", Architecture.OPENCL, context -> {
            for (long point = 0; point < LENGTH; point++) {
                context.view(1, MatrixView.class)
                        .setLong(0, point + 1, context.view(0, MatrixView.class).getLong(point, 0));
                context.view(1, MatrixView.class)
                        .setLong(1, point + 1, context.view(0, MatrixView.class).getLong(point, 1));
            }
        });
        Codelet back = bench.conversion("back", Architecture.OPENCL, context -> {
            for (long point = 0; point < LENGTH; point++) {
                context.view(1, MatrixView.class)
                        .setLong(point, 0, context.view(0, MatrixView.class).getLong(0, point));
                context.view(1, MatrixView.class)
                        .setLong(point, 1, context.view(0, MatrixView.class).getLong(1, point));
            }
        });
        MultiFormatLayout layout = MultiFormatLayout.of(bench.pairs())
                .with(Architecture.CUDA, bench.columns(0), there, back)
                .with(Architecture.OPENCL, bench.columns(1), there, back);
        DataHandle points = bench.runtime.data().temporary(layout);
        bench.fill(1, points, 4);
        bench.check(3, points, 4).await();
        assertEquals(List.of("back@3", "there@3"), bench.conversions);
    }

    @Test
    void shouldNotConvertWhatIsOverwritten() throws InterruptedException {
        DataHandle points = points(from(0));
        bench.fill(1, points, 3);
        bench.fill(0, points, 5);
        bench.fill(3, points, 8);
        bench.check(3, points, 8).await();
        assertEquals(List.of(), bench.conversions);
    }

    @Test
    void shouldConvertForTheProgram() throws InterruptedException {
        DataHandle points = points(from(0));
        bench.add(1, points, 10, Access.RW);
        bench.requireInProgram(points, 10);
        assertEquals("from cuda", bench.conversions.getLast().substring(0, 9));
        try (Acquisition acquired = points.acquire(Access.RW)) {
            acquired.view(MatrixView.class).setLong(0, 0, 99);
            acquired.view(MatrixView.class).setLong(0, 0, 10);
        }
        bench.check(2, points, 10).await();
        assertEquals(3, bench.conversions.size());
        bench.fill(1, points, 0);
        try (Acquisition acquired = points.acquire(Access.W)) {
            for (int point = 0; point < LENGTH; point++) {
                acquired.view(MatrixView.class).setLong(point, 0, 20 + 2 * point);
                acquired.view(MatrixView.class).setLong(point, 1, 21 + 2 * point);
            }
        }
        assertEquals(3, bench.conversions.size());
        bench.check(1, points, 20).await();
    }

    @Test
    void shouldComeHomeInTheStandardFormWhenClosed() throws Exception {
        long[] first = from(0);
        long[] second = from(0);
        long[] third = from(0);
        DataHandle closed = points(first);
        DataHandle closedLater = points(second);
        DataHandle left = points(third);
        bench.add(1, closed, 1, Access.RW);
        bench.add(2, closedLater, 2, Access.RW);
        bench.add(3, left, 3, Access.RW);
        closed.close();
        assertArrayEquals(from(1), first);
        var end = closedLater.closeAsync().toCompletableFuture();
        bench.runtime.waitAll();
        assertTrue(end.isDone());
        assertArrayEquals(from(2), second);
        bench.close();
        assertArrayEquals(from(3), third, "brought home when the runtime was closed");
    }

    @Test
    void shouldConvertOnceForSeveralReaders() throws InterruptedException {
        DataHandle points = points(from(7));
        Task first = bench.check(1, points, 7);
        Task second = bench.check(2, points, 7);
        Task third = bench.check(1, points, 7);
        bench.runtime.waitAll();
        for (Task task : List.of(first, second, third)) {
            assertEquals(TaskState.DONE, task.state());
        }
        assertEquals(1, bench.conversions.size(), bench.conversions.toString());
    }

    @Test
    void shouldLetTheNextReaderConvertIfTheFirstFails() throws InterruptedException {
        DataHandle points = points(from(7));
        bench.failures = 1;
        List<Task> tasks = List.of(bench.check(1, points, 7), bench.check(2, points, 7), bench.check(1, points, 7));
        assertThrows(Exception.class, bench.runtime::waitAll);
        assertEquals(2, bench.conversions.size(), bench.conversions.toString());
        assertEquals(
                1,
                tasks.stream().filter(task -> task.state() == TaskState.FAILED).count());
        Task failed = tasks.stream()
                .filter(task -> task.state() == TaskState.FAILED)
                .findAny()
                .orElseThrow();
        assertTrue(failed.failure().orElseThrow().getMessage().contains("no conversion today"));
        assertFalse(points.isCorrupt());
    }

    @Test
    void shouldLetTheNextReaderConvertIfTheDataOfTheFirstDoNotArrive() throws InterruptedException {
        DataHandle points = points(from(7));
        bench.driver.memories().getFirst().failWith(new java.io.IOException("the wire is cut"));
        Task first = bench.check(1, points, 7);
        Task second = bench.check(2, points, 7);
        second.await();
        assertEquals(TaskState.FAILED, first.state());
        assertEquals(List.of("to cuda@2"), bench.conversions);
    }

    @Test
    void shouldKeepTheSourceWhenAConversionFails() throws InterruptedException {
        DataHandle points = points(from(7));
        bench.failures = 1;
        assertThrows(TaskFailedException.class, bench.check(1, points, 7)::await);
        bench.check(0, points, 7).await();
        bench.check(1, points, 7).await();
        bench.failures = 1;
        DataHandle written = points(from(0));
        assertThrows(TaskFailedException.class, bench.add(1, written, 5, Access.RW)::await);
        assertTrue(written.isCorrupt(), "it is not what its readers were to find");
        bench.fill(1, written, 9);
        bench.check(0, written, 9).await();
    }

    @Test
    void shouldSayWhichConversionIsMissing() throws InterruptedException {
        Architecture other = Architecture.of("other");
        DataHandle points = bench.runtime.data().temporary(layout(other, other)).named("points");
        bench.fill(0, points, 0);
        Task there = bench.check(1, points, 0);
        String message = assertThrows(TaskFailedException.class, there::await).getMessage();
        assertTrue(message.contains("points is up to date in its standard form (matrix)"), message);
        assertTrue(message.contains("no worker can convert it to its form for cuda (matrix)"), message);
        assertTrue(message.contains("codelet 'to cuda' has implementations for [other]"), message);
        assertTrue(message.contains("there are workers of [cpu, cuda, opencl]"), message);
        bench.fill(1, points, 0);
        message = assertThrows(TaskFailedException.class, bench.check(0, points, 0)::await)
                .getMessage();
        assertTrue(message.contains("codelet 'from cuda' has implementations for [other]"), message);
        bench.check(1, points, 0).await();
        assertFalse(points.isCorrupt());
    }

    @Test
    void shouldTellTheProgramThatNoWorkerCanConvert() throws InterruptedException {
        Architecture other = Architecture.of("other");
        Codelet there = bench.conversion("there", Architecture.CUDA, context -> {});
        Codelet back = Codelet.named("back")
                .access(Access.R, Access.W)
                .implementation(other, (org.asterism.api.Kernel) context -> {})
                .build();
        DataHandle points = bench.runtime
                .data()
                .temporary(MultiFormatLayout.of(bench.pairs()).with(Architecture.CUDA, bench.columns(0), there, back))
                .named("points");
        bench.fill(1, points, 0).await();
        String message = assertThrows(IllegalStateException.class, () -> points.acquire(Access.R))
                .getMessage();
        assertTrue(message.contains("points is up to date in its form for cuda (matrix)"), message);
        assertTrue(message.contains("codelet 'back' has implementations for [other]"), message);
        bench.check(1, points, 0).await();
    }

    @Test
    void shouldNotWaitInVirtualTimeForWorkersThatAreRemoved() throws InterruptedException {
        Codelet onlyThere = Codelet.named("converts there")
                .access(Access.R, Access.W)
                .implementation(Architecture.OPENCL, (Kernel) context -> {})
                .build();
        DataHandle points = bench.runtime
                .data()
                .temporary(MultiFormatLayout.of(bench.pairs())
                        .with(Architecture.OPENCL, bench.columns(1), onlyThere, onlyThere));
        bench.fill(3, points, 5).await();
        bench.task(3, new NodesDriver.Lasting(context -> {}, 1000)).submit();
        Task check = bench.check(0, points, 5);
        bench.pass(100);
        bench.runtime.defaultContext().removeWorkers(List.of(bench.worker(3)));
        String message = assertThrows(TaskFailedException.class, check::await).getMessage();
        assertTrue(message.contains("there are workers of [cpu, cuda]"), message);
    }

    @Test
    void shouldRefuseToBeCut() {
        DataHandle points = points(from(0)).named("points");
        String message = assertThrows(IllegalArgumentException.class, () -> points.plan(Filters.blocks(2)))
                .getMessage();
        assertTrue(message.contains("points has several forms, which cannot be cut"), message);
        assertThrows(IllegalArgumentException.class, () -> points.partition(Filters.blocks(2)));
    }
}
