package org.asterism.core.internal.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.asterism.api.Codelet;
import org.asterism.api.ContextDescription;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.TasksFailedException;
import org.asterism.api.WorkerSelection;
import org.asterism.core.internal.testing.Await;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of tasks that are named as predecessors, or wait for stages, and are never submitted. */
@Timeout(60)
class UnsubmittedTasksTest {
    private static final Codelet NOTHING =
            Codelet.named("nothing").access().cpu(kernel -> {}).build();

    private final Laboratory laboratory = Laboratory.withWorkers(1);
    private final TaskRuntime runtime = laboratory.runtime();
    private final SchedulingContext context =
            runtime.createContext(ContextDescription.named("named").sharingWorkers(WorkerSelection.all()));

    @AfterEach
    void end() {
        runtime.close();
        laboratory.close();
    }

    private List<WeakReference<Task>> named(BiConsumer<Task, Task> order) {
        List<WeakReference<Task>> tasks = new ArrayList<>();
        for (int pair = 0; pair < 10; pair++) {
            Task first = context.task(NOTHING);
            Task second = context.task(NOTHING);
            order.accept(second, first);
            tasks.add(new WeakReference<>(first));
            tasks.add(new WeakReference<>(second));
        }
        return tasks;
    }

    private static void awaitCollection(List<? extends WeakReference<?>> references) {
        Await.await(() -> {
            System.gc();
            return references.stream().allMatch(reference -> reference.get() == null);
        });
    }

    @Test
    void shouldForgetTasksThatAreNeverSubmittedThoughOthersAreToComeAfterThem() {
        awaitCollection(named(Task::after));
        awaitCollection(named(Task::endAfter));
    }

    @Test
    void shouldForgetTasksThatAreNeverSubmittedThoughTheyWaitForStages() {
        awaitCollection(named((second, first) -> second.after(new CompletableFuture<>())));
    }

    @Test
    void shouldForgetTasksThatWereToWaitAndWereCancelled() {
        List<Task> cancelled = new ArrayList<>();
        List<WeakReference<Task>> first = new ArrayList<>();
        for (int pair = 0; pair < 10; pair++) {
            Task named = context.task(NOTHING);
            Task waiting = context.task(NOTHING).after(named);
            waiting.cancel();
            cancelled.add(waiting);
            first.add(new WeakReference<>(named));
        }
        awaitCollection(first);
        assertEquals(10, cancelled.size());
    }

    /** Tasks of which only the last is submitted, and kept by the program. */
    private Task waitsForTheUnsubmitted(BiConsumer<Task, Task> order, List<WeakReference<Task>> unsubmitted) {
        Task nearest = context.task(NOTHING).after(context.task(NOTHING));
        Task waiting = runtime.task(NOTHING);
        order.accept(waiting, nearest);
        unsubmitted.add(new WeakReference<>(nearest));
        return waiting.submit();
    }

    private void requireCalledOff(Task waiting, List<WeakReference<Task>> unsubmitted) throws InterruptedException {
        for (int round = 0; round < 3; round++) {
            System.gc();
        }
        context.close();
        assertThrows(Exception.class, waiting::await);
        assertThrows(TasksFailedException.class, runtime::waitAll);
        awaitCollection(unsubmitted);
    }

    @Test
    void shouldCallOffTasksThatWaitForATaskWhichNobodyCanSubmitAnyMore() throws InterruptedException {
        List<WeakReference<Task>> unsubmitted = new ArrayList<>();
        Task waiting = waitsForTheUnsubmitted(Task::after, unsubmitted);
        requireCalledOff(waiting, unsubmitted);
        assertEquals(TaskState.CANCELLED, waiting.state());
    }

    @Test
    void shouldEndTasksThatEndAfterATaskWhichNobodyCanSubmitAnyMore() throws InterruptedException {
        List<WeakReference<Task>> unsubmitted = new ArrayList<>();
        Task waiting = waitsForTheUnsubmitted(Task::endAfter, unsubmitted);
        requireCalledOff(waiting, unsubmitted);
        assertEquals(TaskState.FAILED, waiting.state());
    }

    @Test
    void shouldCallOffTasksThatWaitForATaskWhoseSubmissionWasRefused() throws InterruptedException {
        Task refused = context.task(NOTHING);
        Task waiting = runtime.task(NOTHING).after(refused).submit();
        context.close();
        assertThrows(IllegalStateException.class, refused::submit);
        assertThrows(Exception.class, waiting::await);
        assertEquals(TaskState.CANCELLED, waiting.state());
        assertThrows(TasksFailedException.class, runtime::waitAll);
    }
}
