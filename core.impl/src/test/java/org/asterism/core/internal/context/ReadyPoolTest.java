package org.asterism.core.internal.context;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Field;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.asterism.api.Codelet;
import org.asterism.api.ContextState;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Task;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.Worker;
import org.asterism.api.WorkerState;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.testing.Await;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What goes wrong only at a certain moment, brought about by a worker that lets something happen just then. */
@Timeout(60)
class ReadyPoolTest {
    private static final Codelet WITHOUT_WORK = Codelet.without("gate");
    private static final Codelet NOTHING =
            Codelet.named("nothing").access().cpu(kernel -> {}).build();

    @Test
    void shouldNotHandATaskToTheNextPolicyThatAWorkerHasJustTakenFromTheLast() throws InterruptedException {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.runtime()) {
            Context context = (Context) runtime.defaultContext();
            AtomicReference<Thread> swap = new AtomicReference<>();
            ByHand worker = new ByHand(0, 0, () -> {
                Thread swapping = new Thread(() -> context.usePolicy("prio"), "swaps");
                if (swap.compareAndSet(null, swapping)) {
                    swapping.start();
                    join(swapping, Duration.ofMillis(200)); // in vain if the swap has to wait, as it should
                }
            });
            context.takeIn(List.of(worker));
            Task task = runtime.task(NOTHING).submit();
            Job taken = worker.popFrom(context);
            join(swap.get(), Duration.ofSeconds(30));
            assertSame(task, taken);
            assertEquals(TaskState.SCHEDULED, taken.state());
            assertEquals(Optional.of("prio"), context.policy());
            assertNull(worker.popFrom(context));
            assertEquals(Optional.empty(), context.trouble());
            context.takeOut(List.of(worker));
        }
    }

    @Test
    void shouldNotSayThatAWorkersOwnTaskComesFromThePolicyOfACalledOffOne() {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.runtime()) {
            Context context = (Context) runtime.defaultContext();
            ByHand worker = new ByHand(0, 0, () -> {});
            context.takeIn(List.of(worker));
            for (boolean isAlone : new boolean[] {false, true}) {
                runtime.task(NOTHING).submit().cancel();
                if (isAlone) {
                    assertNull(worker.popFrom(context));
                }
                Task own = runtime.task(NOTHING).on(worker).submit();
                assertSame(own, worker.popFrom(context));
                assertNull(worker.origin.policy());
            }
            Task common = runtime.task(NOTHING).submit();
            assertSame(common, worker.popFrom(context));
            assertNotNull(worker.origin.policy());
            Task last = runtime.task(NOTHING).on(worker).submit();
            assertSame(last, context.popOwn(worker, worker.origin));
            assertNull(worker.origin.policy());
            context.takeOut(List.of(worker));
        }
    }

    /** A queue for all workers. */
    private abstract static class Central implements SchedulingPolicy {
        private final Queue<Task> queue = new ConcurrentLinkedQueue<>();
        private final PolicyContext context;

        Central(PolicyContext context) {
            this.context = context;
        }

        @Override
        public void addWorkers(List<Worker> workers) {}

        @Override
        public void removeWorkers(List<Worker> workers) {}

        @Override
        public void push(Task task) {
            queue.add(task);
            context.wakeOneFor(task);
        }

        @Override
        public Task pop(Worker worker) {
            return queue.poll();
        }

        @Override
        public void drain(Consumer<? super Task> sink) {
            queue.forEach(sink);
        }
    }

    /** A policy that knows which tasks it was given. */
    private static final class Checking extends Central {
        private final Set<Task> given = ConcurrentHashMap.newKeySet();
        private final Queue<String> wrong = new ConcurrentLinkedQueue<>();

        Checking(PolicyContext context) {
            super(context);
        }

        @Override
        public void push(Task task) {
            given.add(task);
            super.push(task);
        }

        @Override
        public void beforeExecution(Task task, Worker worker) {
            check("beforeExecution", task);
        }

        @Override
        public void afterExecution(Task task, Worker worker) {
            check("afterExecution", task);
        }

        private void check(String hook, Task task) {
            if (!given.contains(task)) {
                wrong.add(hook + "(" + task + ")");
            }
        }
    }

    @Test
    void shouldNotCallHooksOfAPolicyForATaskThatItNeverHad() throws Exception {
        AtomicReference<Checking> policy = new AtomicReference<>();
        try (Laboratory laboratory = Laboratory.withWorkers(1)) {
            laboratory.addPolicy("checking", context -> {
                policy.set(new Checking(context));
                return policy.get();
            });
            try (TaskRuntime runtime =
                    laboratory.factory.create(RuntimeConfiguration.defaults().withPolicy("checking"))) {
                CountDownLatch begun = new CountDownLatch(1);
                CountDownLatch goOn = new CountDownLatch(1);
                Codelet busy = Codelet.named("busy")
                        .access()
                        .cpu(kernel -> {
                            begun.countDown();
                            goOn.await();
                        })
                        .build();
                runtime.task(busy).submit();
                begun.await();
                runtime.task(NOTHING).submit().cancel();
                goOn.countDown();
                runtime.waitAll();
                Worker worker = runtime.workers().getFirst();
                Await.await(() -> worker.state() == WorkerState.SLEEPING);
                runtime.task(NOTHING).on(worker).submit().await();
                assertEquals(List.of(), List.copyOf(policy.get().wrong));
            }
        }
    }

    /** A policy that follows tasks with this codelet. */
    private static final class Following extends Central {
        private static final Codelet FOLLOWED =
                Codelet.named("followed").access().cpu(kernel -> {}).build();

        private final Queue<String> told;

        Following(PolicyContext context, Queue<String> told) {
            super(context);
            this.told = told;
        }

        @Override
        public boolean followsExecution(Task task, Worker worker) {
            return task.codelet() == FOLLOWED;
        }

        @Override
        public void beforeExecution(Task task, Worker worker) {
            told.add("begin of " + task.id());
        }

        @Override
        public void afterExecution(Task task, Worker worker) {
            told.add("end of " + task.id());
        }
    }

    /** A kernel's wish lets its task end later, so the policy could not notice when the kernel has ended. */
    @Test
    void shouldTellAPolicyOfAKernelThatMakesItsTaskEndAfterAnother() throws Exception {
        Queue<String> told = new ConcurrentLinkedQueue<>();
        try (Laboratory laboratory = Laboratory.withWorkers(1)) {
            laboratory.addPolicy("following", context -> new Following(context, told));
            try (TaskRuntime runtime =
                    laboratory.factory.create(RuntimeConfiguration.defaults().withPolicy("following"))) {
                Task child = runtime.task(NOTHING);
                Codelet endsLater = Codelet.named("ends later")
                        .access()
                        .cpu(kernel -> kernel.task().endAfter(child))
                        .build();
                Task task = runtime.task(endsLater).submit();
                Await.await(() -> told.size() == 2);
                assertEquals(TaskState.RUNNING, task.state());
                child.submit();
                task.await();
                assertEquals(List.of("begin of " + task.id(), "end of " + task.id()), List.copyOf(told));
            }
        }
    }

    @Test
    void shouldTellAPolicyOnlyOfTasksThatItFollowsOrThatHaveCallbacks() throws Exception {
        Queue<String> told = new ConcurrentLinkedQueue<>();
        try (Laboratory laboratory = Laboratory.withWorkers(1)) {
            laboratory.addPolicy("following", context -> new Following(context, told));
            try (TaskRuntime runtime =
                    laboratory.factory.create(RuntimeConfiguration.defaults().withPolicy("following"))) {
                Task ignored = runtime.task(NOTHING);
                Task followed = runtime.task(Following.FOLLOWED).after(ignored);
                Task withCallback = runtime.task(NOTHING).after(followed).onStart(task -> {});
                List.of(ignored, followed, withCallback).forEach(Task::submit);
                withCallback.await();
                assertEquals(
                        List.of(
                                "begin of " + followed.id(),
                                "end of " + followed.id(),
                                "begin of " + withCallback.id(),
                                "end of " + withCallback.id()),
                        List.copyOf(told));
            }
        }
    }

    @Test
    void shouldWakeAWorkerForItsOwnTasksThatJoinsAParkedContext() {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.runtime()) {
            Context context = (Context) runtime.defaultContext();
            ByHand worker = new ByHand(0, 0, () -> {});
            context.takeIn(List.of(worker));
            Task own = runtime.task(NOTHING).on(worker);
            Task gate = runtime.task(WITHOUT_WORK);
            own.after(gate).submit();
            laboratory.plugins.remove(laboratory.eager);
            context.takeOut(List.of(worker));
            gate.submit();
            int before = worker.wakeUps;
            context.takeIn(List.of(worker));
            assertEquals(before + 1, worker.wakeUps);
            assertSame(own, worker.popFrom(context));
            context.takeOut(List.of(worker));
        }
    }

    private static Object get(Object owner, String field) throws ReflectiveOperationException {
        Field found = owner.getClass().getDeclaredField(field);
        found.setAccessible(true);
        return found.get(owner);
    }

    private static void set(Object owner, String field, Object value) throws ReflectiveOperationException {
        Field found = owner.getClass().getDeclaredField(field);
        found.setAccessible(true);
        found.set(owner, value);
    }

    private static void assertFailedForWantOfMemory(Task task) {
        assertEquals(TaskState.FAILED, task.state());
        String message =
                assertThrows(TaskFailedException.class, () -> task.await()).getMessage();
        assertTrue(message.contains("did not run"), message);
    }

    @Test
    void shouldFailATaskThatThereIsNoMemoryToRememberAndKeepThePolicy() throws Exception {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.runtime()) {
            Context context = (Context) runtime.defaultContext();
            ByHand worker = new ByHand(0, 0, () -> {});
            context.takeIn(List.of(worker));
            Gate gate = (Gate) get(context.tasks().pool(), "gate");
            HeldTasks held = gate.slotOfThread().held();
            Object list = get(held, "list");
            set(held, "list", null); // the next task that is added meets an exception
            assertFailedForWantOfMemory(runtime.task(NOTHING).submit());
            set(held, "list", list);
            Task next = runtime.task(NOTHING).submit();
            assertSame(next, worker.popFrom(context));
            assertEquals(Optional.empty(), context.trouble());
            assertEquals(Optional.of("eager"), context.policy());
            assertEquals(1, context.load().left());
            context.takeOut(List.of(worker));
        }
    }

    @Test
    void shouldFailATaskThatThereIsNoMemoryToPark() throws Exception {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.runtime()) {
            Context context = (Context) runtime.defaultContext();
            ByHand worker = new ByHand(0, 0, () -> {});
            context.takeIn(List.of(worker));
            laboratory.plugins.remove(laboratory.eager);
            assertEquals(ContextState.PARKED, context.state());
            ParkedTasks parking = (ParkedTasks) get(context.tasks().pool(), "parked");
            Object jobs = get(parking, "jobs");
            set(parking, "jobs", List.of()); // to which nothing can be added
            assertFailedForWantOfMemory(runtime.task(NOTHING).submit());
            set(parking, "jobs", jobs);
            Task parked = runtime.task(NOTHING).submit();
            assertEquals(TaskState.READY, parked.state());
            assertTrue(parked.cancel());
            assertEquals(0, context.load().left());
            context.takeOut(List.of(worker));
        }
    }

    @Test
    void shouldFailAWorkersOwnTaskThatThereIsNoMemoryToKeep() throws Exception {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.runtime()) {
            Context context = (Context) runtime.defaultContext();
            ByHand worker = new ByHand(0, 0, () -> {});
            context.takeIn(List.of(worker));
            Object queue = get(worker.makeBoundTasks(), "byPriority");
            set(worker.makeBoundTasks(), "byPriority", null);
            assertFailedForWantOfMemory(runtime.task(NOTHING).on(worker).submit());
            set(worker.makeBoundTasks(), "byPriority", queue);
            Task next = runtime.task(NOTHING).on(worker).submit();
            assertSame(next, worker.popFrom(context));
            assertEquals(1, context.load().left());
            context.takeOut(List.of(worker));
        }
    }

    private static void join(Thread thread, Duration time) {
        try {
            thread.join(time);
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }
}
