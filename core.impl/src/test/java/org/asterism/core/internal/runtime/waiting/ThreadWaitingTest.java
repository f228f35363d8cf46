package org.asterism.core.internal.runtime.waiting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.asterism.api.Clock;
import org.asterism.api.Codelet;
import org.asterism.api.ContextDescription;
import org.asterism.api.SchedulingContext;
import org.asterism.api.WorkerSelection;
import org.asterism.core.internal.runtime.CoreRuntime;
import org.asterism.core.internal.runtime.staffing.Contexts;
import org.asterism.core.internal.task.GraphNode;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.testing.Await;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who is woken, and looked at, when something ends that threads wait for. */
@Timeout(60)
class ThreadWaitingTest {
    private static final Codelet NOTHING =
            Codelet.named("nothing").access().cpu(kernel -> {}).build();

    private final ThreadWaiting waiting = new ThreadWaiting(Clock.system());

    /** What a thread waits for; counts the looks of other threads at it. */
    private static final class Goal implements BooleanSupplier {
        private final AtomicBoolean reached = new AtomicBoolean();
        private final AtomicInteger looksOfOthers = new AtomicInteger();
        private volatile Thread waiter;

        @Override
        public boolean getAsBoolean() {
            if (Thread.currentThread() != waiter) {
                looksOfOthers.incrementAndGet();
            }
            return reached.get();
        }

        Thread awaitIn(ThreadWaiting waiting) {
            waiter = Thread.ofPlatform().unstarted(() -> {
                try {
                    assertTrue(waiting.untilEnd(this, this, () -> {}, null, "a goal"));
                } catch (InterruptedException interrupted) {
                    throw new AssertionError(interrupted);
                }
            });
            waiter.start();
            return waiter;
        }
    }

    @Test
    void shouldLookAtNoOtherWaiterWhenSomethingEnds() throws InterruptedException {
        List<Goal> goals = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int index = 0; index < 50; index++) {
            Goal goal = new Goal();
            goals.add(goal);
            threads.add(goal.awaitIn(waiting));
        }
        threads.add(goals.getFirst().awaitIn(waiting)); // two for one
        threads.forEach(thread -> Await.await(() -> thread.getState() == Thread.State.WAITING));
        assertFalse(waiting.isAnybodyWaiting(), "nobody waits for a condition");
        for (Goal goal : goals) {
            goal.looksOfOthers.set(0);
        }
        for (int index = 0; index < goals.size(); index++) {
            goals.get(index).reached.set(true);
            waiting.wake(goals.get(index));
            assertTrue(threads.get(index).join(Duration.ofSeconds(30)));
            for (Goal later : goals.subList(index + 1, goals.size())) {
                assertEquals(0, later.looksOfOthers.get());
            }
        }
        assertTrue(threads.getLast().join(Duration.ofSeconds(30)));
    }

    @Test
    void shouldForgetThoseThatDoNotWaitAnyMore() throws Exception {
        Object never = new Object();
        assertFalse(waiting.untilEnd(never, () -> false, () -> {}, Duration.ofMillis(1), "nothing"));
        Thread.currentThread().interrupt();
        assertThrows(InterruptedException.class, () -> waiting.untilEnd(never, () -> false, () -> {}, null, "nothing"));
        waiting.wake(never);
        assertFalse(waiting.isAnybodyWaiting());
    }

    @Test
    void shouldLookForThoseWhoWaitForAContextWhenItsLastTaskEnds() throws Exception {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                CoreRuntime runtime = (CoreRuntime) laboratory.runtime()) {
            runtime.pause();
            Contexts contexts = runtime.allContexts();
            SchedulingContext only = runtime.defaultContext();
            Job other = (Job) only.task(NOTHING).submit();
            Looking looking = new Looking();
            TaskWaits waits = new TaskWaits(looking);
            waits.connect(new StuckWatch(looking, Clock.system(), false, Duration.ofSeconds(30), new AtWork()));

            looking.look = () -> assertFalse(waits.isEndAwaited(other, contexts), "workers run out of tasks");
            waits.untilEndedAmongOthers(contexts.first(), () -> List.of(contexts.first()), null, "one context");

            SchedulingContext context =
                    runtime.createContext(ContextDescription.named("own").sharingWorkers(WorkerSelection.all()));
            Job last = (Job) context.task(NOTHING);
            Job nested = (Job) runtime.createContext(
                            ContextDescription.named("nested").within("own").sharingWorkers(WorkerSelection.all()))
                    .task(NOTHING);
            Job ofNobody = (Job)
                    runtime.createContext(ContextDescription.named("other").sharingWorkers(WorkerSelection.all()))
                            .task(NOTHING);
            looking.look = () -> {
                assertTrue(waits.isEndAwaited(nested, contexts), "its context is in one that a thread waits for");
                assertFalse(waits.isEndAwaited(ofNobody, contexts), "nobody waits for its context");
                assertTrue(waits.isEndAwaited(last, contexts), "its context has no tasks, and workers go on elsewhere");
                assertFalse(waits.isEndAwaited(other, contexts), "its context has a task still");
            };
            waits.untilEndedAmongOthers(contexts.named("own"), () -> List.of(contexts.named("own")), null, "own");
            waits.untilAtMost(contexts::all, 3, null, "few");
            assertFalse(waits.isEndAwaited(last, contexts), "nobody waits any more");
            runtime.resume();
        }
    }

    @Test
    void shouldReturnFromWaitingForAContextWhileItsWorkerGoesOnWithOthersTasks() throws Exception {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                CoreRuntime runtime = (CoreRuntime) laboratory.runtime()) {
            SchedulingContext context = runtime.createContext(ContextDescription.named("own")
                    .sharingWorkers(WorkerSelection.all())
                    .withRank(1));
            CountDownLatch end = new CountDownLatch(1);
            CountDownLatch endOther = new CountDownLatch(1);
            context.task(Codelet.named("first")
                            .access()
                            .cpu(kernel -> end.await())
                            .build())
                    .submit();
            runtime.task(Codelet.named("other")
                            .access()
                            .cpu(kernel -> endOther.await())
                            .build())
                    .submit();
            CompletableFuture<Void> wait = CompletableFuture.runAsync(() -> {
                try {
                    context.waitAll();
                } catch (InterruptedException interrupted) {
                    throw new AssertionError(interrupted);
                }
            });
            end.countDown();
            wait.get(30, TimeUnit.SECONDS);
            endOther.countDown();
            runtime.waitAll();
        }
    }

    /** Looks once at what a test wants to know while somebody waits. */
    private static final class Looking implements Waiting {
        private Runnable look;

        @Override
        public boolean until(BooleanSupplier condition, Runnable beforeSleep, Duration time, String what) {
            look.run();
            return true;
        }

        @Override
        public boolean isSoon(BooleanSupplier condition, Duration time) {
            return false;
        }

        @Override
        public boolean untilEnd(
                Object awaited, BooleanSupplier hasEnded, Runnable beforeSleep, Duration time, String what) {
            throw new AssertionError("nobody waits for a task");
        }

        @Override
        public void sleepUnless(BooleanSupplier condition, Runnable sleep) {
            throw new AssertionError("no worker sleeps");
        }

        @Override
        public boolean isAnybodyWaiting() {
            return true;
        }

        @Override
        public void wakeSatisfied() {}

        @Override
        public void wake(Object ended) {}
    }

    /** Something always moves. */
    private static final class AtWork implements StuckWatch.Activity {
        @Override
        public long movements() {
            return 0;
        }

        @Override
        public boolean isAtRest() {
            return false;
        }

        @Override
        public boolean isHeld() {
            return false;
        }

        @Override
        public long outsideWork() {
            return 0;
        }

        @Override
        public Collection<?> heldBeyond(Predicate<Thread> cannotRelease) {
            return List.of();
        }

        @Override
        public long changes() {
            return 0;
        }

        @Override
        public void awaitChanges() {}

        @Override
        public TaskInspector look(Collection<GraphNode> awaited) {
            throw new AssertionError("nothing is stuck");
        }
    }
}
