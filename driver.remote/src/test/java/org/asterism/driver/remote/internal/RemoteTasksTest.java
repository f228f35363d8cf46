package org.asterism.driver.remote.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.asterism.api.Codelet;
import org.asterism.api.Task;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.api.device.DeviceDescription;
import org.asterism.driver.remote.internal.TestCodelets.Change;
import org.asterism.driver.remote.internal.TestCodelets.Order;
import org.asterism.kernels.blas.DenseCodelets;
import org.asterism.kernels.blas.internal.DenseCatalogue;
import org.asterism.kit.remote.CodeletSource;
import org.asterism.testsupport.CapturedLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class RemoteTasksTest {
    private static final int TILES = 6;
    private static final int TILE = 24;

    private final Arena arena = Arena.ofShared();
    private Cluster cluster;

    private TaskRuntime start(int localWorkers, String... names) {
        cluster = new Cluster(localWorkers);
        for (String name : names) {
            cluster.add(name, 2);
        }
        return cluster.laboratory.runtime();
    }

    @AfterEach
    void close() {
        cluster.close();
        arena.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldFactoriseAMatrixWithTwoMembers(int localWorkers) throws Exception {
        TaskRuntime runtime = start(localWorkers, "node1", "node2");
        assertEquals(localWorkers + 4, runtime.workers().size());
        Random random = new Random(4711);
        int size = TILES * TILE;
        double[] factor = new double[size * size];
        for (int row = 0; row < size; row++) {
            for (int column = 0; column < row; column++) {
                factor[row * size + column] = random.nextDouble() - 0.5;
            }
            factor[row * size + row] = 10 + random.nextDouble();
        }
        MemorySegment matrix = arena.allocate(ValueLayout.JAVA_DOUBLE, (long) size * size);
        for (int row = 0; row < size; row++) {
            for (int column = 0; column <= row; column++) {
                double sum = 0;
                for (int inner = 0; inner <= column; inner++) {
                    sum += factor[row * size + inner] * factor[column * size + inner];
                }
                matrix.setAtIndex(ValueLayout.JAVA_DOUBLE, (long) row * size + column, sum);
            }
        }
        // The tiles lie within the rows of the whole matrix, so every copy is strided.
        DataHandle[][] tile = new DataHandle[TILES][TILES];
        for (int row = 0; row < TILES; row++) {
            for (int column = 0; column <= row; column++) {
                tile[row][column] = runtime.data()
                        .matrix(
                                matrix.asSlice(((long) row * TILE * size + column * TILE) * Double.BYTES),
                                ElementType.DOUBLE,
                                TILE,
                                TILE,
                                size);
            }
        }
        for (int step = 0; step < TILES; step++) {
            runtime.task(DenseCodelets.POTRF).data(tile[step][step]).submit();
            for (int row = step + 1; row < TILES; row++) {
                runtime.task(DenseCodelets.TRSM)
                        .data(tile[step][step], tile[row][step])
                        .submit();
            }
            for (int row = step + 1; row < TILES; row++) {
                for (int column = step + 1; column < row; column++) {
                    runtime.task(DenseCodelets.GEMM)
                            .data(tile[row][step], tile[column][step], tile[row][column])
                            .submit();
                }
                runtime.task(DenseCodelets.SYRK)
                        .data(tile[row][step], tile[row][row])
                        .submit();
            }
        }
        runtime.waitAll();
        for (DataHandle[] some : tile) {
            for (DataHandle one : some) {
                if (one != null) {
                    one.close();
                }
            }
        }
        for (int row = 0; row < size; row++) {
            for (int column = 0; column <= row; column++) {
                assertEquals(
                        factor[row * size + column],
                        matrix.getAtIndex(ValueLayout.JAVA_DOUBLE, (long) row * size + column),
                        1e-9,
                        row + ", " + column);
            }
        }
        if (localWorkers == 0) {
            assertTrue(
                    runtime.workers().stream().mapToLong(Worker::executedTasks).sum() > 0);
        }
    }

    @Test
    void shouldNameWorkersAfterTheirMemberAndSayWhereTheyAre() {
        TaskRuntime runtime = start(0, "node1");
        List<Worker> workers = runtime.workers();
        assertTrue(workers.getFirst().name().startsWith("node1-"), workers.toString());
        assertEquals("node1", workers.getFirst().properties().get("remote.member"));
        assertEquals(
                "node1",
                runtime.memoryNodes().get(workers.getFirst().memoryNode()).name());
    }

    @Test
    void shouldCarryArgumentsResultsAndStridedData() throws Exception {
        TaskRuntime runtime = start(0, "node1");
        long rows = 9000; // so many pieces that they need several messages
        long stride = 5;
        MemorySegment memory = arena.allocate(ValueLayout.JAVA_DOUBLE, rows * stride);
        for (long index = 0; index < rows * stride; index++) {
            memory.setAtIndex(ValueLayout.JAVA_DOUBLE, index, index);
        }
        try (DataHandle matrix = runtime.data().matrix(memory, ElementType.DOUBLE, rows, 3, stride)) {
            Task task = runtime.task(TestCodelets.CHANGE)
                    .data(matrix)
                    .argument(new Order(Change.MULTIPLY, 3, List.of("a", "b"), new long[] {1, 2, 3}))
                    .submit();
            task.await();
            assertEquals(List.of("node1-inline-0", "change", List.of("a", "b"), 3L), normalised(task));
        }
        for (long row = 0; row < rows; row++) {
            for (long column = 0; column < stride; column++) {
                double was = row * stride + column;
                assertEquals(
                        column < 3 ? 3 * was : was,
                        memory.getAtIndex(ValueLayout.JAVA_DOUBLE, row * stride + column),
                        row + ", " + column);
            }
        }
    }

    private static Object normalised(Task task) {
        List<?> result = (List<?>) resultOf(task);
        return List.of(
                result.get(0).toString().replaceAll("-\\w+-\\d+$", "-inline-0"),
                result.get(1),
                result.get(2),
                result.get(3));
    }

    @Test
    void shouldCarryTheViewOfAThirdParty() throws Exception {
        TaskRuntime runtime = start(0, "node1");
        MemorySegment first = arena.allocateFrom(ValueLayout.JAVA_LONG, 1, 2, 3);
        MemorySegment second = arena.allocateFrom(ValueLayout.JAVA_LONG, 10, 20, 30);
        try (DataHandle pair = runtime.data().registerDense(new TestCodelets.PairLayout(3), first, second)) {
            runtime.task(TestCodelets.SUM_PAIR).data(pair).submitAndAwait();
        }
        assertEquals(List.of(11L, 22L, 33L), longs(first));
    }

    private static List<Long> longs(MemorySegment memory) {
        return IntStream.range(0, (int) (memory.byteSize() / Long.BYTES))
                .mapToObj(index -> memory.getAtIndex(ValueLayout.JAVA_LONG, index))
                .toList();
    }

    @Test
    void shouldRefuseAViewThatIsNoRecord() throws Exception {
        TaskRuntime runtime = start(0, "node1");
        DataHandle opaque = runtime.data().registerDense(new TestCodelets.OpaqueLayout(), arena.allocate(8, 8));
        Task task = runtime.task(TestCodelets.TOUCH).data(opaque).submit();
        String message = failureOf(task);
        assertTrue(message.contains("OpaqueView") && message.contains("make the class a record"), message);
        assertThrows(Exception.class, runtime::waitAll);
    }

    @Test
    void shouldFailATaskWithWhatItsKernelHasThrown() throws Exception {
        TaskRuntime runtime = start(0, "node1");
        String message = failureOf(runtime.task(TestCodelets.FAIL).submit());
        assertTrue(
                message.contains("java.lang.ArithmeticException: thrown by a kernel of the test")
                        && message.contains("node1"),
                message);
        assertThrows(Exception.class, runtime::waitAll);
    }

    @Test
    void shouldExplainToAKernelWhatOnlyTheCoordinatorCanDo() throws Exception {
        TaskRuntime runtime = start(0, "node1");
        String message = failureOf(runtime.task(TestCodelets.SUBMIT).submit());
        assertTrue(message.contains("UnsupportedOperationException") && message.contains("TaskRuntime.task"), message);
        assertThrows(Exception.class, runtime::waitAll);
    }

    @Test
    void shouldLeaveTasksWhoseCodeletNobodyNamesToLocalWorkers() throws Exception {
        TaskRuntime runtime = start(1, "node1");
        Set<Object> where = new HashSet<>();
        for (int number = 0; number < 200; number++) {
            Task task = runtime.task(TestCodelets.UNNAMED).submit();
            task.await();
            where.add(resultOf(task));
        }
        assertEquals(1, where.size(), where.toString());
        assertTrue(where.stream().noneMatch(name -> name.toString().startsWith("node1")), where.toString());
    }

    @Test
    void shouldRunManyTasksThatOnlySomeWorkersCanRun() throws Exception {
        TaskRuntime runtime = start(1, "node1");
        DataHandle vector = runtime.data().vector(new double[16]);
        for (int number = 0; number < 1000; number++) {
            runtime.task(number % 2 == 0 ? TestCodelets.UNNAMED : TestCodelets.WAIT)
                    .submit();
            if (number % 10 == 0) {
                runtime.task(TestCodelets.INCREMENT).data(vector).submit();
            }
        }
        runtime.waitAll();
        vector.close();
    }

    @Test
    void shouldExplainWhichBundleAMemberLacks() {
        cluster = new Cluster(0);
        cluster.add("node1", 2, Cluster.MEMORY, Map.of(new DenseCatalogue(), Cluster.BLAS));
        TaskRuntime runtime = cluster.laboratory.runtime();
        Task lacking = runtime.task(TestCodelets.WAIT).submit();
        assertEquals(
                "is ready and waits for a worker that can execute it: context 'default' has none: member node1 lacks"
                        + " bundle tests 1.0.0 (fedcba98) with codelet 'wait': install the same bundle there, or start"
                        + " the member with --install",
                runtime.explain(lacking).text());
        Task unnamed = runtime.task(TestCodelets.UNNAMED).submit();
        String text = runtime.explain(unnamed).text();
        assertTrue(text.contains("no CodeletCatalogue names codelet '"), text);
        lacking.cancel();
        unnamed.cancel();
    }

    @Test
    void shouldWarnOnceOfABundleThatAMemberLacks() {
        cluster = new Cluster(0);
        cluster.add("node1", 2, Cluster.MEMORY, Map.of(new DenseCatalogue(), Cluster.BLAS));
        TaskRuntime runtime = cluster.laboratory.runtime();
        try (CapturedLog lines = CapturedLog.of(BundleTransfers.class)) {
            for (Codelet codelet : List.of(TestCodelets.WAIT, TestCodelets.WAIT, TestCodelets.UNNAMED)) {
                Task task = runtime.task(codelet).submit();
                runtime.explain(task);
                task.cancel();
            }
            assertEquals(
                    List.of("member node1 lacks bundle tests 1.0.0 (fedcba98), so it cannot run codelet 'wait': install"
                            + " the same bundle there, or start the member with --install"),
                    lines.messages());
        }
    }

    @Test
    void shouldSayWhatAMemberHasInsteadOfACodelet() throws Exception {
        cluster = new Cluster(0);
        CodeletSource other = new CodeletSource(Cluster.TESTS.name(), "1.1.0", "00112233445566");
        Cluster.Node node = cluster.add("node1", 1, Cluster.MEMORY, Map.of(new DenseCatalogue(), Cluster.BLAS));
        TaskRuntime runtime = cluster.laboratory.runtime();
        assertEquals(
                "codelet 'fail' of tests 1.0.0 (fedcba98) is unknown: there are the codelets of"
                        + " [org.asterism.kernels.blas 1.0.0 (01234567)]: install the bundle there",
                node.codelets()
                        .explainMissing(cluster.codelets.find(TestCodelets.FAIL).reference()));
        node.codelets().add(TestCodelets.CATALOGUE, other);
        assertEquals(
                "codelet 'fail' of tests 1.0.0 (fedcba98) is unknown: there is tests 1.1.0 (00112233):"
                        + " give both sides the same bundle",
                node.codelets()
                        .explainMissing(cluster.codelets.find(TestCodelets.FAIL).reference()));
        Worker worker = runtime.workers().getFirst();
        Task misfit = runtime.task(TestCodelets.FAIL).on(worker);
        String message =
                assertThrows(IllegalStateException.class, misfit::submit).getMessage();
        assertTrue(
                message.contains(worker.name()) && message.contains("member node1 lacks bundle tests 1.0.0"), message);
    }

    /** The core prepares the data of such tasks with kernels of other codelets. */
    @Test
    void shouldReduceOnSeveralMembers() throws Exception {
        TaskRuntime runtime = start(1, "node1", "node2");
        MemorySegment sum = arena.allocateFrom(ValueLayout.JAVA_DOUBLE, 5);
        double[] ones = new double[100];
        Arrays.fill(ones, 1);
        try (DataHandle variable = runtime.data()
                        .variable(sum, ElementType.DOUBLE)
                        .reduction(DenseCodelets.FILL, DenseCodelets.ADD);
                DataHandle vector = runtime.data().vector(ones)) {
            for (int number = 0; number < 60; number++) {
                runtime.task(DenseCodelets.DOT_CONTRIBUTION)
                        .data(vector, vector, variable)
                        .submit();
            }
        }
        assertEquals(5 + 60 * 100, sum.get(ValueLayout.JAVA_DOUBLE, 0));
    }

    @Test
    void shouldFindMembersThatComeLater() throws Exception {
        TaskRuntime runtime = start(1, "node1");
        assertEquals(3, runtime.workers().size());
        cluster.add("node2", 3);
        assertEquals(3, runtime.rescanDevices().size());
        assertEquals(6, runtime.workers().size());
        assertEquals(0, runtime.rescanDevices().size());
    }

    @Test
    void shouldReportMembersAsDevices() {
        TaskRuntime runtime = start(1, "node1", "node2");
        List<DeviceDescription> devices = runtime.devices().stream()
                .filter(report -> report.driver().equals(RemoteDriver.DRIVER))
                .flatMap(report -> report.devices().stream())
                .toList();
        assertEquals(
                List.of("node1", "node2"),
                devices.stream().map(DeviceDescription::name).toList());
        assertTrue(devices.stream().allMatch(device -> device.used() && device.memory() > 0), devices::toString);
        assertEquals(
                2,
                runtime.workers().stream()
                        .filter(worker -> "node2".equals(worker.properties().get("device.name")))
                        .count());
    }

    @Test
    void shouldServeTwoRuntimes() throws Exception {
        TaskRuntime first = start(0, "node1");
        TaskRuntime second = cluster.laboratory.runtime();
        double[] one = new double[100];
        double[] two = new double[100];
        try (DataHandle a = first.data().vector(one);
                DataHandle b = second.data().vector(two)) {
            for (int number = 0; number < 50; number++) {
                first.task(TestCodelets.INCREMENT).data(a).submit();
                second.task(TestCodelets.INCREMENT).data(b).submit();
            }
        }
        first.close();
        assertEquals(50, one[99]);
        assertEquals(50, two[99]);
        second.task(TestCodelets.WAIT).submitAndAwait();
    }

    private static Object resultOf(Task task) {
        return task.result(Object.class).toCompletableFuture().join();
    }

    private static String failureOf(Task task) throws InterruptedException {
        assertThrows(TaskFailedException.class, task::await);
        return assertInstanceOf(Throwable.class, task.failure().orElse(null)).getMessage();
    }
}
