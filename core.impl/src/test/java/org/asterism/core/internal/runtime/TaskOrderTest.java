package org.asterism.core.internal.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.WorkerState;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.VariableView;
import org.asterism.core.internal.testing.Await;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class TaskOrderTest {
    private static final Codelet INCREMENT = Codelet.named("increment")
            .access(Access.RW)
            .cpu(kernel -> kernel.view(0, VariableView.class)
                    .setLong(kernel.view(0, VariableView.class).getLong() + 1))
            .build();
    private static final Codelet NOTHING =
            Codelet.named("nothing").access().cpu(kernel -> {}).build();

    @Test
    void shouldRunWritersOfOneHandleOneAfterTheOther() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(3);
                TaskRuntime runtime = laboratory.runtime();
                Arena arena = Arena.ofShared()) {
            MemorySegment memory = arena.allocate(ValueLayout.JAVA_LONG);
            try (DataHandle counter = runtime.data().variable(memory, ElementType.LONG)) {
                for (int task = 0; task < 20_000; task++) {
                    runtime.task(INCREMENT).data(counter).submit();
                }
                runtime.waitAll();
            }
            assertEquals(20_000, memory.get(ValueLayout.JAVA_LONG, 0));
        }
    }

    @Test
    void shouldLetReadersRunSideBySideAndHoldBackTheNextWriter() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            DataHandle token = runtime.data().token();
            CountDownLatch bothRead = new CountDownLatch(2);
            AtomicInteger readersDone = new AtomicInteger();
            AtomicInteger seenByWriter = new AtomicInteger(-1);
            Codelet reader = Codelet.named("reader")
                    .access(Access.R)
                    .cpu(kernel -> {
                        bothRead.countDown();
                        bothRead.await();
                        readersDone.incrementAndGet();
                    })
                    .build();
            Codelet writer = Codelet.named("writer")
                    .access(Access.W)
                    .cpu(kernel -> seenByWriter.set(readersDone.get()))
                    .build();
            runtime.task(reader).data(token).submit();
            runtime.task(reader).data(token).submit();
            runtime.task(writer).data(token).submit();
            runtime.waitAll();
            assertEquals(2, seenByWriter.get());
        }
    }

    @Test
    void shouldHonourExplicitDependenciesDeclaredBeforeThePredecessorIsSubmitted() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            ConcurrentLinkedQueue<Long> order = new ConcurrentLinkedQueue<>();
            Codelet note = Codelet.named("note")
                    .access()
                    .cpu(kernel -> order.add(kernel.task().id()))
                    .build();
            Task first = runtime.task(note);
            Task second = runtime.task(note).after(first).submit();
            Task third = runtime.task(note).after(first, second).submit();
            assertEquals(TaskState.SUBMITTED, second.state());
            first.submit();
            third.await();
            assertEquals(List.of(first.id(), second.id(), third.id()), List.copyOf(order));
        }
    }

    @Test
    void shouldRefuseDependenciesThatWouldNeverEnd() {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            Task first = runtime.task(NOTHING);
            Task second = runtime.task(NOTHING).after(first);
            Task third = runtime.task(NOTHING).after(second);
            assertThrows(IllegalArgumentException.class, () -> first.after(third));
            assertThrows(IllegalArgumentException.class, () -> first.after(first));
        }
    }

    @Test
    void shouldRunTasksThatKernelsAndCallbacksSubmit() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            AtomicLong leaves = new AtomicLong();
            Codelet[] tree = new Codelet[1];
            tree[0] = Codelet.named("tree")
                    .access()
                    .cpu(kernel -> {
                        int depth = kernel.argument(Integer.class);
                        if (depth == 0) {
                            leaves.incrementAndGet();
                            return;
                        }
                        kernel.runtime().task(tree[0]).argument(depth - 1).submit();
                        kernel.runtime()
                                .task(NOTHING)
                                .onCompletion(ended -> runtime.task(tree[0])
                                        .argument(depth - 1)
                                        .submit())
                                .submit();
                    })
                    .build();
            runtime.task(tree[0]).argument(12).submit();
            runtime.waitAll();
            assertEquals(1 << 12, leaves.get());
        }
    }

    @Test
    void shouldKeepOneOrderWhenThreadsSubmitTasksOnTheSameHandlesAtTheSameTime() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            DataHandle[] tokens = new DataHandle[4];
            for (int index = 0; index < tokens.length; index++) {
                tokens[index] = runtime.data().token();
            }
            long[] unguarded = new long[1];
            Codelet pair = Codelet.named("pair")
                    .access(Access.RW, Access.RW)
                    .cpu(kernel -> unguarded[0]++)
                    .build();
            Thread[] submitters = new Thread[3];
            for (int thread = 0; thread < submitters.length; thread++) {
                int shift = thread;
                submitters[thread] = new Thread(() -> {
                    for (int task = 0; task < 3000; task++) {
                        // Every task shares tokens[0], at changing positions and with changing companions.
                        DataHandle other = tokens[1 + (task + shift) % 3];
                        if ((task + shift) % 2 == 0) {
                            runtime.task(pair).data(tokens[0], other).submit();
                        } else {
                            runtime.task(pair).data(other, tokens[0]).submit();
                        }
                    }
                });
                submitters[thread].start();
            }
            for (Thread submitter : submitters) {
                submitter.join();
            }
            runtime.waitAll();
            assertEquals(9000, unguarded[0]);
        }
    }

    @Test
    void shouldLetGoOfTasksThatHaveEndedAfterABurst() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            CountDownLatch go = new CountDownLatch(1);
            Codelet wait =
                    Codelet.named("wait").access().cpu(kernel -> go.await()).build();
            runtime.task(wait).submit();
            WeakReference<Task> one = null;
            for (int task = 0; task < 50_000; task++) {
                Task burst = runtime.task(NOTHING).submit();
                if (task == 25_000) {
                    one = new WeakReference<>(burst);
                }
            }
            go.countDown();
            runtime.waitAll();
            while (one.get() != null) {
                System.gc();
                Await.pause();
            }
        }
    }

    @Test
    void shouldWakeAProgramThatWaitsWhileAnotherThreadStepsTheWorkers() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1)) {
            TaskRuntime runtime =
                    laboratory.factory.create(RuntimeConfiguration.defaults().withLaunchedWorkers(false));
            runtime.task(NOTHING).submit();
            Thread waiter = new Thread(() -> {
                try {
                    runtime.waitAll();
                } catch (InterruptedException stop) {
                    Thread.currentThread().interrupt();
                }
            });
            waiter.start();
            while (waiter.getState() != Thread.State.TIMED_WAITING) { // now and then it looks whether anything moves
                Await.pause();
            }
            runtime.workers().getFirst().runOnce();
            waiter.join();
            runtime.close();
        }
    }

    @Test
    void shouldAcceptTheSameHandleTwiceInOneTask() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            DataHandle token = runtime.data().token();
            Codelet twice = Codelet.named("twice")
                    .access(Access.R, Access.W)
                    .cpu(kernel -> {})
                    .build();
            for (int task = 0; task < 100; task++) {
                runtime.task(twice).data(token, token).submit();
            }
            runtime.waitAll();
            assertEquals(100, runtime.tasks(0).done());
        }
    }

    @Test
    void shouldWakeWorkersAndWaitersHoweverLongTheySlept() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            for (int round = 0; round < 300; round++) {
                Task task = runtime.task(NOTHING).submit();
                task.await();
                assertEquals(TaskState.DONE, task.state());
                if (round % 50 == 0) {
                    while (runtime.workers().stream().anyMatch(worker -> worker.state() != WorkerState.SLEEPING)) {
                        Await.pause();
                    }
                }
            }
            assertEquals(300, runtime.tasks(0).done());
        }
    }

    @Test
    void shouldNotLetAnInterruptedKernelKeepItsWorkerAwake() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            Thread[] worker = new Thread[1];
            boolean[] interrupted = new boolean[1];
            Codelet interrupt = Codelet.named("interrupt")
                    .access()
                    .cpu(kernel -> {
                        worker[0] = Thread.currentThread();
                        Thread.currentThread().interrupt();
                    })
                    .build();
            Codelet look = Codelet.named("look")
                    .access()
                    .cpu(kernel -> interrupted[0] = Thread.currentThread().isInterrupted())
                    .build();
            Task first = runtime.task(interrupt).submit();
            runtime.task(look).after(first).submit();
            runtime.waitAll();
            assertFalse(interrupted[0], "the next kernel is interrupted");
            runtime.task(interrupt).submit();
            runtime.waitAll();
            while (worker[0].getState() != Thread.State.WAITING) {
                Await.pause();
            }
        }
    }
}
