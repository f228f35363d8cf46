package org.asterism.core.internal.context;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.asterism.api.Codelet;
import org.asterism.api.PolicyRefusedException;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.UnknownPolicyException;
import org.asterism.api.Worker;
import org.asterism.core.internal.plugin.PolicyPlugin;
import org.asterism.core.internal.testing.Await;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A policy may keep the thread that changes its context: the change ends nevertheless, and no task is lost or run
 * twice.
 */
@Timeout(120)
class StuckPolicyTest {
    private static final int TASKS = 500;

    /** In which of its methods the policy keeps the thread, once. */
    enum Where {
        NEVER,
        CREATE,
        ADD_WORKERS,
        ADD_MORE_WORKERS,
        REMOVE_WORKERS,
        PUSHED_TO,
        PUSH,
        DRAIN_AT_ONCE,
        DRAIN_HALF_WAY,
        HANDS_BACK_FOR_EVER,
        CLOSE
    }

    /** A policy that keeps a thread until it is let go, and then goes on as if nothing had happened. */
    private static final class Keeping implements SchedulingPolicy {
        private final Queue<Task> queue = new ConcurrentLinkedQueue<>();
        private final AtomicBoolean hasKept = new AtomicBoolean();
        private final PolicyContext context;
        private final Where where;
        private final CountDownLatch letGo;
        private int pushed;
        private boolean hasWorkers;

        Keeping(PolicyContext context, Where where, CountDownLatch letGo) {
            this.context = context;
            this.where = where;
            this.letGo = letGo;
            keepIf(Where.CREATE);
        }

        private void keepIf(Where asked) {
            if (where == asked && hasKept.compareAndSet(false, true)) {
                boolean done = false;
                while (!done) {
                    try {
                        letGo.await();
                        done = true;
                    } catch (InterruptedException ignored) {
                        // it does not heed that
                    }
                }
            }
        }

        @Override
        public void addWorkers(List<Worker> workers) {
            keepIf(hasWorkers ? Where.ADD_MORE_WORKERS : Where.ADD_WORKERS);
            hasWorkers = true;
        }

        @Override
        public void removeWorkers(List<Worker> workers) {
            keepIf(Where.REMOVE_WORKERS);
        }

        @Override
        public void pushedTo(Task task, Worker worker) {
            keepIf(Where.PUSHED_TO);
        }

        @Override
        public void push(Task task) {
            if (++pushed == TASKS / 3) {
                keepIf(Where.PUSH);
            }
            queue.add(task);
            context.wakeOneFor(task);
        }

        @Override
        public Task pop(Worker worker) {
            return queue.poll();
        }

        @Override
        public void drain(Consumer<? super Task> sink) {
            keepIf(Where.DRAIN_AT_ONCE);
            Task same = queue.peek();
            while (where == Where.HANDS_BACK_FOR_EVER && letGo.getCount() > 0) {
                sink.accept(same);
            }
            int drained = 0;
            for (Task task = queue.poll(); task != null; task = queue.poll()) {
                if (++drained == TASKS / 3) {
                    keepIf(Where.DRAIN_HALF_WAY);
                }
                sink.accept(task);
            }
        }

        @Override
        public void close() {
            keepIf(Where.CLOSE);
        }
    }

    /** A runtime with a blocked worker, and many tasks that wait for it. */
    private static final class Scene implements AutoCloseable {
        final Laboratory laboratory = Laboratory.withWorkers(2);
        final CountDownLatch letGo = new CountDownLatch(1);
        final AtomicIntegerArray runs = new AtomicIntegerArray(TASKS);
        final PolicyPlugin former;
        final TaskRuntime runtime;
        final SchedulingContext context;

        Scene(Where where) {
            laboratory.addPolicy("keeping", context -> new Keeping(context, where, letGo));
            former = laboratory.addPolicy("former", context -> new Keeping(context, Where.NEVER, letGo));
            runtime = laboratory.runtime();
            context = runtime.defaultContext();
        }

        void submit() {
            runtime.pause();
            Codelet count = Codelet.named("count")
                    .access()
                    .cpu(kernel -> runs.incrementAndGet(kernel.argument(Integer.class)))
                    .build();
            for (int task = 0; task < TASKS; task++) {
                runtime.task(count).argument(task).submit();
            }
            runtime.task(Codelet.named("own").access().cpu(kernel -> {}).build())
                    .on(runtime.workers().getFirst())
                    .submit();
        }

        /** All tasks run once each, before and after the policy returns at last. */
        void finish() throws InterruptedException {
            runtime.resume();
            assertTrue(runtime.waitAll(Duration.ofSeconds(20)), "all tasks end: " + runtime.tasks(3));
            letGo.countDown();
            Await.await(() -> Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(thread -> thread.getName().equals("asterism-change-of-" + context.name())
                            && thread.getThreadGroup() == Thread.currentThread().getThreadGroup()));
            for (int task = 0; task < TASKS; task++) {
                assertEquals(1, runs.get(task), "runs of task " + task);
            }
            context.usePolicy("prio");
            assertEquals(Optional.empty(), context.trouble());
            runtime.task(Codelet.named("last").access().cpu(kernel -> {}).build())
                    .submit()
                    .await();
        }

        @Override
        public void close() {
            letGo.countDown();
            laboratory.close();
        }
    }

    private static void takeTheKeepingOneIn(Where where) throws InterruptedException {
        try (Scene scene = new Scene(where)) {
            scene.context.usePolicy("former");
            scene.submit();
            PolicyRefusedException refused =
                    assertThrows(PolicyRefusedException.class, () -> scene.context.usePolicy("keeping"));
            assertTrue(refused.getMessage().contains("has not returned from"), refused.getMessage());
            assertTrue(refused.getMessage().contains("StuckPolicyTest$Keeping.keepIf"), refused.getMessage());
            assertEquals(Optional.of("former"), scene.context.policy());
            scene.finish();
        }
    }

    private static void putAnotherInsteadOfIt(Where where) throws InterruptedException {
        try (Scene scene = new Scene(where)) {
            scene.context.usePolicy("keeping");
            scene.submit();
            scene.context.usePolicy("prio");
            assertEquals(Optional.of("prio"), scene.context.policy());
            scene.finish();
        }
    }

    private static void takeAWorkerOut(Where where) throws InterruptedException {
        try (Scene scene = new Scene(where)) {
            scene.context.usePolicy("keeping");
            scene.submit();
            scene.context.removeWorkers(List.of(scene.runtime.workers().getLast()));
            assertEquals(Optional.of("eager"), scene.context.policy());
            assertTrue(scene.context.trouble().orElseThrow().contains("'keeping' has not returned from removeWorkers"));
            scene.finish();
        }
    }

    private static void bringADriverInCreate(Where where) throws InterruptedException {
        try (Scene scene = new Scene(where)) {
            scene.context.usePolicy("keeping");
            scene.submit();
            scene.laboratory.addPolicy("bringing", context -> {
                scene.laboratory.addDriver("more", new InlineDriver(1));
                return new Keeping(context, Where.NEVER, scene.letGo);
            });
            scene.context.usePolicy("bringing");
            assertEquals(Optional.of("bringing"), scene.context.policy());
            assertEquals(3, scene.context.workers().size());
            scene.finish();
        }
    }

    private static void letItsBundleStart(Where where) throws InterruptedException {
        try (Scene scene = new Scene(Where.NEVER)) {
            scene.context.usePolicy("former");
            scene.laboratory.plugins.remove(scene.former);
            assertEquals(Optional.of("eager"), scene.context.policy());
            scene.submit();
            scene.laboratory.addPolicy("former", context -> new Keeping(context, where, scene.letGo));
            assertEquals(Optional.of("eager"), scene.context.policy());
            String trouble = scene.context.trouble().orElseThrow();
            assertTrue(trouble.contains("'former' has not returned from"), trouble);
            scene.finish();
        }
    }

    private interface Course {
        void run(Where where) throws InterruptedException;
    }

    /** Side by side, because each lasts ten seconds. */
    @Test
    void shouldEndChangesWhosePolicyDoesNotReturn() throws Exception {
        Map<Where, Course> courses = new EnumMap<>(Where.class);
        courses.put(Where.CREATE, StuckPolicyTest::takeTheKeepingOneIn);
        courses.put(Where.PUSHED_TO, StuckPolicyTest::takeTheKeepingOneIn);
        courses.put(Where.PUSH, StuckPolicyTest::takeTheKeepingOneIn);
        courses.put(Where.DRAIN_AT_ONCE, StuckPolicyTest::putAnotherInsteadOfIt);
        courses.put(Where.DRAIN_HALF_WAY, StuckPolicyTest::putAnotherInsteadOfIt);
        courses.put(Where.HANDS_BACK_FOR_EVER, StuckPolicyTest::putAnotherInsteadOfIt);
        courses.put(Where.ADD_MORE_WORKERS, StuckPolicyTest::bringADriverInCreate);
        courses.put(Where.CLOSE, StuckPolicyTest::putAnotherInsteadOfIt);
        courses.put(Where.REMOVE_WORKERS, StuckPolicyTest::takeAWorkerOut);
        Map<String, FutureTask<Void>> running = new TreeMap<>();
        courses.forEach((where, course) -> start(running, where, course));
        start(running, Where.ADD_WORKERS, StuckPolicyTest::takeTheKeepingOneIn);
        start(running, Where.CREATE, StuckPolicyTest::letItsBundleStart);
        start(running, Where.PUSH, StuckPolicyTest::letItsBundleStart);
        List<AssertionError> failures = new ArrayList<>();
        running.forEach((name, course) -> {
            try {
                course.get();
            } catch (Exception failed) {
                failures.add(new AssertionError(name + ": " + failed.getCause(), failed.getCause()));
            }
        });
        if (!failures.isEmpty()) {
            AssertionError first = failures.removeFirst();
            failures.forEach(first::addSuppressed);
            throw first;
        }
    }

    private static void start(Map<String, FutureTask<Void>> running, Where where, Course course) {
        FutureTask<Void> task = new FutureTask<>(() -> {
            course.run(where);
            return null;
        });
        String name = where + " " + running.size();
        running.put(name, task);
        new Thread(new ThreadGroup(name), task, name).start();
    }

    @Test
    void shouldShowARefusalForCallsThatDoNotReturnUntilTheyDo() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        CountDownLatch within = new CountDownLatch(1);
        try (Laboratory laboratory = Laboratory.withWorkers(1)) {
            laboratory.addPolicy("endless", context -> new Endless(within, goOn));
            try (TaskRuntime runtime = laboratory.runtime()) {
                try {
                    SchedulingContext context = runtime.defaultContext();
                    context.usePolicy("endless");
                    within.await();
                    PolicyRefusedException refused =
                            assertThrows(PolicyRefusedException.class, () -> context.usePolicy("prio"));
                    assertTrue(refused.getMessage().contains("do not return"), refused.getMessage());
                    assertEquals(Optional.of("endless"), context.policy());
                    String trouble = context.trouble().orElseThrow();
                    assertTrue(
                            trouble.contains("'prio' was refused")
                                    && trouble.contains("'endless'")
                                    && trouble.contains(
                                            runtime.workers().getFirst().name()),
                            trouble);
                    goOn.countDown();
                    Await.await(() -> context.trouble().isEmpty());
                    context.usePolicy("prio");
                } finally {
                    goOn.countDown(); // before the runtime is closed, which waits for the worker
                }
            }
        }
    }

    /** A policy that keeps its first worker. */
    private record Endless(CountDownLatch within, CountDownLatch goOn) implements SchedulingPolicy {
        @Override
        public void addWorkers(List<Worker> workers) {}

        @Override
        public void removeWorkers(List<Worker> workers) {}

        @Override
        public void push(Task task) {}

        @Override
        public Task pop(Worker worker) {
            within.countDown();
            try {
                goOn.await();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
            return null;
        }

        @Override
        public void drain(Consumer<? super Task> sink) {}
    }

    @Test
    void shouldMakePoliciesWithoutALock() throws Exception {
        ReentrantLock services = new ReentrantLock();
        CountDownLatch creating = new CountDownLatch(1);
        CountDownLatch publishing = new CountDownLatch(1);
        try (Laboratory laboratory = Laboratory.withWorkers(1)) {
            laboratory.addPolicy("registering", context -> {
                creating.countDown();
                try {
                    publishing.await();
                } catch (InterruptedException interrupted) {
                    throw new IllegalStateException(interrupted);
                }
                services.lock(); // as a registry of services may
                services.unlock();
                return new Keeping(context, Where.NEVER, new CountDownLatch(0));
            });
            try (TaskRuntime runtime = laboratory.runtime()) {
                FutureTask<Void> publish = new FutureTask<>(() -> {
                    creating.await();
                    services.lock();
                    try {
                        publishing.countDown();
                        PolicyPlugin other = laboratory.addPolicy(
                                "other", context -> new Keeping(context, Where.NEVER, new CountDownLatch(0)));
                        laboratory.plugins.remove(other);
                    } finally {
                        services.unlock();
                    }
                    return null;
                });
                Thread publisher = new Thread(publish, "publishes");
                publisher.setDaemon(true);
                publisher.start();
                runtime.defaultContext().usePolicy("registering");
                publish.get();
                assertEquals(
                        Optional.of("registering"), runtime.defaultContext().policy());
            }
        }
    }

    /** The wanted policy would keep the lock for changes for ever if it got the tasks within the other one's making. */
    @Test
    void shouldLookAtAPolicyThatAFactoryBringsWhenTheChangeEnds() throws InterruptedException {
        try (Scene scene = new Scene(Where.NEVER)) {
            scene.context.usePolicy("former");
            scene.laboratory.plugins.remove(scene.former);
            scene.submit();
            scene.laboratory.addPolicy("bringing", context -> {
                scene.laboratory.addPolicy("former", any -> new Keeping(any, Where.PUSH, scene.letGo));
                return new Keeping(context, Where.NEVER, scene.letGo);
            });
            scene.context.usePolicy("bringing");
            assertEquals(Optional.of("bringing"), scene.context.policy());
            scene.finish();
        }
    }

    @Test
    void shouldReplaceAPolicyInChargeThatAFactoryTakesAway() throws InterruptedException {
        try (Scene scene = new Scene(Where.NEVER)) {
            scene.context.usePolicy("former");
            scene.submit();
            scene.laboratory.addPolicy("removing", context -> {
                scene.laboratory.plugins.remove(scene.former);
                throw new IllegalStateException("has removed the former one");
            });
            assertThrows(PolicyRefusedException.class, () -> scene.context.usePolicy("removing"));
            assertEquals(Optional.of("eager"), scene.context.policy());
            scene.finish();
        }
    }

    @Test
    void shouldNotPutAPolicyInChargeThatLeavesWhileItIsMade() {
        try (Laboratory laboratory = Laboratory.withWorkers(1)) {
            PolicyPlugin[] leaving = {null};
            leaving[0] = laboratory.addPolicy("leaving", context -> {
                laboratory.plugins.remove(leaving[0]);
                return new Keeping(context, Where.NEVER, new CountDownLatch(0));
            });
            try (TaskRuntime runtime = laboratory.runtime()) {
                SchedulingContext context = runtime.defaultContext();
                assertThrows(UnknownPolicyException.class, () -> context.usePolicy("leaving"));
                assertEquals(Optional.of("eager"), context.policy());
            }
        }
    }
}
