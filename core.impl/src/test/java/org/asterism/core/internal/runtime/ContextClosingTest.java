package org.asterism.core.internal.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.ContextDescription;
import org.asterism.api.ContextState;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.TasksFailedException;
import org.asterism.api.WorkerSelection;
import org.asterism.api.data.DataHandle;
import org.asterism.api.observation.RuntimeObserver;
import org.asterism.core.internal.testing.Await;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What becomes of tasks that are submitted to a context while it is closed, and of those that depend on tasks it
 * refuses.
 */
@Timeout(60)
class ContextClosingTest {
    private static final Codelet NOTHING =
            Codelet.named("nothing").access().cpu(kernel -> {}).build();

    private final Laboratory laboratory = Laboratory.withWorkers(2);
    private final TaskRuntime runtime = laboratory.runtime();

    @AfterEach
    void end() {
        runtime.close();
        laboratory.close();
    }

    private static ContextDescription sharing(String name) {
        return ContextDescription.named(name).sharingWorkers(WorkerSelection.all());
    }

    private static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(30, TimeUnit.SECONDS));
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    /** Holds the threads that submit tasks of a codelet, after these were accepted and before they are counted. */
    private final class HeldSubmission implements RuntimeObserver {
        private final Codelet codelet;
        private final CountDownLatch accepted;
        private final CountDownLatch goOn = new CountDownLatch(1);

        HeldSubmission(Codelet codelet, int tasks) {
            this.codelet = codelet;
            accepted = new CountDownLatch(tasks);
            runtime.observe(this);
        }

        @Override
        public void submitted(Task task) {
            if (task.codelet() == codelet) {
                accepted.countDown();
                await(goOn);
            }
        }
    }

    @Test
    void shouldRunATaskThatWasAcceptedJustBeforeItsContextWasClosed() throws Exception {
        Codelet late = Codelet.named("late").access(Access.RW).cpu(kernel -> {}).build();
        HeldSubmission held = new HeldSubmission(late, 2);
        SchedulingContext closed = runtime.createContext(sharing("closed"));
        DataHandle data = runtime.data().vector(new long[1]);
        Task task = closed.task(late).data(data);
        Task bound = closed.task(late).data(data).on(runtime.workers().getFirst());
        List<Thread> submitters =
                List.of(Thread.startVirtualThread(task::submit), Thread.startVirtualThread(bound::submit));
        await(held.accepted);

        closed.close();
        assertEquals(ContextState.CLOSED, closed.state());
        held.goOn.countDown();

        for (Thread submitter : submitters) {
            submitter.join();
        }
        task.await();
        bound.await();
        assertEquals(TaskState.DONE, task.state());
        assertEquals(closed, task.context());
        runtime.waitAll();
    }

    @Test
    void shouldRunATaskThatWasAcceptedJustBeforeAllContextsAroundItsOwnWereClosed() throws Exception {
        Codelet late = Codelet.named("late").access().cpu(kernel -> {}).build();
        HeldSubmission held = new HeldSubmission(late, 1);
        SchedulingContext outer = runtime.createContext(sharing("outer"));
        SchedulingContext inner = runtime.createContext(sharing("inner").within("outer"));
        CompletableFuture<Task> submission =
                CompletableFuture.supplyAsync(() -> inner.task(late).submit());
        await(held.accepted);

        outer.close();
        held.goOn.countDown();

        Task task = submission.get(30, TimeUnit.SECONDS);
        task.await();
        assertEquals(inner, task.context());
        runtime.waitAll();
        assertEquals(0, runtime.defaultContext().load().left());
    }

    @Test
    void shouldRefuseTasksOfKernelsOnceTheirContextIsClosed() throws Exception {
        SchedulingContext closed = runtime.createContext(sharing("closed"));
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        AtomicReference<Task> whileOpen = new AtomicReference<>();
        AtomicReference<Throwable> refusal = new AtomicReference<>();
        Task submits = runtime.task(Codelet.named("submits")
                        .access()
                        .cpu(kernel -> {
                            whileOpen.set(closed.task(NOTHING).submit());
                            begun.countDown();
                            goOn.await();
                            try {
                                closed.task(NOTHING).submit();
                            } catch (IllegalStateException refused) {
                                refusal.set(refused);
                            }
                        })
                        .build())
                .submit();
        await(begun);

        closed.close();
        goOn.countDown();

        submits.await();
        assertEquals(TaskState.DONE, whileOpen.get().state());
        assertTrue(refusal.get().getMessage().contains("context 'closed' is closed"), () -> "" + refusal.get());
        runtime.waitAll();
    }

    @Test
    void shouldTakeTasksOfTheKernelsOfAContextThatIsLeftToItsHeir() throws Exception {
        SchedulingContext closed = runtime.createContext(sharing("closed").withHeir("default"));
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        AtomicReference<Task> follower = new AtomicReference<>();
        closed.task(Codelet.named("submits")
                        .access()
                        .cpu(kernel -> {
                            begun.countDown();
                            goOn.await();
                            follower.set(closed.task(NOTHING).submit());
                        })
                        .build())
                .submit();
        await(begun);

        closed.close();
        assertEquals(ContextState.CLOSED, closed.state());
        goOn.countDown();

        runtime.waitAll();
        assertEquals(TaskState.DONE, follower.get().state());
    }

    @Test
    void shouldRunOrRefuseEveryTaskThatIsSubmittedWhileItsContextCloses() throws Exception {
        for (int round = 0; round < 50; round++) {
            boolean byKernel = round % 2 == 0;
            SchedulingContext closed = runtime.createContext(sharing("closed" + round));
            Queue<Task> accepted = new ConcurrentLinkedQueue<>();
            AtomicBoolean stop = new AtomicBoolean();
            Runnable submit = () -> {
                try {
                    for (int task = 0; task < 10_000 && !stop.get(); task++) {
                        accepted.add(closed.task(NOTHING).submit());
                    }
                } catch (IllegalStateException refused) {
                    // The context was closed.
                }
            };
            CompletableFuture<Void> submitting = byKernel
                    ? runtime.task(Codelet.named("submits")
                                    .access()
                                    .cpu(kernel -> submit.run())
                                    .build())
                            .submit()
                            .completion()
                            .toCompletableFuture()
                            .thenAccept(ended -> {})
                    : CompletableFuture.runAsync(submit);
            Await.await(() -> !accepted.isEmpty() || submitting.isDone());
            closed.close();
            stop.set(true);
            submitting.get(30, TimeUnit.SECONDS);
            runtime.waitAll();
            for (Task task : accepted) {
                assertEquals(TaskState.DONE, task.state(), task + " of round " + round);
            }
        }
    }

    @Test
    void shouldReportTasksThatWereCalledOffSinceTheOneTheyWaitForCannotBeSubmittedAnyMore() throws Exception {
        SchedulingContext closed = runtime.createContext(sharing("closed"));
        Task never = closed.task(NOTHING);
        Task waits = runtime.task(NOTHING).after(never).submit();

        closed.close();

        assertThrows(TaskFailedException.class, waits::await);
        assertEquals(TaskState.CANCELLED, waits.state());
        TasksFailedException report = assertThrows(TasksFailedException.class, runtime::waitAll);
        assertEquals(2, report.failures().size());
        assertTrue(report.getMessage().contains("its context 'closed' was closed"), report::getMessage);
        runtime.waitAll();
    }

    @Test
    void shouldCallOffATaskThatOthersComeToWaitForAfterItsContextWasClosed() throws Exception {
        SchedulingContext closed = runtime.createContext(sharing("closed"));
        Task never = closed.task(NOTHING);
        closed.close();

        Task waits = runtime.task(NOTHING).after(never).submit();

        assertThrows(TaskFailedException.class, waits::await);
        assertThrows(IllegalStateException.class, never::submit);
        assertThrows(TasksFailedException.class, runtime::waitAll);
    }

    @Test
    void shouldCallOffATaskThatIsRefusedWhileItsContextIsClosed() throws Exception {
        SchedulingContext closed = runtime.createContext(sharing("closed"));
        AtomicBoolean holding = new AtomicBoolean();
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Codelet asks = Codelet.named("asks")
                .access()
                .cpu(kernel -> {})
                .condition((worker, task) -> {
                    if (holding.getAndSet(false)) {
                        held.countDown();
                        await(goOn);
                    }
                    return true;
                })
                .build();
        Task promised = closed.task(asks).on(runtime.workers().getFirst());
        Task waits = runtime.task(NOTHING).after(promised).submit();
        holding.set(true);
        CompletableFuture<Task> submission = CompletableFuture.supplyAsync(promised::submit);
        await(held);

        closed.close(); // finds the task submitted
        goOn.countDown();

        assertThrows(ExecutionException.class, () -> submission.get(30, TimeUnit.SECONDS));
        assertTrue(waits.completion().toCompletableFuture().isDone());
        assertEquals(TaskState.CANCELLED, promised.state());
        assertEquals(TaskState.CANCELLED, waits.state());
        assertThrows(TasksFailedException.class, runtime::waitAll);
    }

    @Test
    void shouldReportTasksThatWaitedForARepeatingOneButNotTheRepeatingOneItself() throws Exception {
        SchedulingContext closed = runtime.createContext(sharing("closed"));
        CountDownLatch begun = new CountDownLatch(1);
        Task repeats = closed.task(Codelet.named("repeats")
                        .access()
                        .cpu(kernel -> begun.countDown())
                        .build())
                .repeatWhile(task -> true)
                .submit();
        await(begun);
        closed.close();
        assertEquals(TaskState.CANCELLED, repeats.state());
        runtime.waitAll();

        SchedulingContext second = runtime.createContext(sharing("second"));
        CountDownLatch again = new CountDownLatch(1);
        Task other = second.task(Codelet.named("other")
                        .access()
                        .cpu(kernel -> again.countDown())
                        .build())
                .repeatWhile(task -> true);
        Task waits = runtime.task(NOTHING).after(other).submit();
        other.submit();
        await(again);
        second.close();
        assertThrows(TaskFailedException.class, waits::await);
        TasksFailedException report = assertThrows(TasksFailedException.class, runtime::waitAll);
        assertEquals(1, report.failures().size());
        assertTrue(report.getMessage().contains(waits.toString()), report::getMessage);
    }

    @Test
    void shouldNotReportWhatItsProgramHasCalledOff() throws Exception {
        SchedulingContext context = runtime.createContext(sharing("own"));
        Task gate = context.task(NOTHING);
        Task cancelled = context.task(NOTHING).after(gate).submit();
        Task follows = context.task(NOTHING).after(cancelled).submit();
        assertTrue(cancelled.cancel());
        gate.submit();
        assertThrows(TaskFailedException.class, follows::await);
        assertTrue(context.waitAll(Duration.ofSeconds(30)));
        assertEquals(TaskState.CANCELLED, follows.state());
        runtime.waitAll();
    }
}
