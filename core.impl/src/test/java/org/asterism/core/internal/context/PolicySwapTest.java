package org.asterism.core.internal.context;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Consumer;
import org.asterism.api.Codelet;
import org.asterism.api.ContextDescription;
import org.asterism.api.ContextState;
import org.asterism.api.PolicyRefusedException;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.UnknownPolicyException;
import org.asterism.api.Worker;
import org.asterism.api.WorkerState;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.plugin.PolicyPlugin;
import org.asterism.core.internal.testing.Await;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.spi.policy.SchedulingPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class PolicySwapTest {
    private static final Codelet NOTHING =
            Codelet.named("nothing").access().cpu(kernel -> {}).build();

    /** Notes the ids of its tasks; the first one waits until it is let go. */
    private static Codelet noting(ConcurrentLinkedQueue<Integer> order, CountDownLatch go) {
        return Codelet.named("note")
                .access()
                .cpu(kernel -> {
                    int number = kernel.argument(Integer.class);
                    if (number < 0) {
                        go.await();
                    } else {
                        order.add(number);
                    }
                })
                .build();
    }

    /** Waits until the task that holds the worker has it; before, a policy might give the worker another one. */
    private static void awaitRunning(TaskRuntime runtime) {
        while (runtime.tasks(0).running() == 0) {
            Await.pause();
        }
    }

    @Test
    void shouldHandQueuedTasksToTheNewPolicyInTheirOrder() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            ConcurrentLinkedQueue<Integer> order = new ConcurrentLinkedQueue<>();
            CountDownLatch go = new CountDownLatch(1);
            Codelet note = noting(order, go);
            runtime.task(note).argument(-1).submit();
            awaitRunning(runtime);
            List<Integer> expected = new ArrayList<>();
            for (int number = 0; number < 1000; number++) {
                runtime.task(note).argument(number).priority(number % 7).submit();
                expected.add(number);
            }
            SchedulingContext context = runtime.defaultContext();
            context.usePolicy("prio");
            context.usePolicy("eager");
            go.countDown();
            runtime.waitAll();
            assertEquals(expected, List.copyOf(order));
            assertEquals(3, context.policyChanges());
        }
    }

    @Test
    void shouldSortQueuedTasksByPriorityOncePrioIsInCharge() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            ConcurrentLinkedQueue<Integer> order = new ConcurrentLinkedQueue<>();
            CountDownLatch go = new CountDownLatch(1);
            Codelet note = noting(order, go);
            runtime.task(note).argument(-1).submit();
            awaitRunning(runtime);
            int[] priorities = {0, 5, Integer.MIN_VALUE, Integer.MAX_VALUE, -3, 5};
            for (int number = 0; number < priorities.length; number++) {
                runtime.task(note).argument(number).priority(priorities[number]).submit();
            }
            runtime.defaultContext().usePolicy("prio");
            go.countDown();
            runtime.waitAll();
            assertEquals(List.of(3, 1, 5, 0, 4, 2), List.copyOf(order));
        }
    }

    @Test
    void shouldRunEveryTaskOnceWhilePoliciesAreSwappedUnderLoad() throws InterruptedException {
        int tasks = 100_000;
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            AtomicIntegerArray runs = new AtomicIntegerArray(tasks);
            Codelet count = Codelet.named("count")
                    .access()
                    .cpu(kernel -> runs.incrementAndGet(kernel.argument(Integer.class)))
                    .build();
            Thread submitter = new Thread(() -> {
                for (int task = 0; task < tasks; task++) {
                    runtime.task(count).argument(task).priority(task & 3).submit();
                }
            });
            submitter.start();
            int swaps = 0;
            while (submitter.isAlive() || swaps < 50) {
                Await.pause();
                runtime.defaultContext().usePolicy(swaps++ % 2 == 0 ? "prio" : "eager");
            }
            submitter.join();
            runtime.waitAll();
            for (int task = 0; task < tasks; task++) {
                assertEquals(1, runs.get(task), "runs of task " + task);
            }
        }
    }

    @Test
    void shouldParkTheContextWhenItsPolicyLeavesAndResumeWhenItComesBack() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            SchedulingContext context = runtime.defaultContext();
            laboratory.plugins.remove(laboratory.eager);
            assertEquals(ContextState.PARKED, context.state());
            List<Task> parked = new ArrayList<>();
            for (int task = 0; task < 1000; task++) {
                parked.add(runtime.task(NOTHING).submit());
            }
            assertEquals(1000, runtime.tasks(0).ready());
            assertEquals(Optional.empty(), context.policy());
            assertTrue(context.trouble().orElseThrow().contains("eager"));
            laboratory.plugins.add(laboratory.eager);
            runtime.waitAll();
            assertEquals(1000, runtime.tasks(0).done());
            assertEquals(Optional.empty(), context.trouble());
        }
    }

    @Test
    void shouldFallBackWhenAPolicyLeavesAndReturnWhenItComesBack() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            SchedulingContext context = runtime.defaultContext();
            context.usePolicy("prio");
            laboratory.plugins.remove(laboratory.prio);
            assertEquals(Optional.of("eager"), context.policy());
            assertEquals("prio", context.wantedPolicy());
            runtime.task(NOTHING).submit().await();
            laboratory.plugins.add(laboratory.prio);
            assertEquals(Optional.of("prio"), context.policy());
            assertEquals(Optional.empty(), context.trouble());
        }
    }

    @Test
    void shouldKeepTheOldPolicyWhenTheNewOneIsUnknownOrRefuses() {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            SchedulingContext context = runtime.defaultContext();
            UnknownPolicyException unknown =
                    assertThrows(UnknownPolicyException.class, () -> context.usePolicy("dmdas"));
            assertEquals("there is no policy 'dmdas'; there are: eager, prio", unknown.getMessage());
            PolicyRefusedException refused =
                    assertThrows(PolicyRefusedException.class, () -> context.usePolicy("prio", Map.of("speed", "9")));
            assertTrue(refused.getMessage().contains("speed"), refused.getMessage());
            assertEquals(Optional.of("eager"), context.policy());
            assertEquals(1, context.policyChanges());
        }
    }

    /** Takes so many tasks and throws at the next one, before or after it has stored it. */
    private static class Half implements SchedulingPolicy {
        private final Deque<Task> queue = new ArrayDeque<>();
        private final int most;
        private final boolean storesFirst;

        Half(int most, boolean storesFirst) {
            this.most = most;
            this.storesFirst = storesFirst;
        }

        @Override
        public void addWorkers(List<Worker> workers) {}

        @Override
        public void removeWorkers(List<Worker> workers) {}

        @Override
        public void push(Task task) {
            if (storesFirst) {
                queue.add(task);
            }
            if (queue.size() >= most) {
                throw new IllegalStateException("full");
            }
            if (!storesFirst) {
                queue.add(task);
            }
        }

        @Override
        public Task pop(Worker worker) {
            return queue.poll();
        }

        @Override
        public void drain(Consumer<? super Task> sink) {
            for (Task task = queue.poll(); task != null; task = queue.poll()) {
                sink.accept(task);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldGoBackToTheOldPolicyWhenTheNewOneFailsHalfWay(boolean storesFirst) throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1)) {
            laboratory.addPolicy("half", context -> new Half(500, storesFirst));
            try (TaskRuntime runtime =
                    laboratory.factory.create(RuntimeConfiguration.defaults().withPolicy("prio"))) {
                ConcurrentLinkedQueue<Integer> order = new ConcurrentLinkedQueue<>();
                CountDownLatch go = new CountDownLatch(1);
                Codelet note = noting(order, go);
                runtime.task(note).argument(-1).submit();
                awaitRunning(runtime);
                List<Integer> expected = new ArrayList<>();
                for (int number = 0; number < 1000; number++) {
                    runtime.task(note).argument(number).submit();
                    expected.add(number);
                }
                SchedulingContext context = runtime.defaultContext();
                PolicyRefusedException refused =
                        assertThrows(PolicyRefusedException.class, () -> context.usePolicy("half"));
                Optional<String> policy = context.policy();
                go.countDown();
                runtime.waitAll();
                assertTrue(refused.getMessage().contains("full"), refused.getMessage());
                assertEquals(Optional.of("prio"), policy);
                assertEquals("prio", context.wantedPolicy());
                assertEquals(Optional.empty(), context.trouble());
                assertEquals(expected, List.copyOf(order));
            }
        }
    }

    @Test
    void shouldKnowInheritedTasksForItsOwnWhenThePolicyIsSwapped() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1)) {
            laboratory.addPolicy("half", context -> new Half(5, false));
            try (TaskRuntime runtime = laboratory.runtime()) {
                SchedulingContext heir = runtime.defaultContext();
                ConcurrentLinkedQueue<Integer> order = new ConcurrentLinkedQueue<>();
                CountDownLatch go = new CountDownLatch(1);
                Codelet note = noting(order, go);
                heir.task(note).argument(-1).submit();
                awaitRunning(runtime);
                SchedulingContext beside =
                        runtime.createContext(ContextDescription.named("beside").withHeir(heir.name()));
                List<Integer> expected = new ArrayList<>();
                for (int number = 0; number < 10; number++) {
                    beside.task(note).argument(number).submit();
                    expected.add(number);
                }
                beside.close();
                heir.usePolicy("prio");
                // Only a policy that has handed back nothing but what it held goes on after this.
                assertThrows(PolicyRefusedException.class, () -> heir.usePolicy("half"));
                Optional<String> policy = heir.policy();
                go.countDown();
                runtime.waitAll();
                assertEquals(Optional.of("prio"), policy);
                assertEquals(expected, List.copyOf(order));
            }
        }
    }

    @Test
    void shouldTellANewPolicyOnceOfTheTasksThatProgramsGaveToWorkers() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            List<Task> told = new ArrayList<>();
            Half listening = new Half(1000, false) {
                @Override
                public void pushedTo(Task task, Worker worker) {
                    told.add(task);
                }
            };
            laboratory.addPolicy("listening", context -> listening);
            SchedulingContext context = runtime.defaultContext();
            Worker worker = runtime.workers().getFirst();
            CountDownLatch go = new CountDownLatch(1);
            Codelet note = noting(new ConcurrentLinkedQueue<>(), go);
            runtime.task(note).argument(-1).on(worker).submit();
            awaitRunning(runtime);
            List<Task> given = new ArrayList<>();
            for (int number = 0; number < 3; number++) {
                given.add(runtime.task(note).argument(number).on(worker).submit());
            }
            context.usePolicy("listening");
            assertEquals(given, told);
            context.removeWorkers(List.of(runtime.workers().getLast()));
            context.addWorkers(List.of(runtime.workers().getLast()));
            assertEquals(given, told, "after a change of workers");
            go.countDown();
            runtime.waitAll();
        }
    }

    @Test
    void shouldNotShowWhatWasWrongBeforeToWhoeverSeesTheNewPolicy() {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.runtime()) {
            SchedulingContext context = runtime.defaultContext();
            List<Optional<String>> seen = new ArrayList<>();
            laboratory.addPolicy("watching", itsContext -> new Half(1000, false) {
                @Override
                public void push(Task task) {
                    seen.add(context.trouble());
                    super.push(task);
                }
            });
            Task task = runtime.task(NOTHING).submit();
            ((Context) context).wishPolicy("unknown", Map.of());
            assertTrue(context.trouble().isPresent());
            context.usePolicy("watching");
            task.cancel();
            assertEquals(List.of(Optional.empty()), seen, "while it is put in charge");
        }
    }

    @Test
    void shouldStayOnTheFallbackWhenTheWantedPolicyComesAndFailsHalfWay() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1)) {
            PolicyPlugin earlier = laboratory.addPolicy("half", context -> new Half(1000, false));
            try (TaskRuntime runtime =
                    laboratory.factory.create(RuntimeConfiguration.defaults().withPolicy("half"))) {
                SchedulingContext context = runtime.defaultContext();
                laboratory.plugins.remove(earlier);
                assertEquals(Optional.of("eager"), context.policy());
                CountDownLatch go = new CountDownLatch(1);
                Codelet note = noting(new ConcurrentLinkedQueue<>(), go);
                runtime.task(note).argument(-1).submit();
                awaitRunning(runtime);
                for (int number = 0; number < 20; number++) {
                    runtime.task(note).argument(number).submit();
                }
                laboratory.addPolicy("half", itsContext -> new Half(10, false));
                Optional<String> policy = context.policy();
                String trouble = context.trouble().orElse("none");
                go.countDown();
                runtime.waitAll();
                assertEquals(Optional.of("eager"), policy);
                assertTrue(trouble.contains("'half'") && trouble.contains("full"), trouble);
            }
        }
    }

    @Test
    void shouldSayForHowLongChangesHeldTheWorkersOff() {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            SchedulingContext context = runtime.defaultContext();
            long before = context.heldOffNanos();
            long begin = System.nanoTime();
            context.usePolicy("prio");
            long wall = System.nanoTime() - begin;
            long first = context.heldOffNanos() - before;
            assertTrue(first > 0 && first <= wall, first + " ns of " + wall);
            laboratory.plugins.remove(laboratory.eager);
            laboratory.plugins.remove(laboratory.prio);
            assertEquals(ContextState.PARKED, context.state());
            long parkedFrom = System.nanoTime();
            long parked = context.heldOffNanos();
            while (System.nanoTime() - parkedFrom < 20_000_000) {
                Thread.onSpinWait();
            }
            laboratory.plugins.add(laboratory.prio);
            assertEquals(parked, context.heldOffNanos(), "the time in which the context was parked");
        }
    }

    @Test
    void shouldSwapFromInsideACallback() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            AtomicInteger ended = new AtomicInteger();
            for (int task = 0; task < 1000; task++) {
                runtime.task(NOTHING)
                        .onCompletion(done -> {
                            if (ended.incrementAndGet() == 500) {
                                done.context().usePolicy("prio");
                            }
                        })
                        .submit();
            }
            runtime.waitAll();
            assertEquals(Optional.of("prio"), runtime.defaultContext().policy());
        }
    }

    @Test
    void shouldGoOverToAnotherProviderOfTheFallbackItIsOn() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            SchedulingContext context = runtime.defaultContext();
            context.usePolicy("prio");
            laboratory.plugins.remove(laboratory.prio);
            assertEquals(Optional.of("eager"), context.policy());
            PolicyPlugin former = laboratory.eager;
            laboratory.plugins.add(
                    new PolicyPlugin("eager", "", List.of(), "another provider", former.ranking(), former.service()));
            laboratory.plugins.remove(former);
            assertEquals(Optional.of("eager"), context.policy());
            runtime.task(NOTHING).submit().await();
        }
    }

    @Test
    void shouldKeepTasksWhileDriversComeAndGo() throws InterruptedException {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.factory.create(RuntimeConfiguration.defaults())) {
            Task early = runtime.task(NOTHING).submit();
            var driver = laboratory.addDriver("cpu", new InlineDriver(2));
            early.await();
            assertEquals(2, runtime.workers().size());
            for (int task = 0; task < 1000; task++) {
                runtime.task(NOTHING).submit();
            }
            laboratory.plugins.remove(driver);
            assertEquals(0, runtime.workers().size());
            laboratory.plugins.add(driver);
            runtime.waitAll();
            assertEquals(1001, runtime.tasks(0).done());
        }
    }

    @Test
    void shouldWakeAWorkerForTheTaskThatALeavingWorkerReleases() throws InterruptedException {
        try (Laboratory laboratory = new Laboratory()) {
            DriverPlugin leaving = laboratory.addDriver("leaving", new InlineDriver(1));
            try (TaskRuntime runtime = laboratory.runtime()) {
                CountDownLatch begun = new CountDownLatch(1);
                CountDownLatch goOn = new CountDownLatch(1);
                Codelet halt = Codelet.named("halt")
                        .access()
                        .cpu(kernel -> {
                            begun.countDown();
                            goOn.await();
                        })
                        .build();
                Task halted = runtime.task(halt).submit();
                Task next = runtime.task(NOTHING).after(halted).submit();
                begun.await();
                laboratory.addDriver("staying", new InlineDriver(1));
                Thread removal = new Thread(() -> laboratory.plugins.remove(leaving), "takes the driver away");
                removal.start();
                while (runtime.workers().size() > 1 || removal.getState() != Thread.State.TIMED_WAITING) {
                    Await.pause();
                }
                Worker staying = runtime.workers().getFirst();
                while (staying.state() != WorkerState.SLEEPING) {
                    Await.pause();
                }
                goOn.countDown();
                assertTrue(next.await(Duration.ofSeconds(10)), "nobody was woken for " + next);
                removal.join();
            }
        }
    }

    @Test
    void shouldLetAKernelBringADriverWhileAnotherLeaves() throws InterruptedException {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.runtime()) {
            DriverPlugin leaving = laboratory.addDriver("leaving", new InlineDriver(1));
            CountDownLatch running = new CountDownLatch(1);
            Codelet bring = Codelet.named("bring")
                    .access()
                    .cpu(kernel -> {
                        running.countDown();
                        Await.await(() -> kernel.task().context().workers().isEmpty());
                        laboratory.addDriver("coming", new InlineDriver(1));
                    })
                    .build();
            Task task = runtime.task(bring).submit();
            running.await();
            laboratory.plugins.remove(leaving);
            task.await();
            assertEquals(1, runtime.workers().size());
        }
    }
}
