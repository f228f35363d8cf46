package org.asterism.core.internal.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.ContextDescription;
import org.asterism.api.ContextLoad;
import org.asterism.api.ContextState;
import org.asterism.api.FormerWorker;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.Worker;
import org.asterism.api.WorkerSelection;
import org.asterism.core.internal.context.ContextWorker;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.stepping.VirtualClock;
import org.asterism.core.internal.testing.Await;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.core.internal.testing.TimedDriver;
import org.asterism.spi.application.WorkerTally;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Workers that are added to contexts and taken out of them, and those that come when a context is there already. */
@Timeout(60)
class ContextWorkersTest {
    private static final Codelet NOTHING = Codelet.named("nothing")
            .access()
            .cpu(kernel -> {})
            .implementation(Architecture.CUDA, (org.asterism.api.Kernel) kernel -> {})
            .build();

    private static List<String> names(SchedulingContext context) {
        return context.workers().stream().map(Worker::name).toList();
    }

    @Test
    void shouldRunTasksThatWereSubmittedToAnEmptyContextWhenWorkersAreAdded() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            SchedulingContext empty = runtime.createContext(ContextDescription.named("empty"));
            assertEquals(ContextState.ACTIVE, empty.state());
            Task waits = empty.task(NOTHING).submit();
            runtime.task(NOTHING).submit().await();
            assertEquals(TaskState.READY, waits.state());
            empty.addWorkers(runtime.workers());
            empty.waitAll();
            assertEquals(TaskState.DONE, waits.state());
            assertEquals(List.of("cpu-0", "cpu-1"), names(empty));
            assertEquals(List.of("cpu-0", "cpu-1"), names(runtime.defaultContext()));
        }
    }

    @Test
    void shouldMoveWorkersBetweenContextsWhileTasksRun() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(4);
                TaskRuntime runtime = laboratory.runtime()) {
            SchedulingContext one = runtime.createContext(
                    ContextDescription.named("one").withWorkers(WorkerSelection.named("cpu-0", "cpu-1")));
            SchedulingContext two = runtime.createContext(
                    ContextDescription.named("two").withWorkers(WorkerSelection.named("cpu-2", "cpu-3")));
            assertEquals(List.of(), names(runtime.defaultContext()));
            Worker moved = one.workers().getFirst();
            AtomicInteger ran = new AtomicInteger();
            Codelet count = Codelet.named("count")
                    .access()
                    .cpu(kernel -> ran.incrementAndGet())
                    .build();
            for (int round = 0; round < 20; round++) {
                for (int index = 0; index < 200; index++) {
                    one.task(count).submit();
                    two.task(count).submit();
                }
                two.addWorkers(List.of(moved));
                one.removeWorkers(List.of(moved));
                assertEquals(List.of("cpu-1"), names(one));
                assertEquals(List.of("cpu-0", "cpu-2", "cpu-3"), names(two));
                one.addWorkers(List.of(moved));
                two.removeWorkers(List.of(moved));
            }
            runtime.waitAll();
            assertEquals(8000, ran.get());
            two.close();
            two.close();
            one.close();
            assertEquals(List.of("cpu-0", "cpu-1", "cpu-2", "cpu-3"), names(runtime.defaultContext()));
        }
    }

    @Test
    void shouldRunNothingButItsOwnTasksOnAWorkerThatIsInNoContext() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            Worker lonely = runtime.workers().getFirst();
            Task gate = runtime.task(NOTHING);
            Task own = runtime.task(NOTHING).on(lonely).after(gate).submit();
            runtime.defaultContext().removeWorkers(List.of(lonely));
            runtime.defaultContext().removeWorkers(List.of(lonely));
            long before = lonely.executedTasks();
            gate.submit();
            own.await();
            for (int index = 0; index < 100; index++) {
                runtime.task(NOTHING).submit();
            }
            runtime.waitAll();
            assertEquals(before + 1, lonely.executedTasks());
            IllegalArgumentException outside = assertThrows(
                    IllegalArgumentException.class, () -> runtime.task(NOTHING).on(lonely));
            assertTrue(outside.getMessage().contains("not a worker of its context"), outside.getMessage());
        }
    }

    @Test
    void shouldLetAWorkerMoveItselfFromAKernel() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            SchedulingContext own = runtime.createContext(ContextDescription.named("own"));
            AtomicInteger moves = new AtomicInteger();
            Codelet move = Codelet.named("move")
                    .access()
                    .cpu(kernel -> {
                        own.addWorkers(List.of(kernel.worker()));
                        runtime.defaultContext().removeWorkers(List.of(kernel.worker()));
                        moves.incrementAndGet();
                        runtime.defaultContext().addWorkers(List.of(kernel.worker()));
                        own.removeWorkers(List.of(kernel.worker()));
                    })
                    .build();
            for (int index = 0; index < 100; index++) {
                runtime.task(move)
                        .onCompletion(task -> own.addWorkers(runtime.workers()))
                        .submit();
            }
            runtime.waitAll();
            assertEquals(100, moves.get());
            assertEquals(List.of("cpu-0", "cpu-1"), names(runtime.defaultContext()));
        }
    }

    /** First in, first out; wants something done when it is asked for a task for the first time. */
    private static final class Moves implements SchedulingPolicy {
        private final Queue<Task> tasks = new ArrayDeque<>();
        private final PolicyContext context;
        private final Consumer<Worker> change;
        private final AtomicBoolean wanted = new AtomicBoolean();

        Moves(PolicyContext context, Consumer<Worker> change) {
            this.context = context;
            this.change = change;
        }

        @Override
        public void addWorkers(List<Worker> workers) {}

        @Override
        public void removeWorkers(List<Worker> workers) {}

        @Override
        public void push(Task task) {
            synchronized (this) {
                tasks.add(task);
            }
            context.wakeOneFor(task);
        }

        @Override
        public Task pop(Worker worker) {
            Task task = take();
            if (task != null && wanted.compareAndSet(false, true)) {
                change.accept(worker);
            }
            return task;
        }

        private synchronized Task take() {
            return tasks.poll();
        }

        @Override
        public synchronized void drain(Consumer<? super Task> sink) {
            tasks.forEach(sink);
            tasks.clear();
        }
    }

    @Test
    void shouldPutOffAMoveThatAPolicyWantsToTheEndOfItsOperation() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            SchedulingContext own = runtime.createContext(ContextDescription.named("own"));
            Queue<List<Worker>> during = new ConcurrentLinkedQueue<>();
            Queue<Throwable> refused = new ConcurrentLinkedQueue<>();
            laboratory.addPolicy(
                    "moves",
                    context -> new Moves(context, worker -> {
                        own.addWorkers(List.of(worker));
                        during.add(own.workers());
                        try {
                            own.addWorkers(java.util.Arrays.asList((Worker) null));
                        } catch (RuntimeException expected) {
                            refused.add(expected);
                        }
                    }));
            runtime.defaultContext().usePolicy("moves");
            runtime.task(NOTHING).submit().await();
            for (int index = 0; index < 10; index++) {
                runtime.task(NOTHING).submit();
            }
            runtime.waitAll();
            assertEquals(List.of(List.of()), List.copyOf(during));
            assertEquals(1, refused.size());
            assertEquals(1, own.workers().size());
            assertEquals("moves", runtime.defaultContext().policy().orElseThrow());
            own.task(NOTHING).submit().await();
        }
    }

    @Test
    void shouldNotTakeAWorkerInAgainThatAProgramAddedBeforeItJoined() {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                CoreRuntime runtime = (CoreRuntime) laboratory.runtime()) {
            runtime.core().contexts.join(runtime.core().pool.engines());
            assertEquals(List.of("cpu-0", "cpu-1"), names(runtime.defaultContext()));
        }
    }

    @Test
    void shouldNotOfferContextsAWorkerThatIsAboutToLeaveThem() {
        AtomicReference<TaskRuntime> made = new AtomicReference<>();
        List<Worker> offered = new ArrayList<>();
        try (Laboratory laboratory = Laboratory.withWorkers(1)) {
            laboratory.addPolicy(
                    "asking",
                    context -> new Asking(() -> {
                        offered.addAll(made.get().workers(WorkerSelection.all()));
                    }));
            try (TaskRuntime runtime = laboratory.runtime()) {
                made.set(runtime);
                runtime.defaultContext().usePolicy("asking");
                DriverPlugin driver = laboratory.addDriver("cuda", new InlineDriver(1, Architecture.CUDA));
                laboratory.plugins.remove(driver);
                assertEquals("[cpu-0]", offered.toString());
            }
        }
    }

    @Test
    void shouldGiveWorkersThatComeToTheContextsThatMeanThem() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            SchedulingContext cuda = runtime.createContext(
                    ContextDescription.named("cuda").withWorkers(WorkerSelection.matching("(arch=cuda)")));
            SchedulingContext shared =
                    runtime.createContext(ContextDescription.named("shared").sharingWorkers(WorkerSelection.all()));
            SchedulingContext inner = runtime.createContext(ContextDescription.named("inner")
                    .within("cuda")
                    .sharingWorkers(WorkerSelection.matching("(id>=3)")));
            assertEquals(List.of(), names(cuda));
            DriverPlugin driver = laboratory.addDriver("cuda", new InlineDriver(2, Architecture.CUDA));
            assertEquals(List.of("cuda-0", "cuda-1"), names(cuda));
            assertEquals(List.of("cuda-1"), names(inner));
            assertEquals(List.of("cpu-0", "cpu-1"), names(shared));
            assertEquals(List.of("cpu-0", "cpu-1"), names(runtime.defaultContext()));
            inner.task(NOTHING).submit().await();
            laboratory.plugins.remove(driver);
            assertEquals(List.of(), names(cuda));
            assertEquals(List.of(), names(inner));
            laboratory.addDriver("cuda", new InlineDriver(1, Architecture.CUDA));
            assertEquals(List.of("cuda-0"), names(cuda));
            inner.close();
            cuda.close();
            assertEquals(List.of("cpu-0", "cpu-1", "cuda-0"), names(runtime.defaultContext()));
        }
    }

    @Test
    void shouldTakeAWorkerOutOfNestedContextsToo() {
        try (Laboratory laboratory = Laboratory.withWorkers(3);
                TaskRuntime runtime = laboratory.runtime()) {
            SchedulingContext outer = runtime.createContext(
                    ContextDescription.named("outer").withWorkers(WorkerSelection.named("cpu-0", "cpu-1")));
            SchedulingContext inner = runtime.createContext(
                    ContextDescription.named("inner").within("outer").sharingWorkers(WorkerSelection.all()));
            SchedulingContext innermost = runtime.createContext(
                    ContextDescription.named("innermost").within("inner").sharingWorkers(WorkerSelection.all()));
            assertEquals(List.of("cpu-0", "cpu-1"), names(innermost));
            outer.removeWorkers(List.of(runtime.workers().get(1)));
            assertEquals(List.of("cpu-0"), names(outer));
            assertEquals(List.of("cpu-0"), names(inner));
            assertEquals(List.of("cpu-0"), names(innermost));
            IllegalArgumentException elsewhere = assertThrows(
                    IllegalArgumentException.class,
                    () -> inner.addWorkers(List.of(runtime.workers().get(2))));
            assertTrue(
                    elsewhere.getMessage().contains("'inner' cannot have cpu-2")
                            && elsewhere.getMessage().contains("'outer', which has [cpu-0"),
                    elsewhere.getMessage());
        }
    }

    @Test
    void shouldShareThePackagesOfAMachineWithoutOverlap() throws InterruptedException {
        try (Laboratory laboratory = new Laboratory()) {
            laboratory.addDriver("timed", new TimedDriver(8, index -> Map.of("cpu.package", index / 4)));
            TaskRuntime runtime =
                    laboratory.factory.create(RuntimeConfiguration.defaults().withClock(new VirtualClock()));
            SchedulingContext half = context(runtime, "half", "1/2 of package:1");
            SchedulingContext quarter = context(runtime, "quarter", "1/4 of package:1");
            SchedulingContext third = context(runtime, "third", "1/3 of machine:0");
            assertEquals(List.of("timed-4", "timed-5"), names(half));
            assertEquals(List.of("timed-6"), names(quarter));
            assertEquals(List.of("timed-0", "timed-1", "timed-2"), names(third));
            half.close();
            assertEquals(List.of("timed-4", "timed-5"), names(context(runtime, "again", "1/2 of package:1")));
            IllegalArgumentException none =
                    assertThrows(IllegalArgumentException.class, () -> context(runtime, "none", "1/2 of package:7"));
            assertTrue(none.getMessage().contains("[package:0, package:1]"), none.getMessage());
            IllegalArgumentException unknown =
                    assertThrows(IllegalArgumentException.class, () -> context(runtime, "none", "1/2 of box:0"));
            assertTrue(unknown.getMessage().contains("as in package:0"), unknown.getMessage());
            IllegalArgumentException caches =
                    assertThrows(IllegalArgumentException.class, () -> context(runtime, "none", "1/2 of l3:0"));
            assertTrue(caches.getMessage().contains("machine:0 has them all"), caches.getMessage());
            runtime.close();
        }
    }

    private static SchedulingContext context(TaskRuntime runtime, String name, String workers) {
        return runtime.createContext(ContextDescription.named(name).withWorkers(WorkerSelection.parse(workers)));
    }

    @Test
    void shouldRefuseSelectionsThatMakeNoSense() {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            IllegalArgumentException open =
                    assertThrows(IllegalArgumentException.class, () -> context(runtime, "own", "(&(arch=cpu)(id<=1)"));
            assertTrue(open.getMessage().contains("'(&(arch=cpu)(id<=1)' is no filter"), open.getMessage());
            IllegalArgumentException nobody =
                    assertThrows(IllegalArgumentException.class, () -> context(runtime, "own", "cpu-0,cpu-7"));
            assertTrue(
                    nobody.getMessage().contains("there is no worker 'cpu-7'; there are [cpu-0, cpu-1]"),
                    nobody.getMessage());
            context(runtime, "taker", "cpu-0");
            IllegalArgumentException taken =
                    assertThrows(IllegalArgumentException.class, () -> context(runtime, "own", "cpu-0"));
            assertTrue(
                    taken.getMessage().contains("cannot have cpu-0: context 'default' has [cpu-1]"),
                    taken.getMessage());
            IllegalArgumentException parent = assertThrows(
                    IllegalArgumentException.class,
                    () -> runtime.createContext(ContextDescription.named("own").within("nowhere")));
            assertTrue(parent.getMessage().contains("cannot be nested in 'nowhere'"), parent.getMessage());
            IllegalArgumentException heir = assertThrows(
                    IllegalArgumentException.class,
                    () -> runtime.createContext(ContextDescription.named("own").withHeir("nobody")));
            assertTrue(heir.getMessage().contains("there are [default, taker]"), heir.getMessage());
            assertEquals(2, runtime.contexts().size());
            assertEquals(2, runtime.workers(WorkerSelection.parse("all")).size());
            assertEquals(
                    1,
                    runtime.workers(WorkerSelection.parse("1/3 of machine:0")).size());
        }
    }

    @Test
    void shouldRefuseWorkersOfAnotherRuntimeAndClosedContexts() {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime();
                TaskRuntime other = laboratory.runtime()) {
            SchedulingContext own = runtime.createContext(ContextDescription.named("own"));
            IllegalArgumentException strange =
                    assertThrows(IllegalArgumentException.class, () -> own.addWorkers(other.workers()));
            assertTrue(strange.getMessage().contains("no worker of its runtime"), strange.getMessage());
            own.close();
            assertThrows(IllegalStateException.class, () -> own.addWorkers(runtime.workers()));
            assertThrows(IllegalStateException.class, () -> own.removeWorkers(runtime.workers()));
        }
    }

    @Test
    void shouldRunEveryTaskOnceWhileThreadsMoveWorkers() throws InterruptedException {
        long seed = System.nanoTime();
        AtomicInteger ran = new AtomicInteger();
        Codelet count = Codelet.named("count")
                .access()
                .cpu(kernel -> ran.incrementAndGet())
                .build();
        try (Laboratory laboratory = Laboratory.withWorkers(4);
                TaskRuntime runtime = laboratory.runtime()) {
            List<Worker> workers = runtime.workers();
            List<SchedulingContext> contexts = new ArrayList<>(List.of(runtime.defaultContext()));
            for (int index = 0; index < 3; index++) {
                contexts.add(runtime.createContext(ContextDescription.named("own-" + index)
                        .withPolicy(index == 1 ? "prio" : "eager")
                        .withRank(index % 2)
                        .sharingWorkers(WorkerSelection.all())));
            }
            CountDownLatch done = new CountDownLatch(3);
            Queue<Throwable> wrong = new ConcurrentLinkedQueue<>();
            for (int thread = 0; thread < 3; thread++) {
                Random random = new Random(seed + thread);
                Thread.ofPlatform().start(() -> {
                    try {
                        for (int index = 0; index < 300; index++) {
                            SchedulingContext context = contexts.get(random.nextInt(contexts.size()));
                            List<Worker> some = workers.subList(random.nextInt(4), 4);
                            for (int tasks = 0; tasks < 5; tasks++) {
                                context.task(count).submit();
                            }
                            if (random.nextBoolean()) {
                                context.addWorkers(some);
                            } else {
                                context.removeWorkers(some);
                            }
                        }
                    } catch (RuntimeException | Error thrown) {
                        wrong.add(thrown);
                    } finally {
                        done.countDown();
                    }
                });
            }
            assertTrue(done.await(50, TimeUnit.SECONDS), "seed " + seed);
            assertEquals(List.of(), List.copyOf(wrong), "seed " + seed);
            contexts.forEach(context -> context.addWorkers(workers));
            runtime.waitAll();
            assertEquals(4500, ran.get(), "seed " + seed);
        }
    }

    @Test
    void shouldMoveThousandsOfWorkersInShortTime() {
        try (Laboratory laboratory = new Laboratory()) {
            laboratory.addDriver("timed", new TimedDriver(4000));
            TaskRuntime runtime =
                    laboratory.factory.create(RuntimeConfiguration.defaults().withClock(new VirtualClock()));
            SchedulingContext one = context(runtime, "one", "1/2 of machine:0");
            SchedulingContext two = context(runtime, "two", "1/2 of machine:0");
            ThreadMXBean threads = ManagementFactory.getThreadMXBean();
            long begin = threads.getCurrentThreadCpuTime(); // whatever else a busy machine does
            for (int round = 0; round < 5; round++) {
                List<Worker> moved = one.workers();
                two.addWorkers(moved);
                one.removeWorkers(moved);
                two.removeWorkers(moved);
                one.addWorkers(moved);
            }
            long took = threads.getCurrentThreadCpuTime() - begin;
            assertEquals(2000, one.workers().size());
            assertTrue(took < 2_000_000_000L, "20 moves of 2000 workers took " + took / 1_000_000 + " ms");
            runtime.close();
        }
    }

    @Test
    void shouldWorkWithAddedWorkersAtOnceInVirtualTime() throws InterruptedException {
        VirtualClock clock = new VirtualClock();
        try (Laboratory laboratory = new Laboratory()) {
            laboratory.addDriver("timed", new TimedDriver(4));
            TaskRuntime runtime =
                    laboratory.factory.create(RuntimeConfiguration.defaults().withClock(clock));
            SchedulingContext two = context(runtime, "two", "timed-2,timed-3");
            for (int index = 0; index < 200; index++) {
                two.task(NOTHING).argument(100L).submit();
            }
            two.waitUntilAtMost(180);
            assertEquals(1000, clock.nanoTime());
            List<Worker> others = runtime.defaultContext().workers();
            two.addWorkers(others);
            two.waitUntilAtMost(140);
            assertEquals(2000, clock.nanoTime());
            two.removeWorkers(others);
            two.waitAll();
            assertEquals(2000 + 100 * 70, clock.nanoTime(), 100);
            runtime.close();
        }
    }

    private static TaskRuntime withMembers(Laboratory laboratory, String members) {
        return laboratory.factory.create(RuntimeConfiguration.defaults().withMembers(WorkerSelection.parse(members)));
    }

    @Test
    void shouldKeepWorkersOutOfTheDefaultContextThatItIsNotToHave() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(3);
                TaskRuntime runtime = withMembers(laboratory, "(|(id=1)(arch=cuda))")) {
            assertEquals(3, runtime.workers().size());
            assertEquals(List.of("cpu-1"), names(runtime.defaultContext()));
            laboratory.addDriver("cuda", new InlineDriver(1, Architecture.CUDA));
            laboratory.addDriver("opencl", new InlineDriver(1, Architecture.OPENCL));
            assertEquals(List.of("cpu-1", "cuda-0"), names(runtime.defaultContext()));
            for (int index = 0; index < 20; index++) {
                runtime.task(NOTHING).submit();
            }
            runtime.waitAll();
            assertEquals(20, executed(runtime, "cpu-1") + executed(runtime, "cuda-0"));
        }
        try (Laboratory laboratory = Laboratory.withWorkers(4);
                TaskRuntime runtime = withMembers(laboratory, "1/2 of machine:0")) {
            assertEquals(List.of("cpu-0", "cpu-1"), names(runtime.defaultContext()));
            laboratory.addDriver("cuda", new InlineDriver(2, Architecture.CUDA));
            assertEquals(3, names(runtime.defaultContext()).size());
        }
    }

    private static long executed(TaskRuntime runtime, String name) {
        return runtime.workers(WorkerSelection.named(name)).getFirst().executedTasks();
    }

    @Test
    void shouldRefuseMembersThatMakeNoSenseOrCannotTellOfLaterWorkers() {
        try (Laboratory laboratory = Laboratory.withWorkers(1)) {
            assertTrue(assertThrows(IllegalArgumentException.class, () -> withMembers(laboratory, "(arch="))
                    .getMessage()
                    .startsWith("'(arch=' is no filter"));
            assertTrue(assertThrows(
                            IllegalArgumentException.class,
                            () -> RuntimeConfiguration.defaults()
                                    .withMembers(new WorkerSelection.Chosen(worker -> true)))
                    .getMessage()
                    .startsWith("members is a predicate"));
        }
    }

    @Test
    void shouldTellOfWorkersThatHaveGoneHowManyTasksTheyHaveRun() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            WorkerTally tally = new WorkerTally(runtime);
            DriverPlugin first = laboratory.addDriver("cuda", new InlineDriver(2, Architecture.CUDA));
            Worker cuda = runtime.workers().get(1);
            runtime.task(NOTHING).on(cuda).submit().await();
            runtime.task(NOTHING).on(cuda).submit().await();
            runtime.task(NOTHING).on(runtime.workers().getFirst()).submit().await();
            assertEquals(List.of(), runtime.formerWorkers());
            laboratory.plugins.remove(first);
            assertEquals(
                    List.of(
                            new FormerWorker(1, "cuda-0", Architecture.CUDA, 2),
                            new FormerWorker(2, "cuda-1", Architecture.CUDA, 0)),
                    runtime.formerWorkers());
            DriverPlugin second = laboratory.addDriver("cuda", new InlineDriver(1, Architecture.CUDA));
            runtime.task(NOTHING).on(runtime.workers().get(1)).submit().await();
            runtime.waitAll();
            assertEquals(Map.of("cpu-0", 1L, "cuda-0 (gone)", 2L, "cuda-0", 1L), tally.counts());
            assertEquals(Map.of("cpu", 1L, "cuda", 3L), tally.countsPerArchitecture());
            WorkerTally later = new WorkerTally(runtime);
            laboratory.plugins.remove(second);
            assertEquals(Map.of("cpu-0", 0L, "cuda-0 (gone)", 0L), later.counts());
        }
    }

    @Test
    void shouldTellWhatAContextHasDoneAndHasToDo() throws InterruptedException {
        VirtualClock clock = new VirtualClock();
        try (Laboratory laboratory = new Laboratory()) {
            laboratory.addDriver("timed", new TimedDriver(3));
            TaskRuntime runtime =
                    laboratory.factory.create(RuntimeConfiguration.defaults().withClock(clock));
            SchedulingContext two = context(runtime, "two", "timed-1,timed-2");
            two.task(NOTHING).argument(100L).submit();
            two.waitAll();
            assertEquals(Map.of(), two.load().busyNanos()); // nobody had asked
            for (int index = 0; index < 5; index++) {
                two.task(NOTHING).argument(100L).submit();
                runtime.task(NOTHING).argument(1000L).submit();
            }
            two.task(NOTHING).where((Worker worker) -> false).submit().cancel();
            two.waitUntilAtMost(2);
            ContextLoad load = two.load();
            assertEquals(7, load.submitted());
            assertEquals(4, load.done());
            assertEquals(1, load.cancelled());
            assertEquals(2, load.left());
            assertEquals(2, load.ready() + load.running(), load::toString);
            assertEquals(clock.nanoTime(), load.nanoTime());
            two.waitAll();
            load = two.load();
            assertEquals(0, load.running()); // that of the default context does not count
            assertEquals(1, runtime.defaultContext().load().running());
            assertEquals(
                    500,
                    load.busyNanos().values().stream()
                            .mapToLong(Long::longValue)
                            .sum());
            assertEquals(2, load.busyNanos().size());
            Worker left = two.workers().getFirst();
            two.removeWorkers(List.of(left));
            assertTrue(two.load().busyNanos().get(left.id()) > 0);
            runtime.close();
        }
    }

    /** Asks something when workers leave; holds no task. */
    private record Asking(Runnable question) implements SchedulingPolicy {
        @Override
        public void addWorkers(List<Worker> workers) {}

        @Override
        public void removeWorkers(List<Worker> workers) {
            question.run();
        }

        @Override
        public void push(Task task) {}

        @Override
        public Task pop(Worker worker) {
            return null;
        }

        @Override
        public void drain(Consumer<? super Task> sink) {}
    }

    /** Calls other workers to a task whenever a worker looks for one. */
    private static final class Calling implements SchedulingPolicy {
        private final PolicyContext context;
        private final Queue<Task> tasks = new ConcurrentLinkedQueue<>();
        private volatile Task called;
        private volatile int lastLooks;
        private volatile boolean hasWokenItself;

        Calling(PolicyContext context) {
            this.context = context;
        }

        @Override
        public void addWorkers(List<Worker> workers) {}

        @Override
        public void removeWorkers(List<Worker> workers) {}

        @Override
        public void push(Task task) {
            tasks.add(task);
            context.wakeOneFor(task);
            called = task; // last: from then on, nobody but a look wakes the worker
        }

        @Override
        public Task pop(Worker worker) {
            ContextWorker own = (ContextWorker) worker;
            if (called != null && own.isAsleep()) { // announced, unless this look finds something
                context.wakeSomeFor(called, 1);
                hasWokenItself |= !own.isAsleep();
                lastLooks++;
            }
            return tasks.poll();
        }

        @Override
        public void drain(Consumer<? super Task> sink) {
            tasks.forEach(sink);
        }
    }

    @Test
    void shouldNotWakeTheWorkerThatCallsOthersInItsLastLook() {
        AtomicReference<Calling> policy = new AtomicReference<>();
        try (Laboratory laboratory = Laboratory.withWorkers(1)) {
            laboratory.addPolicy("calling", context -> {
                policy.set(new Calling(context));
                return policy.get();
            });
            try (TaskRuntime runtime =
                    laboratory.factory.create(RuntimeConfiguration.defaults().withPolicy("calling"))) {
                runtime.task(NOTHING).submit();
                Await.await(() -> policy.get().lastLooks > 0);
                assertFalse(policy.get().hasWokenItself);
            }
        }
    }
}
