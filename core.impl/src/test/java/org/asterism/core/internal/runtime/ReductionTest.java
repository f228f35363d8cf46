package org.asterism.core.internal.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TasksFailedException;
import org.asterism.api.data.Acquisition;
import org.asterism.api.data.CorruptDataException;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.Filters;
import org.asterism.api.data.Partition;
import org.asterism.api.data.VariableLayout;
import org.asterism.api.data.VariableView;
import org.asterism.api.data.VectorLayout;
import org.asterism.api.data.VectorView;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.stepping.VirtualClock;
import org.asterism.core.internal.testing.Await;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.core.internal.testing.NodesDriver;
import org.asterism.core.internal.testing.TimedDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ReductionTest {
    private static final Codelet ZERO = Codelet.named("zero")
            .access(Access.W)
            .cpu(kernel -> {
                for (long i = 0; i < kernel.view(0, VectorView.class).length(); i++) {
                    kernel.view(0, VectorView.class).setLong(i, 0);
                }
            })
            .build();
    private static final Codelet ADD = Codelet.named("add")
            .access(Access.RW, Access.R)
            .cpu(kernel -> {
                for (long i = 0; i < kernel.view(0, VectorView.class).length(); i++) {
                    kernel.view(0, VectorView.class)
                            .setLong(
                                    i,
                                    kernel.view(0, VectorView.class).getLong(i)
                                            + kernel.view(1, VectorView.class).getLong(i));
                }
            })
            .build();
    private static final Codelet INCREMENT = Codelet.named("increment")
            .cpu(kernel -> {
                for (long i = 0; i < kernel.view(0, VectorView.class).length(); i++) {
                    kernel.view(0, VectorView.class)
                            .setLong(i, kernel.view(0, VectorView.class).getLong(i) + 1);
                }
            })
            .build();

    private static long first(DataHandle handle) throws InterruptedException {
        try (Acquisition acquired = handle.acquire(Access.R)) {
            return acquired.view(VectorView.class).getLong(0);
        }
    }

    private static void contribute(TaskRuntime runtime, DataHandle sum, int tasks) {
        for (int task = 0; task < tasks; task++) {
            runtime.task(INCREMENT).access(sum, Access.REDUX).submit();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void shouldAddUpTheContributionsOfAllWorkers(int workers) throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(workers);
                TaskRuntime runtime = laboratory.runtime()) {
            long[] value = {5, 50};
            try (DataHandle sum = runtime.data().vector(value).reduction(ZERO, ADD)) {
                for (int round = 1; round <= 16; round++) {
                    contribute(runtime, sum, 64);
                    assertEquals(5 + 64 * round, first(sum));
                }
            }
            assertEquals(5 + 1024, value[0]);
            assertEquals(50 + 1024, value[1]);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void shouldPutContributionsTogetherWheneverTheDataAreUsedInAnotherWay(int workers) throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(workers);
                TaskRuntime runtime = laboratory.runtime()) {
            DataHandle sum = runtime.data()
                    .temporary(new VectorLayout(ElementType.LONG, 3))
                    .reduction(ZERO, ADD);
            for (int task = 0; task < 1000; task++) {
                Access mode = task % 10 == 9 ? Access.RW : Access.REDUX;
                runtime.task(INCREMENT).access(sum, mode).submit();
            }
            assertEquals(1000, first(sum));
            sum.close();
        }
    }

    @Test
    void shouldPutContributionsTogetherWhenDataAreClosed() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(3);
                TaskRuntime runtime = laboratory.runtime()) {
            long[] value = new long[2];
            DataHandle sum = runtime.data().vector(value).reduction(ZERO, ADD);
            contribute(runtime, sum, 100);
            sum.close();
            assertEquals(100, value[0]);
            long[] other = new long[2];
            DataHandle later = runtime.data().vector(other).reduction(ZERO, ADD);
            contribute(runtime, later, 100);
            later.closeAsync().toCompletableFuture().join();
            assertEquals(100, other[1]);
        }
    }

    @Test
    void shouldBeginWithTheNeutralElementWhereThereIsNoValue() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            Codelet to42 = Codelet.named("to42")
                    .access(Access.W)
                    .cpu(kernel -> kernel.view(0, VectorView.class).setLong(0, 42))
                    .build();
            DataHandle sum = runtime.data()
                    .temporary(new VectorLayout(ElementType.LONG, 1))
                    .reduction(to42, ADD);
            assertEquals(42, first(sum), "the program sees what initialises");
        }
    }

    @Test
    void shouldPutContributionsTogetherWhenTheRuntimeIsClosed() {
        long[] value = new long[1];
        try (Laboratory laboratory = Laboratory.withWorkers(2)) {
            TaskRuntime runtime = laboratory.runtime();
            contribute(runtime, runtime.data().vector(value).reduction(ZERO, ADD), 1000);
            runtime.close();
        }
        assertEquals(1000, value[0]);
    }

    @Test
    void shouldPutContributionsTogetherBeforeDataAreCut() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            long[] value = new long[64];
            try (DataHandle sum = runtime.data().vector(value).reduction(ZERO, ADD)) {
                Partition pieces = sum.plan(Filters.blocks(8));
                for (int round = 1; round <= 10; round++) {
                    contribute(runtime, sum, 32);
                    pieces.forEach(piece -> runtime.task(INCREMENT).access(piece, Access.RW));
                }
            }
            for (long element : value) {
                assertEquals(10 * 33, element);
            }
        }
    }

    @Test
    void shouldDiscardContributionsToDataThatAreOverwritten() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            AtomicInteger combined = new AtomicInteger();
            Codelet count = Codelet.named("count")
                    .access(Access.RW, Access.R)
                    .cpu(kernel -> combined.incrementAndGet())
                    .build();
            long[] value = {7};
            try (DataHandle sum = runtime.data().vector(value).reduction(ZERO, count)) {
                contribute(runtime, sum, 10);
                runtime.task(ZERO).data(sum).submit();
                runtime.waitAll();
                assertEquals(0, first(sum));
            }
            assertEquals(0, combined.get());
            assertEquals(0, value[0]);
        }
    }

    @Test
    void shouldLetContributorsRunSideBySideEachOnItsOwnContribution() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            CountDownLatch both = new CountDownLatch(2);
            Set<Long> addresses = ConcurrentHashMap.newKeySet();
            Codelet meet = Codelet.named("meet")
                    .access(Access.REDUX)
                    .cpu(kernel -> {
                        addresses.add(kernel.view(0, VectorView.class).segment().address());
                        both.countDown();
                        both.await();
                        kernel.view(0, VectorView.class)
                                .setLong(0, kernel.view(0, VectorView.class).getLong(0) + 1);
                    })
                    .build();
            long[] value = new long[1];
            try (DataHandle sum = runtime.data().vector(value).reduction(ZERO, ADD)) {
                runtime.task(meet).data(sum).submit();
                runtime.task(meet).data(sum).submit();
            }
            assertEquals(2, value[0]);
            assertEquals(2, addresses.size());
        }
    }

    @Test
    void shouldCombineContributionsAsABalancedTree() throws InterruptedException {
        VirtualClock clock = new VirtualClock();
        try (Laboratory laboratory = new Laboratory()) {
            laboratory.addDriver("timed", new TimedDriver(8));
            TaskRuntime runtime =
                    laboratory.factory.create(RuntimeConfiguration.defaults().withClock(clock));
            Set<Integer> depths = ConcurrentHashMap.newKeySet();
            Codelet leaf = Codelet.named("leaf")
                    .access(Access.W)
                    .cpu(kernel -> kernel.view(0, VectorView.class).setLong(0, 0))
                    .build();
            Codelet deeper = Codelet.named("deeper")
                    .access(Access.RW, Access.R)
                    .cpu(kernel -> {
                        long deepest = Math.max(
                                kernel.view(0, VectorView.class).getLong(0),
                                kernel.view(1, VectorView.class).getLong(0));
                        kernel.view(0, VectorView.class).setLong(0, deepest + 1);
                        depths.add((int) deepest + 1);
                    })
                    .build();
            DataHandle depth = runtime.data()
                    .temporary(new VectorLayout(ElementType.LONG, 1))
                    .reduction(leaf, deeper);
            Codelet touch = Codelet.named("touch")
                    .access(Access.REDUX)
                    .cpu(kernel -> {})
                    .build();
            for (int task = 0; task < 8; task++) {
                runtime.task(touch).data(depth).argument(1000L).submit();
            }
            // Nine elements, the data themselves and eight contributions: a tree of depth four.
            assertEquals(4, first(depth));
            assertEquals(Set.of(1, 2, 3, 4), depths);
            // What begins, the eight at once, what begins the result, and the four levels one after the other.
            assertEquals(100 + 1000 + 100 + 4 * 100, clock.nanoTime());
            runtime.close();
        }
    }

    /** The contributions lie on three memory nodes, and are copied to where they are combined. */
    @ParameterizedTest
    @ValueSource(ints = {1, 5, 8})
    void shouldPutContributionsOnSeveralMemoryNodesTogether(int workers) throws InterruptedException {
        try (Laboratory laboratory = new Laboratory()) {
            laboratory.addDriver("nodes", new NodesDriver(workers, 3, 3 * 64, 1, false));
            TaskRuntime runtime =
                    laboratory.factory.create(RuntimeConfiguration.defaults().withClock(new VirtualClock()));
            long[] value = new long[8];
            DataHandle sum = runtime.data().vector(value).reduction(ZERO, ADD);
            DataHandle scratch = runtime.data().temporary(new VectorLayout(ElementType.LONG, 8));
            for (int round = 1; round <= 5; round++) {
                for (int task = 0; task < 40; task++) {
                    runtime.task(INCREMENT)
                            .access(sum, Access.REDUX)
                            .access(scratch, Access.SCRATCH)
                            .argument(1000L)
                            .submit();
                }
                assertEquals(40 * round, first(sum));
            }
            sum.close();
            for (long element : value) {
                assertEquals(200, element);
            }
            runtime.close();
        }
    }

    @Test
    void shouldMakeDataCorruptToWhichATaskFailedToContribute() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            Codelet fail = Codelet.named("fail")
                    .access(Access.REDUX)
                    .cpu(kernel -> {
                        throw new IllegalStateException("on purpose");
                    })
                    .build();
            DataHandle sum = runtime.data().vector(new long[1]).reduction(ZERO, ADD);
            contribute(runtime, sum, 20);
            runtime.task(fail).data(sum).submit();
            contribute(runtime, sum, 20);
            Task reader = runtime.task(INCREMENT).access(sum, Access.R).submit();
            assertThrows(TasksFailedException.class, runtime::waitAll);
            assertTrue(reader.failure().isPresent());
            assertTrue(sum.isCorrupt());
            runtime.task(ZERO).data(sum).submit();
            runtime.waitAll();
            assertFalse(sum.isCorrupt());
            contribute(runtime, sum, 20);
            assertEquals(20, first(sum));
        }
    }

    @Test
    void shouldMakeDataCorruptWhoseContributionsCannotBeginOrBePutTogether() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            Codelet fail = Codelet.named("fail")
                    .access(Access.W)
                    .cpu(kernel -> {
                        throw new IllegalStateException("on purpose");
                    })
                    .build();
            Codelet failToAdd = Codelet.named("failToAdd")
                    .access(Access.COMMUTE, Access.R)
                    .cpu(kernel -> {
                        throw new IllegalStateException("on purpose");
                    })
                    .build();
            for (DataHandle sum : new DataHandle[] {
                runtime.data().vector(new long[1]).reduction(fail, ADD),
                runtime.data().vector(new long[1]).reduction(ZERO, failToAdd)
            }) {
                contribute(runtime, sum, 10);
                assertThrows(CorruptDataException.class, () -> first(sum));
                assertThrows(TasksFailedException.class, runtime::waitAll);
                assertThrows(CorruptDataException.class, sum::close);
            }
        }
    }

    @Test
    void shouldRefuseContributionsWhenNobodyHasSaidHow() {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            DataHandle sum = runtime.data().vector(new long[1]).named("sum");
            Task task = runtime.task(INCREMENT).access(sum, Access.REDUX);
            IllegalStateException refused = assertThrows(IllegalStateException.class, task::submit);
            assertTrue(refused.getMessage().startsWith(task + " contributes to sum"), refused.getMessage());
            assertTrue(refused.getMessage().contains("call reduction(initialise, combine)"), refused.getMessage());
            assertThrows(IllegalArgumentException.class, () -> sum.reduction(ADD, ADD));
            assertThrows(IllegalArgumentException.class, () -> sum.reduction(ZERO, ZERO));
        }
    }

    @Test
    void shouldGiveEachWorkerScratchMemoryOfItsOwn() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            CountDownLatch both = new CountDownLatch(2);
            Set<Long> addresses = ConcurrentHashMap.newKeySet();
            Codelet work = Codelet.named("work")
                    .access(Access.SCRATCH)
                    .cpu(kernel -> {
                        long mine = Thread.currentThread().threadId();
                        kernel.view(0, VariableView.class).setLong(mine);
                        addresses.add(
                                kernel.view(0, VariableView.class).segment().address());
                        both.countDown();
                        both.await();
                        assertEquals(mine, kernel.view(0, VariableView.class).getLong());
                    })
                    .build();
            try (DataHandle scratch = runtime.data().temporary(new VariableLayout(ElementType.LONG))) {
                for (int task = 0; task < 100; task++) {
                    runtime.task(work).data(scratch).submit();
                }
                runtime.waitAll();
            }
            assertEquals(2, addresses.size(), "each worker keeps its memory");
        }
    }

    @Test
    void shouldNotTouchDataWhoseLayoutIsUsedForScratchMemory() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            long[] value = {1};
            try (DataHandle handle = runtime.data().vector(value)) {
                for (int task = 0; task < 20; task++) {
                    runtime.task(INCREMENT).access(handle, Access.SCRATCH).submit();
                }
                runtime.waitAll();
            }
            assertEquals(1, value[0]);
        }
    }

    @Test
    void shouldGiveUpTheScratchMemoryOfWorkersThatLeave() throws InterruptedException {
        try (Laboratory laboratory = new Laboratory()) {
            DriverPlugin plugin = laboratory.addDriver("cpu", new InlineDriver(2));
            TaskRuntime runtime = laboratory.runtime();
            VectorLayout layout = new VectorLayout(ElementType.LONG, 1 << 17);
            DataHandle scratch = runtime.data().temporary(layout);
            Codelet work = Codelet.named("work")
                    .access(Access.SCRATCH)
                    .cpu(kernel -> kernel.view(0, VectorView.class).setLong(0, 1))
                    .build();
            for (int update = 0; update < 10; update++) {
                for (int task = 0; task < 20; task++) {
                    runtime.task(work).data(scratch).submit();
                }
                runtime.waitAll();
                laboratory.plugins.remove(plugin);
                plugin = laboratory.addDriver("cpu", new InlineDriver(2));
            }
            Await.await(() -> runtime.memoryNodes().getFirst().used() <= 2 * layout.bytes());
            scratch.close();
        }
    }

    @Test
    void shouldGiveUpTheScratchMemoryForPartsOfWorkersThatLeave() throws InterruptedException {
        try (Laboratory laboratory = new Laboratory()) {
            DriverPlugin plugin = laboratory.addDriver("cpu", new InlineDriver(1));
            TaskRuntime runtime = laboratory.runtime();
            VectorLayout layout = new VectorLayout(ElementType.LONG, 1 << 17);
            Codelet work = Codelet.named("work")
                    .access(Access.SCRATCH)
                    .cpu(kernel -> kernel.view(0, VectorView.class).setLong(0, 1))
                    .build();
            try (DataHandle whole = runtime.data().temporary(layout);
                    Partition halves = whole.partition(Filters.blocks(2))) {
                long before = runtime.memoryNodes().getFirst().used();
                try (Partition quarters = halves.child(0).partition(Filters.blocks(2))) {
                    runtime.task(work).data(halves.child(1)).submit();
                    runtime.task(work).data(quarters.child(0)).submit();
                    runtime.waitAll();
                    assertTrue(runtime.memoryNodes().getFirst().used() > before);
                    laboratory.plugins.remove(plugin);
                    Await.await(() -> runtime.memoryNodes().getFirst().used() <= before);
                    laboratory.addDriver("cpu", new InlineDriver(1));
                }
            }
        }
    }
}
