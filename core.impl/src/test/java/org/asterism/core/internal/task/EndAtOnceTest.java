package org.asterism.core.internal.task;

import static org.asterism.core.internal.testing.Await.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.api.Codelet;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.core.internal.observation.Observers;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tasks that begin as they are taken and settle as they end: what others may do at that very moment. */
@Timeout(60)
class EndAtOnceTest {
    private static final int ROUNDS = 20_000;
    private static final Codelet WORK = Codelet.named("work").cpu(kernel -> {}).build();

    private final Laboratory laboratory = Laboratory.withWorkers(2);
    private final TaskRuntime runtime = laboratory.runtime();

    @AfterEach
    void close() {
        runtime.close();
        laboratory.close();
    }

    private final List<String> events = new ArrayList<>();
    private Runnable whenEnding = () -> {};
    private final Job job = new Job(new Host(), WORK, 1);
    private final Job next = new Job(job.host(), WORK, 2);

    /** Notes what it is told, and may have something happen when a task is about to get its final state. */
    private final class Host implements TaskHost {
        private final Observers observers = new Observers();

        @Override
        public void ready(Job ready) {
            events.add(ready + (Progress.isSettled(job) ? " is ready" : " is ready too early"));
        }

        @Override
        public boolean hearsOfEnds() {
            whenEnding.run();
            return false;
        }

        @Override
        public void ends(Job ended) {
            events.add(ended + " ends");
        }

        @Override
        public void settled(Job settled, boolean awaited) {
            events.add(settled + (awaited ? " was awaited" : " has settled"));
        }

        @Override
        public Observers observers() {
            return observers;
        }

        @Override
        public boolean isSameRuntime(TaskHost other) {
            return other == this;
        }
    }

    private void end() {
        assertTrue(Progress.advance(job, TaskState.CREATED, TaskState.RUNNING));
        Completion.finish(job, null);
        assertEquals(TaskState.DONE, job.state());
    }

    @Test
    void shouldSettleBeforeItsSuccessorsAreReleased() {
        Successors.addOrder(next, job);
        next.removeSubmissionObstacle();
        end();
        assertEquals(List.of("work#1 ends", "work#1 has settled", "work#2 is ready"), events);
    }

    /** The host had nobody to tell when it was asked: an observer may have come since, and have seen the task run. */
    @Test
    void shouldEndForObserversThatCameWhenItHadBegunToEnd() {
        end();
        assertEquals(List.of("work#1 ends", "work#1 has settled"), events);
    }

    @Test
    void shouldReportThatAThreadSleepsUntilItSettles() {
        whenEnding = () -> assertTrue(Progress.markAwaited(job));
        end();
        assertEquals(List.of("work#1 ends", "work#1 was awaited"), events);
        assertFalse(Progress.markAwaited(job));
    }

    @Test
    void shouldCompleteAStageThatIsAskedForAtTheLastMoment() {
        whenEnding = () -> job.completion().thenAccept(ended -> events.add("the stage completes"));
        end();
        assertEquals(List.of("work#1 ends", "the stage completes", "work#1 has settled"), events);
    }

    @Test
    void shouldNotKeepOthersFromItsDataWhenItHasSettled() {
        assertTrue(Progress.advance(job, TaskState.CREATED, TaskState.RUNNING));
        int marks = Progress.concludeAndSettle(job, TaskState.DONE);
        assertEquals(Progress.SETTLED, marks & Progress.SETTLED);
        Successors.addOrder(next, job);
        assertTrue(next.waitsForNobody());
        assertTrue(Successors.isEmpty(job));
    }

    @Test
    void shouldBeginAgainAfterItsBeginWasTakenBackUnlessItWasGivenUp() {
        assertTrue(Progress.advance(job, TaskState.CREATED, TaskState.RUNNING));
        Progress.takeBackBegin(job);
        assertEquals(TaskState.SCHEDULED, job.state());
        assertTrue(Progress.begin(job, TaskState.SCHEDULED));
        assertTrue(Progress.begin(job, TaskState.SCHEDULED), "it began when it was taken");
        Progress.giveUp(job);
        assertFalse(Progress.begin(job, TaskState.SCHEDULED));
        Progress.takeBackBegin(job);
        assertEquals(TaskState.RUNNING, job.state());
    }

    @Test
    void shouldCompleteStagesThatAreAskedForWhileTheirTasksEnd() throws InterruptedException {
        AtomicInteger completed = new AtomicInteger();
        for (int round = 0; round < ROUNDS; round++) {
            Task task = runtime.task(WORK).submit();
            for (int pause = round % 64; pause > 0; pause--) {
                Thread.onSpinWait();
            }
            task.completion().thenAccept(ended -> completed.incrementAndGet());
        }
        runtime.waitAll();
        await(() -> completed.get() == ROUNDS);
    }

    @Test
    void shouldReleaseTasksThatAreNamedWhileTheirPredecessorEnds() throws InterruptedException {
        for (int round = 0; round < ROUNDS; round++) {
            Task first = runtime.task(WORK).submit();
            for (int pause = round % 64; pause > 0; pause--) {
                Thread.onSpinWait();
            }
            runtime.task(WORK).after(first).submit();
        }
        runtime.waitAll();
    }

    @Test
    void shouldShowATaskAsRunningWhileItsKernelRuns() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch seen = new CountDownLatch(1);
        Task task = runtime.task(Codelet.named("held")
                        .cpu(kernel -> {
                            begun.countDown();
                            seen.await();
                        })
                        .build())
                .submit();
        begun.await();
        assertEquals(TaskState.RUNNING, task.state());
        assertEquals(1, runtime.unfinishedTasks().size());
        seen.countDown();
        task.await();
        assertEquals(TaskState.DONE, task.state());
    }
}
