package org.asterism.core.internal.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.KernelContext;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Task;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskOverview.WaitingTask;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.TasksFailedException;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.VectorView;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What programs see of the order of accesses, with workers. */
@Timeout(60)
class AccessModesTest {
    private static final Codelet INCREMENT = Codelet.named("increment")
            .cpu(kernel -> kernel.view(0, VectorView.class)
                    .setLong(0, kernel.view(0, VectorView.class).getLong(0) + 1))
            .build();

    /** Changes a plain number: it comes out right only if no two kernels do so at the same time. */
    private static final class Unguarded {
        private long number;

        private void increment(KernelContext kernel) {
            long seen = number;
            Thread.onSpinWait();
            number = seen + 1;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void shouldOrderCommutingTasksWithAllOthersButNotAmongThemselves(int workers) throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(workers);
                TaskRuntime runtime = laboratory.runtime()) {
            long[] value = new long[1];
            Codelet commute = Codelet.named("commute")
                    .access(Access.COMMUTE)
                    .cpu(kernel -> kernel.view(0, VectorView.class)
                            .setLong(0, kernel.view(0, VectorView.class).getLong(0) + 1))
                    .build();
            Codelet expect = Codelet.named("expect")
                    .access(Access.R)
                    .cpu(kernel -> assertEquals(
                            kernel.argument(Long.class),
                            kernel.view(0, VectorView.class).getLong(0)))
                    .build();
            Codelet twice = Codelet.named("double")
                    .access(Access.RW)
                    .cpu(kernel -> kernel.view(0, VectorView.class)
                            .setLong(0, 2 * kernel.view(0, VectorView.class).getLong(0)))
                    .build();
            long expected = 0;
            try (DataHandle handle = runtime.data().vector(value)) {
                for (int round = 0; round < 40; round++) {
                    for (int task = 0; task < 25; task++) {
                        runtime.task(commute).data(handle).submit();
                    }
                    expected += 25;
                    for (int task = 0; task < 3; task++) {
                        runtime.task(expect).data(handle).argument(expected).submit();
                    }
                    if (round % 4 == 0) {
                        runtime.task(twice).data(handle).submit();
                        expected *= 2;
                    }
                }
                runtime.waitAll();
            }
            assertEquals(expected, value[0]);
        }
    }

    @Test
    void shouldRunTheTaskBeforeCommutingOnesFirstAlthoughItWaitsForOtherData() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            CountDownLatch go = new CountDownLatch(1);
            DataHandle result = runtime.data().token();
            DataHandle other = runtime.data().token();
            ConcurrentLinkedQueue<Integer> order = new ConcurrentLinkedQueue<>();
            Codelet hold = Codelet.named("hold").cpu(kernel -> go.await()).build();
            Codelet note = Codelet.named("note")
                    .cpu(kernel -> order.add(kernel.argument(Integer.class)))
                    .build();
            runtime.task(hold).access(other, Access.RW).submit();
            runtime.task(note)
                    .access(result, Access.RW)
                    .access(other, Access.R)
                    .argument(0)
                    .submit();
            for (int task = 1; task < 10; task++) {
                runtime.task(note).access(result, Access.COMMUTE).argument(task).submit();
            }
            go.countDown();
            runtime.waitAll();
            assertEquals(10, order.size());
            assertEquals(0, order.peek());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldLetPhilosophersEat(int workers) throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(workers);
                TaskRuntime runtime = laboratory.runtime()) {
            int seats = 16;
            List<DataHandle> forks = new ArrayList<>();
            for (int fork = 0; fork < seats; fork++) {
                forks.add(runtime.data().token().sequentialConsistency(false));
            }
            AtomicIntegerArray users = new AtomicIntegerArray(seats);
            Codelet eat = Codelet.named("eat")
                    .access(Access.RW, Access.RW)
                    .cpu(kernel -> {
                        int seat = kernel.argument(Integer.class);
                        int mostLeft = users.incrementAndGet(seat);
                        int mostRight = users.incrementAndGet((seat + 1) % seats);
                        Thread.yield();
                        users.decrementAndGet(seat);
                        users.decrementAndGet((seat + 1) % seats);
                        assertEquals(2, mostLeft + mostRight, "a fork is used twice");
                    })
                    .build();
            Random random = new Random(1);
            for (int task = 0; task < 4096; task++) {
                int seat = random.nextInt(seats);
                DataHandle left = forks.get(seat);
                DataHandle right = forks.get((seat + 1) % seats);
                if (random.nextBoolean()) {
                    runtime.task(eat).data(left, right).argument(seat).submit();
                } else {
                    runtime.task(eat).data(right, left).argument(seat).submit();
                }
            }
            runtime.waitAll();
            assertEquals(4096, runtime.tasks(0).done());
        }
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void shouldNeverRunAWriterWithAnybodyElse(boolean ordered) throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(3);
                TaskRuntime runtime = laboratory.runtime()) {
            DataHandle book = runtime.data().token().sequentialConsistency(ordered);
            AtomicInteger readers = new AtomicInteger();
            AtomicInteger writers = new AtomicInteger();
            Codelet read = Codelet.named("read")
                    .access(Access.R)
                    .cpu(kernel -> {
                        readers.incrementAndGet();
                        assertEquals(0, writers.get());
                        Thread.yield();
                        assertEquals(0, writers.get());
                        readers.decrementAndGet();
                    })
                    .build();
            Codelet write = Codelet.named("write")
                    .access(Access.W)
                    .cpu(kernel -> {
                        assertEquals(1, writers.incrementAndGet());
                        assertEquals(0, readers.get());
                        Thread.yield();
                        assertEquals(0, readers.get());
                        writers.decrementAndGet();
                    })
                    .build();
            Random random = new Random(2);
            for (int task = 0; task < 8192; task++) {
                runtime.task(random.nextInt(4) == 0 ? write : read).data(book).submit();
            }
            runtime.waitAll();
        }
    }

    @Test
    void shouldMakeACriticalSectionOfAHandleWithoutContent() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(3);
                TaskRuntime runtime = laboratory.runtime()) {
            for (Access mode : List.of(Access.RW, Access.COMMUTE)) {
                Unguarded guarded = new Unguarded();
                DataHandle section = runtime.data().token();
                Codelet critical = Codelet.named("critical")
                        .access(mode)
                        .cpu(guarded::increment)
                        .build();
                for (int task = 0; task < 5000; task++) {
                    runtime.task(critical).data(section).submit();
                }
                runtime.waitAll();
                assertEquals(5000, guarded.number, mode.name());
            }
        }
    }

    @Test
    void shouldMergeWhatATaskDoesWithDataThatItNamesTwice() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            List<Access> modes = List.of(Access.R, Access.W, Access.RW);
            for (Access one : modes) {
                for (Access other : modes) {
                    DataHandle token = runtime.data().token();
                    CountDownLatch go = new CountDownLatch(1);
                    CountDownLatch begun = new CountDownLatch(1);
                    Codelet twice = Codelet.named("twice")
                            .access(one, other)
                            .cpu(kernel -> {
                                begun.countDown();
                                go.await();
                            })
                            .build();
                    Codelet read = Codelet.named("read")
                            .access(Access.R)
                            .cpu(kernel -> {})
                            .build();
                    runtime.task(twice).data(token, token).submit();
                    begun.await();
                    Task reader = runtime.task(read).data(token).submit();
                    if (one == Access.R && other == Access.R) {
                        reader.await();
                    } else {
                        assertEquals(TaskState.SUBMITTED, reader.state(), one + " and " + other);
                    }
                    go.countDown();
                    reader.await();
                }
            }
        }
    }

    @Test
    void shouldGiveATaskTheSameDataAsOftenAsItNamesThem() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            long[] value = {12};
            Codelet sum = Codelet.named("sum")
                    .access(Access.R, Access.RW, Access.R)
                    .cpu(kernel -> kernel.view(1, VectorView.class)
                            .setLong(
                                    0,
                                    kernel.view(0, VectorView.class).getLong(0)
                                            + kernel.view(1, VectorView.class).getLong(0)
                                            + kernel.view(2, VectorView.class).getLong(0)))
                    .build();
            try (DataHandle handle = runtime.data().vector(value)) {
                runtime.task(sum).data(handle, handle, handle).submit();
            }
            assertEquals(36, value[0]);
        }
    }

    @Test
    void shouldLetATaskInBetweenThatGivesUpItsOrder() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            long[] value = new long[1];
            try (DataHandle handle = runtime.data().vector(value)) {
                handle.arbitrated();
                CountDownLatch secondSubmitted = new CountDownLatch(1);
                Task[] between = new Task[1];
                Codelet first = Codelet.named("first")
                        .cpu(kernel -> {
                            secondSubmitted.await();
                            between[0] = runtime.task(INCREMENT)
                                    .access(handle, Access.RW)
                                    .sequentialConsistency(false)
                                    .submit();
                            kernel.view(0, VectorView.class).setLong(0, 24);
                        })
                        .build();
                Codelet last = Codelet.named("last")
                        .cpu(kernel -> {
                            assertTrue(kernel.view(0, VectorView.class).getLong(0) == 24
                                    || kernel.view(0, VectorView.class).getLong(0) == 25);
                            kernel.view(0, VectorView.class)
                                    .setLong(0, kernel.view(0, VectorView.class).getLong(0) + 25);
                        })
                        .build();
                runtime.task(first).access(handle, Access.RW).submit();
                runtime.task(last).access(handle, Access.RW).submit();
                secondSubmitted.countDown();
                runtime.waitAll();
                assertEquals(TaskState.DONE, between[0].state());
            }
            assertEquals(50, value[0]);
        }
    }

    @Test
    void shouldNotWaitForItselfWhenAnUnorderedTaskIsNamedByAnEarlierOneOnTheSameData() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            long[] value = new long[1];
            try (DataHandle handle = runtime.data().vector(value)) {
                handle.arbitrated();
                Task first = runtime.task(INCREMENT).access(handle, Access.RW).sequentialConsistency(false);
                Task second = runtime.task(INCREMENT)
                        .access(handle, Access.RW)
                        .after(first)
                        .submit();
                first.submit();
                second.await();
            }
            assertEquals(2, value[0]);
        }
    }

    @Test
    void shouldWaitForUnorderedTasksWhenTheirDataAreClosed() {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            long[] value = new long[1];
            try (DataHandle handle = runtime.data().vector(value).sequentialConsistency(false)) {
                for (int task = 0; task < 10_000; task++) {
                    runtime.task(INCREMENT).access(handle, Access.RW).submit();
                }
            }
            assertEquals(10_000, value[0]);
        }
    }

    @Test
    void shouldSayThatATaskWaitsForItsTurn() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            DataHandle token = runtime.data().token().named("the door");
            CountDownLatch go = new CountDownLatch(1);
            CountDownLatch begun = new CountDownLatch(1);
            Codelet hold = Codelet.named("hold")
                    .access(Access.COMMUTE)
                    .cpu(kernel -> {
                        begun.countDown();
                        go.await();
                    })
                    .build();
            Task holder = runtime.task(hold).data(token).submit();
            begun.await();
            Task waits = runtime.task(hold).data(token).submit();
            assertEquals(TaskState.SUBMITTED, waits.state());
            List<WaitingTask> waiting = runtime.tasks(10).oldestWaiting();
            assertEquals(1, waiting.size());
            assertEquals(waits.id(), waiting.getFirst().id());
            String why = waiting.getFirst().waitsFor().getFirst();
            assertTrue(why.startsWith("its turn on the door, which " + holder + " (running on cpu-"), why);
            go.countDown();
            runtime.waitAll();
        }
    }

    @Test
    void shouldNameTheTasksBehindAJoinBetweenGroups() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            DataHandle token = runtime.data().token();
            CountDownLatch go = new CountDownLatch(1);
            CountDownLatch begun = new CountDownLatch(2);
            Codelet read = Codelet.named("read")
                    .access(Access.R)
                    .cpu(kernel -> {
                        begun.countDown();
                        go.await();
                    })
                    .build();
            Codelet commute = Codelet.named("commute")
                    .access(Access.COMMUTE)
                    .cpu(kernel -> {})
                    .build();
            Task one = runtime.task(read).data(token).submit();
            Task two = runtime.task(read).data(token).submit();
            begun.await();
            Task direct = runtime.task(commute).data(token).submit();
            Task behindJoin = runtime.task(commute).data(token).submit();
            List<WaitingTask> waiting = runtime.tasks(10).oldestWaiting();
            assertEquals(
                    List.of(direct.id(), behindJoin.id()),
                    waiting.stream().map(WaitingTask::id).toList());
            for (WaitingTask task : waiting) {
                assertEquals(2, task.waitsFor().size(), task.toString());
                assertTrue(task.waitsFor().stream().anyMatch(text -> text.startsWith(one + " (running on")));
                assertTrue(task.waitsFor().stream().anyMatch(text -> text.startsWith(two + " (running on")));
            }
            go.countDown();
            runtime.waitAll();
            assertEquals(4, runtime.tasks(0).done(), "joins are not counted");
        }
    }

    @Test
    void shouldGiveTurnsBackWhenTasksFailOrAreCalledOff() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            DataHandle token = runtime.data().token();
            Codelet fail = Codelet.named("fail")
                    .access(Access.COMMUTE)
                    .cpu(kernel -> {
                        throw new IllegalStateException("on purpose");
                    })
                    .build();
            Codelet overwrite = Codelet.named("overwrite")
                    .access(Access.W)
                    .cpu(kernel -> {})
                    .build();
            for (int task = 0; task < 20; task++) {
                runtime.task(fail).data(token).submit();
            }
            assertThrows(TasksFailedException.class, runtime::waitAll);
            runtime.task(overwrite).data(token).submit();
            runtime.waitAll();
        }
        Laboratory laboratory = new Laboratory();
        TaskRuntime without = laboratory.factory.create(RuntimeConfiguration.defaults());
        DataHandle token = without.data().token();
        Codelet commute = Codelet.named("commute")
                .access(Access.COMMUTE)
                .cpu(kernel -> {})
                .build();
        List<Task> tasks = new ArrayList<>();
        for (int task = 0; task < 20; task++) {
            tasks.add(without.task(commute).data(token).submit());
        }
        laboratory.close();
        tasks.forEach(task -> assertEquals(TaskState.CANCELLED, task.state()));
    }

    @Test
    void shouldMissTheChangeOfACommutingTaskThatWasCalledOff() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            DataHandle token = runtime.data().token();
            CountDownLatch begun = new CountDownLatch(1);
            CountDownLatch go = new CountDownLatch(1);
            Codelet change = Codelet.named("change")
                    .access(Access.COMMUTE)
                    .cpu(kernel -> {
                        begun.countDown();
                        go.await();
                    })
                    .build();
            Codelet read =
                    Codelet.named("read").access(Access.R).cpu(kernel -> {}).build();
            Codelet overwrite = Codelet.named("overwrite")
                    .access(Access.W)
                    .cpu(kernel -> {})
                    .build();
            Task first = runtime.task(change).data(token).submit();
            begun.await();
            Task second = runtime.task(change).data(token).submit();
            assertTrue(second.cancel());
            go.countDown();
            first.await();
            assertEquals(TaskState.DONE, first.state());
            Task reader = runtime.task(read).data(token).submit();
            assertThrows(TaskFailedException.class, reader::await, "the second change is missing");
            runtime.task(overwrite).data(token).submit().await();
            runtime.task(read).data(token).submit().await();
        }
    }

    /** Random accesses by several threads, with kernels that notice who is there at the same time. */
    @Test
    void shouldKeepExclusiveTasksApartWhateverThreadsSubmit() throws InterruptedException {
        long seed = Long.getLong("asterism.seed", System.nanoTime());
        System.out.println("random turns: seed " + seed);
        int number = 6;
        try (Laboratory laboratory = Laboratory.withWorkers(4);
                TaskRuntime runtime = laboratory.runtime()) {
            List<DataHandle> handles = new ArrayList<>();
            for (int index = 0; index < number; index++) {
                DataHandle token = runtime.data().token();
                handles.add(index % 3 == 0 ? token : token.sequentialConsistency(index % 3 == 1));
            }
            handles.get(1).arbitrated();
            AtomicIntegerArray readers = new AtomicIntegerArray(number);
            AtomicIntegerArray writers = new AtomicIntegerArray(number);
            AtomicBoolean overlapped = new AtomicBoolean();
            Codelet look = Codelet.named("look")
                    .cpu(kernel -> {
                        Access[] modes = kernel.argument(Access[].class);
                        for (int index = 0; index < number; index++) {
                            if (modes[index] != null && modes[index].writes()) {
                                overlapped.compareAndSet(
                                        false, writers.incrementAndGet(index) != 1 || readers.get(index) != 0);
                            } else if (modes[index] != null) {
                                readers.incrementAndGet(index);
                                overlapped.compareAndSet(false, writers.get(index) != 0);
                            }
                        }
                        Thread.yield();
                        for (int index = 0; index < number; index++) {
                            if (modes[index] != null) {
                                (modes[index].writes() ? writers : readers).decrementAndGet(index);
                            }
                        }
                    })
                    .build();
            List<Thread> submitters = new ArrayList<>();
            for (int thread = 0; thread < 3; thread++) {
                Random random = new Random(seed + thread);
                submitters.add(Thread.ofPlatform().start(() -> {
                    for (int task = 0; task < 4000; task++) {
                        submitRandom(runtime.task(look), handles, random);
                    }
                }));
            }
            for (Thread submitter : submitters) {
                submitter.join();
            }
            runtime.waitAll();
            assertFalse(overlapped.get(), "seed " + seed);
            assertEquals(12_000, runtime.tasks(0).done(), "seed " + seed);
        }
    }

    private static void submitRandom(Task task, List<DataHandle> handles, Random random) {
        Access[] modes = new Access[handles.size()];
        List<Access> choice = List.of(Access.R, Access.R, Access.W, Access.RW, Access.COMMUTE);
        for (int index = 0; index < modes.length; index++) {
            if (random.nextInt(3) == 0) {
                modes[index] = choice.get(random.nextInt(choice.size()));
                task.access(handles.get(index), modes[index]);
            }
        }
        if (modes[1] != null && random.nextBoolean()) {
            task.unordered(handles.get(1));
        }
        task.argument(modes).submit();
    }
}
