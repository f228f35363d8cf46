package org.asterism.core.internal.context;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.asterism.api.Codelet;
import org.asterism.api.ContextDescription;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TeamSettings;
import org.asterism.api.Worker;
import org.asterism.api.WorkerFlag;
import org.asterism.core.internal.testing.Await;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.core.internal.testing.Shelves;
import org.asterism.core.internal.testing.TeamPolicy;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.Relaxation;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.WorkerLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The worker protocol at work: what policies get from it, and changes of contexts. */
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class WorkerLocksTest {
    private static final Codelet NOTHING =
            Codelet.named("nothing").access().cpu(kernel -> {}).build();

    /** First in, first out for all workers; does something when one of them looks for a task. */
    private static final class Asked implements SchedulingPolicy {
        private final PolicyContext context;
        private final Consumer<Worker> whenAsked;
        private final ConcurrentLinkedQueue<Task> tasks = new ConcurrentLinkedQueue<>();

        Asked(PolicyContext context, Consumer<Worker> whenAsked) {
            this.context = context;
            this.whenAsked = whenAsked;
        }

        @Override
        public void addWorkers(List<Worker> workers) {}

        @Override
        public void removeWorkers(List<Worker> workers) {}

        @Override
        public void push(Task task) {
            tasks.add(task);
            context.wakeOneFor(task);
        }

        @Override
        public Task pop(Worker worker) {
            Task task = tasks.poll();
            if (task != null) {
                whenAsked.accept(worker);
            }
            return task;
        }

        @Override
        public void drain(Consumer<? super Task> sink) {
            for (Task task = tasks.poll(); task != null; task = tasks.poll()) {
                sink.accept(task);
            }
        }
    }

    private final AtomicReference<PolicyContext> seen = new AtomicReference<>();

    /** A runtime whose policy does something whenever a worker has found a task. */
    private TaskRuntime asking(Laboratory laboratory, Consumer<Worker> whenAsked) {
        laboratory.addPolicy("asked", context -> {
            seen.set(context);
            return new Asked(context, whenAsked);
        });
        return laboratory.factory.create(RuntimeConfiguration.defaults().withPolicy("asked", Map.of()));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    /** Whether nobody holds the lock of a worker; false too while the worker looks for its next task. */
    private boolean isGivenLock(Worker worker) {
        try (WorkerLock taken = seen.get().tryLock(worker)) {
            return taken != null;
        }
    }

    @Test
    void shouldGuardWhatAPolicyKeepsForEachWorker() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(3)) {
            AtomicReference<Shelves> policy = new AtomicReference<>();
            laboratory.addPolicy("shelves", context -> {
                policy.set(new Shelves(context));
                return policy.get();
            });
            try (TaskRuntime runtime =
                    laboratory.factory.create(RuntimeConfiguration.defaults().withPolicy("shelves", Map.of()))) {
                AtomicInteger ran = new AtomicInteger();
                Codelet leaf = Codelet.named("leaf")
                        .access()
                        .cpu(kernel -> ran.incrementAndGet())
                        .build();
                Codelet fork = Codelet.named("fork")
                        .access()
                        .cpu(kernel -> {
                            ran.incrementAndGet();
                            runtime.task(leaf).submit();
                            runtime.task(leaf).submit();
                        })
                        .build();
                for (int count = 0; count < 3000; count++) {
                    runtime.task(fork).submit();
                }
                runtime.waitAll();
                assertEquals(9000, ran.get());
                assertEquals(18_000, policy.get().touched());
            }
        }
    }

    @Test
    void shouldLetNobodyLockAWorkerThatLooksForATaskUnlessItRelaxes() throws Exception {
        try (Laboratory laboratory = Laboratory.withWorkers(2)) {
            CountDownLatch within = new CountDownLatch(1);
            CountDownLatch refused = new CountDownLatch(1);
            CountDownLatch relaxed = new CountDownLatch(1);
            CountDownLatch locked = new CountDownLatch(1);
            AtomicReference<Worker> who = new AtomicReference<>();
            try (TaskRuntime runtime = asking(laboratory, worker -> {
                who.set(worker);
                assertSame(WorkerLock.NONE, seen.get().lock(worker), "its own lock");
                within.countDown();
                await(refused);
                try (Relaxation _ = seen.get().relax()) {
                    relaxed.countDown();
                    await(locked);
                }
            })) {
                Task task = runtime.task(NOTHING).submit();
                await(within);
                assertNull(seen.get().tryLock(who.get()));
                refused.countDown();
                await(relaxed);
                try (WorkerLock taken = seen.get().lock(who.get())) {
                    assertNotNull(taken);
                    assertNull(seen.get().tryLock(who.get()), "it is taken");
                    locked.countDown();
                }
                task.await();
                Await.await(() -> isGivenLock(who.get()));
                assertFalse(seen.get().isBlockedInParallel(who.get()));
            }
        }
    }

    @Test
    void shouldRefuseAWorkerASecondLock() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(3)) {
            AtomicReference<String> refusal = new AtomicReference<>();
            try (TaskRuntime runtime = asking(laboratory, worker -> {
                List<Worker> others = seen.get().workers().stream()
                        .filter(each -> each != worker)
                        .toList();
                try (WorkerLock _ = seen.get().lock(others.getFirst())) {
                    refusal.set(assertThrows(
                                    IllegalStateException.class,
                                    () -> seen.get().lock(others.getLast()))
                            .getMessage());
                }
            })) {
                runtime.task(NOTHING).submit().await();
                assertTrue(refusal.get().contains("give that back first"), refusal.get());
                assertEquals("asked", runtime.defaultContext().policy().orElseThrow());
            }
        }
    }

    @Test
    void shouldWaitForALookUnderWayBeforeAWorkersContextsChange() throws Exception {
        try (Laboratory laboratory = Laboratory.withWorkers(1)) {
            CountDownLatch within = new CountDownLatch(1);
            CountDownLatch goOn = new CountDownLatch(1);
            try (TaskRuntime runtime = asking(laboratory, worker -> {
                within.countDown();
                await(goOn);
            })) {
                SchedulingContext other = runtime.createContext(ContextDescription.named("other"));
                Task task = runtime.task(NOTHING).submit();
                await(within);
                Worker worker = runtime.workers().getFirst();
                FutureTask<Void> change = new FutureTask<>(() -> other.addWorkers(List.of(worker)), null);
                Thread.ofPlatform().start(change);
                while (!worker.flags().contains(WorkerFlag.WAITED_FOR)) {
                    Await.pause();
                }
                assertTrue(worker.flags().contains(WorkerFlag.NOTICED));
                assertFalse(change.isDone());
                assertEquals(List.of(), other.workers());
                goOn.countDown();
                change.get();
                assertEquals(List.of(worker), other.workers());
                assertFalse(worker.flags().contains(WorkerFlag.NOTICED));
                task.await();
                other.task(NOTHING).submit().await();
                runtime.task(NOTHING).submit().await();
            }
        }
    }

    @Test
    void shouldReplaceAPolicyAtOnceThatFailsInAPushWithinALook() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1)) {
            AtomicReference<TaskRuntime> made = new AtomicReference<>();
            AtomicInteger pushes = new AtomicInteger();
            laboratory.addPolicy("failing", context -> new SchedulingPolicy() {
                private final Asked asked =
                        new Asked(context, worker -> made.get().task(NOTHING).submit());

                @Override
                public void addWorkers(List<Worker> workers) {}

                @Override
                public void removeWorkers(List<Worker> workers) {}

                @Override
                public void push(Task task) {
                    if (pushes.incrementAndGet() == 2) {
                        throw new IllegalStateException("as the test wants it");
                    }
                    asked.push(task);
                }

                @Override
                public Task pop(Worker worker) {
                    return asked.pop(worker);
                }

                @Override
                public void drain(Consumer<? super Task> sink) {
                    asked.drain(sink);
                }
            });
            try (TaskRuntime runtime = laboratory.factory.create(RuntimeConfiguration.defaults()
                    .withPolicy("failing", Map.of())
                    .withFallbackPolicy("eager"))) {
                made.set(runtime);
                runtime.task(NOTHING).submit();
                assertTrue(runtime.defaultContext().waitAll(Duration.ofSeconds(5)));
                assertEquals("eager", runtime.defaultContext().policy().orElseThrow());
            }
        }
    }

    @Test
    void shouldSayWhoIsAwayWithATeam() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2)) {
            laboratory.addPolicy("teams", context -> {
                seen.set(context);
                return new TeamPolicy(context);
            });
            try (TaskRuntime runtime = laboratory.factory.create(RuntimeConfiguration.defaults()
                    .withPolicy("teams", Map.of())
                    .withTeams(TeamSettings.defaults().withSingle()))) {
                CountDownLatch within = new CountDownLatch(1);
                CountDownLatch goOn = new CountDownLatch(1);
                Codelet together = Codelet.named("together")
                        .access()
                        .cpu(kernel -> {
                            within.countDown();
                            await(goOn);
                        })
                        .forkJoin()
                        .build();
                Task task = runtime.task(together).submit();
                await(within);
                for (Worker worker : runtime.workers()) {
                    assertTrue(seen.get().isBlockedInParallel(worker));
                    assertTrue(worker.flags().contains(WorkerFlag.OBSERVED));
                }
                goOn.countDown();
                task.await();
                for (Worker worker : runtime.workers()) {
                    while (seen.get().isBlockedInParallel(worker)) {
                        Await.pause();
                    }
                }
                runtime.task(together).submit().await();
            }
        }
    }
}
