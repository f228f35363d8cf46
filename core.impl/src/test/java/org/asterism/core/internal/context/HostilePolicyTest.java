package org.asterism.core.internal.context;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Consumer;
import org.asterism.api.Codelet;
import org.asterism.api.ContextState;
import org.asterism.api.PolicyRefusedException;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.core.internal.testing.Await;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A policy may break its contract in every way: its context goes on without it, and no task is lost or run twice. */
@Timeout(60)
class HostilePolicyTest {
    private static final int TASKS = 10_000;

    /** What the policy does wrong after a number of calls. */
    enum Crime {
        THROWS_IN_PUSH_AFTER_STORING,
        THROWS_IN_PUSH_BEFORE_STORING,
        THROWS_IN_POP_AFTER_TAKING,
        THROWS_BEFORE_EXECUTION,
        THROWS_AFTER_EXECUTION,
        THROWS_IN_FOLLOWS_EXECUTION,
        HANDS_OUT_TWICE,
        HANDS_OUT_WHAT_IT_NEVER_GOT,
        THROWS_IN_PUSH_AND_DRAIN,
        THROWS_IN_PUSH_AND_FORGETS_IN_DRAIN,
        THROWS_IN_PUSH_AND_DRAINS_TWICE,
        THROWS_IN_PUSH_AND_DRAINS_WHAT_IT_NEVER_GOT,
        THROWS_IN_PUSH_AND_CLOSE
    }

    private static final class Hostile implements SchedulingPolicy {
        private final ConcurrentLinkedQueue<Task> queue = new ConcurrentLinkedQueue<>();
        private final AtomicInteger calls = new AtomicInteger();
        private final AtomicBoolean caught = new AtomicBoolean();
        private final PolicyContext context;
        private final Crime crime;
        private volatile Task remembered;

        Hostile(PolicyContext context, Crime crime) {
            this.context = context;
            this.crime = crime;
        }

        private boolean time() {
            return calls.incrementAndGet() > 3000 && caught.compareAndSet(false, true);
        }

        @Override
        public void addWorkers(List<Worker> workers) {}

        @Override
        public void removeWorkers(List<Worker> workers) {}

        @Override
        public void push(Task task) {
            boolean push = crime.name().startsWith("THROWS_IN_PUSH");
            if (push && crime != Crime.THROWS_IN_PUSH_AFTER_STORING && time()) {
                throw new IllegalStateException("hostile");
            }
            queue.add(task);
            context.wakeOneFor(task);
            if (crime == Crime.THROWS_IN_PUSH_AFTER_STORING && time()) {
                throw new IllegalStateException("hostile");
            }
        }

        @Override
        public Task pop(Worker worker) {
            Task task = queue.poll();
            if (task != null && crime == Crime.THROWS_IN_POP_AFTER_TAKING && time()) {
                throw new StackOverflowError("hostile");
            }
            if (crime == Crime.HANDS_OUT_TWICE && remembered != null && time()) {
                if (task != null) {
                    queue.add(task);
                }
                return remembered;
            }
            if (crime == Crime.HANDS_OUT_WHAT_IT_NEVER_GOT && task != null && time()) {
                queue.add(task);
                return task.context().task(task.codelet());
            }
            if (task != null) {
                remembered = task; // idle workers keep it, so that a policy which is asked often enough does wrong
            }
            return task;
        }

        @Override
        public boolean followsExecution(Task task, Worker worker) {
            if (crime == Crime.THROWS_IN_FOLLOWS_EXECUTION && time()) {
                throw new StackOverflowError("hostile");
            }
            return true;
        }

        @Override
        public void beforeExecution(Task task, Worker worker) {
            if (crime == Crime.THROWS_BEFORE_EXECUTION && time()) {
                throw new IllegalStateException("hostile");
            }
        }

        @Override
        public void afterExecution(Task task, Worker worker) {
            if (crime == Crime.THROWS_AFTER_EXECUTION && time()) {
                throw new IllegalStateException("hostile");
            }
        }

        @Override
        public void drain(Consumer<? super Task> sink) {
            if (crime == Crime.THROWS_IN_PUSH_AND_DRAIN) {
                sink.accept(queue.peek());
                throw new IllegalStateException("hostile");
            }
            if (crime == Crime.THROWS_IN_PUSH_AND_FORGETS_IN_DRAIN) {
                queue.poll();
            }
            if (crime == Crime.THROWS_IN_PUSH_AND_DRAINS_WHAT_IT_NEVER_GOT) {
                Task lost = queue.poll(); // and a task too many instead, so that their number is right
                sink.accept(lost.context().task(lost.codelet()).argument(0));
            }
            for (Task task : queue) {
                sink.accept(task);
                if (crime == Crime.THROWS_IN_PUSH_AND_DRAINS_TWICE) {
                    sink.accept(task);
                }
            }
        }

        @Override
        public void close() {
            if (crime == Crime.THROWS_IN_PUSH_AND_CLOSE) {
                throw new IllegalStateException("hostile");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Crime.class)
    void shouldLoseNoTaskToAPolicyThatBreaksItsContract(Crime crime) throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2)) {
            laboratory.addPolicy("hostile", context -> new Hostile(context, crime));
            try (TaskRuntime runtime =
                    laboratory.factory.create(RuntimeConfiguration.defaults().withPolicy("hostile"))) {
                AtomicIntegerArray runs = new AtomicIntegerArray(TASKS);
                Codelet count = Codelet.named("count")
                        .access()
                        .cpu(kernel -> runs.incrementAndGet(kernel.argument(Integer.class)))
                        .build();
                for (int task = 0; task < TASKS; task++) {
                    runtime.task(count).argument(task).submit();
                }
                runtime.waitAll();
                for (int task = 0; task < TASKS; task++) {
                    assertEquals(1, runs.get(task), "runs of task " + task);
                }
                SchedulingContext context = runtime.defaultContext();
                // The other worker may have run all tasks before the crime was noticed.
                Await.await(() -> !context.policy().equals(Optional.of("hostile")));
                assertEquals(Optional.of("eager"), context.policy());
                assertTrue(context.trouble().orElseThrow().contains("'hostile'"));
            }
        }
    }

    @Test
    void shouldParkTheContextWhenThereIsNoFallback() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1)) {
            laboratory.addPolicy("hostile", context -> new Hostile(context, Crime.THROWS_IN_PUSH_BEFORE_STORING));
            RuntimeConfiguration alone =
                    RuntimeConfiguration.defaults().withPolicy("hostile").withoutFallbackPolicy();
            try (TaskRuntime runtime = laboratory.factory.create(alone)) {
                Codelet nothing =
                        Codelet.named("nothing").access().cpu(kernel -> {}).build();
                for (int task = 0; task < 5000; task++) {
                    runtime.task(nothing).submit();
                }
                assertEquals(ContextState.PARKED, runtime.defaultContext().state());
                runtime.defaultContext().usePolicy("prio");
                runtime.waitAll();
                assertEquals(5000, runtime.tasks(0).done());
            }
        }
    }

    @Test
    void shouldNotPutAPolicyInChargeThatRefusesTheWorkers() {
        try (Laboratory laboratory = Laboratory.withWorkers(1)) {
            laboratory.addPolicy("picky", context -> new Picky());
            try (TaskRuntime runtime = laboratory.runtime()) {
                PolicyRefusedException refused = assertThrows(
                        PolicyRefusedException.class,
                        () -> runtime.defaultContext().usePolicy("picky"));
                assertTrue(refused.getMessage().contains("GPUs only"), refused.getMessage());
                assertEquals(Optional.of("eager"), runtime.defaultContext().policy());
            }
        }
    }

    @Test
    void shouldNotLetAPolicyReplaceItselfWhileItIsPutInCharge() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1)) {
            laboratory.plugins.remove(laboratory.eager);
            laboratory.addPolicy("eager", context -> new Meddling());
            try (TaskRuntime runtime =
                    laboratory.factory.create(RuntimeConfiguration.defaults().withPolicy("prio"))) {
                SchedulingContext context = runtime.defaultContext();
                CountDownLatch begun = new CountDownLatch(1);
                CountDownLatch goOn = new CountDownLatch(1);
                Codelet wait = Codelet.named("wait")
                        .access()
                        .cpu(kernel -> {
                            begun.countDown();
                            goOn.await();
                        })
                        .build();
                runtime.task(wait).submit();
                begun.await();
                for (int task = 0; task < 10; task++) {
                    runtime.task(wait).submit();
                }
                PolicyRefusedException refused =
                        assertThrows(PolicyRefusedException.class, () -> context.usePolicy("eager"));
                ContextState state = context.state();
                Optional<String> policy = context.policy();
                String wanted = context.wantedPolicy();
                long ready = runtime.tasks(0).ready();
                goOn.countDown();
                assertTrue(
                        refused.getMessage().contains("must not be called by a scheduling policy"),
                        refused.getMessage());
                assertEquals(ContextState.ACTIVE, state);
                assertEquals(Optional.of("prio"), policy);
                assertEquals("prio", wanted);
                assertEquals(Optional.empty(), context.trouble());
                assertEquals(10, ready);
                runtime.waitAll();
            }
        }
    }

    /** Replaces itself when it is given a task. */
    private static final class Meddling implements SchedulingPolicy {
        @Override
        public void addWorkers(List<Worker> workers) {}

        @Override
        public void removeWorkers(List<Worker> workers) {}

        @Override
        public void push(Task task) {
            task.context().usePolicy("prio");
        }

        @Override
        public Task pop(Worker worker) {
            return null;
        }

        @Override
        public void drain(Consumer<? super Task> sink) {}
    }

    private static final class Picky implements SchedulingPolicy {
        @Override
        public void addWorkers(List<Worker> workers) {
            throw new IllegalArgumentException("GPUs only");
        }

        @Override
        public void removeWorkers(List<Worker> workers) {}

        @Override
        public void push(Task task) {}

        @Override
        public Task pop(Worker worker) {
            return null;
        }

        @Override
        public void drain(Consumer<? super Task> sink) {}
    }
}
