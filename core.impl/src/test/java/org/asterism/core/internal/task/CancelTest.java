package org.asterism.core.internal.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Consumer;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.StepResult;
import org.asterism.api.Task;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.Worker;
import org.asterism.api.data.CorruptDataException;
import org.asterism.api.data.DataHandle;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.kit.policy.TaskFifo;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.testsupport.CapturedLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tasks that are called off, and what goes with them. */
@Timeout(60)
class CancelTest {
    private static final Codelet NOTHING =
            Codelet.named("nothing").access().cpu(kernel -> {}).build();
    private static final Codelet WRITE =
            Codelet.named("write").access(Access.W).cpu(kernel -> {}).build();
    private static final Codelet READ =
            Codelet.named("read").access(Access.R).cpu(kernel -> {}).build();

    /** A runtime whose worker runs a task when the test says so. */
    private static TaskRuntime stepped(Laboratory laboratory) {
        laboratory.addDriver("cpu", new InlineDriver(1));
        return laboratory.factory.create(RuntimeConfiguration.defaults().withLaunchedWorkers(false));
    }

    private static void runAll(TaskRuntime runtime) {
        Worker worker = runtime.workers().getFirst();
        while (worker.runOnce() != StepResult.IDLE) {
            // One more.
        }
    }

    @Test
    void shouldCallOffAReadyTaskAtOnceAndBlameNoPolicyForIt() throws InterruptedException {
        try (Laboratory laboratory = new Laboratory()) {
            TaskRuntime runtime = stepped(laboratory);
            AtomicInteger ran = new AtomicInteger();
            Codelet count = Codelet.named("count")
                    .access()
                    .cpu(kernel -> ran.incrementAndGet())
                    .build();
            List<Task> tasks = new ArrayList<>();
            for (int task = 0; task < 10; task++) {
                tasks.add(runtime.task(count).submit());
            }
            for (int task = 0; task < 10; task += 2) {
                assertTrue(tasks.get(task).cancel());
                assertTrue(tasks.get(task).cancel());
                assertEquals(TaskState.CANCELLED, tasks.get(task).state());
            }
            assertEquals(5, runtime.tasks(0).ready());
            runAll(runtime);
            assertEquals(5, ran.get());
            assertEquals(TaskState.DONE, tasks.get(1).state());
            assertFalse(tasks.get(1).cancel());
            assertEquals(0, tasks.getFirst().dataCount());
            assertTrue(runtime.defaultContext().trouble().isEmpty());
            runtime.waitAll();
            assertEquals(5, runtime.tasks(0).cancelled());
            runtime.close();
        }
    }

    @Test
    void shouldSayWhoCalledItOff() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            Task task = runtime.task(NOTHING);
            Task next = runtime.task(NOTHING).after(task).submit();
            assertTrue(task.cancel());
            TaskFailedException why = assertThrows(TaskFailedException.class, task::await);
            assertEquals(task + " was called off by its program", why.getMessage());
            assertInstanceOf(CancellationException.class, why.getCause());
            assertEquals(task.id(), why.taskId());
            TaskFailedException whyNext = assertThrows(TaskFailedException.class, next::await);
            assertEquals(next + " was called off: " + task + " was called off by its program", whyNext.getMessage());
            assertTrue(task.failure().isEmpty());
            runtime.waitAll();
        }
    }

    @Test
    void shouldCallOffATaskThatWasNotSubmitted() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            Task task = runtime.task(NOTHING);
            Task dependent = runtime.task(NOTHING).after(task).submit();
            assertTrue(task.cancel());
            assertEquals(TaskState.CANCELLED, task.state());
            assertEquals(TaskState.CANCELLED, dependent.state());
            assertThrows(IllegalStateException.class, task::submit);
            runtime.waitAll();
            assertEquals(2, runtime.tasks(0).cancelled());
            Task late = runtime.task(NOTHING).after(task).submit();
            assertEquals(TaskState.CANCELLED, late.state());
        }
    }

    @Test
    void shouldEndABlockedTaskWhenThoseBeforeItHave() {
        try (Laboratory laboratory = new Laboratory()) {
            TaskRuntime runtime = stepped(laboratory);
            DataHandle token = runtime.data().token();
            List<String> order = new ArrayList<>();
            Codelet write = Codelet.named("write")
                    .access(Access.W)
                    .cpu(kernel -> order.add(kernel.argument(String.class)))
                    .build();
            runtime.task(write).data(token).argument("first").submit();
            Task blocked =
                    runtime.task(write).data(token).argument("called off").submit();
            Task reader = runtime.task(READ).data(token).submit();
            Task dependent = runtime.task(NOTHING).after(blocked).submit();
            runtime.task(write).data(token).argument("last").submit();
            Task readsLast = runtime.task(READ).data(token).submit();
            assertTrue(blocked.cancel());
            assertEquals(TaskState.SUBMITTED, blocked.state());
            assertTrue(blocked.cancel());
            runAll(runtime);
            assertEquals(TaskState.CANCELLED, blocked.state());
            assertEquals(TaskState.CANCELLED, reader.state(), "reads what was not written");
            assertEquals(TaskState.CANCELLED, dependent.state());
            assertEquals(TaskState.DONE, readsLast.state());
            assertEquals(List.of("first", "last"), order);
            runtime.close();
        }
    }

    @Test
    void shouldCallOffATaskThatWouldFailWithAnother() {
        try (Laboratory laboratory = new Laboratory()) {
            TaskRuntime runtime = stepped(laboratory);
            Codelet failing = Codelet.named("fail")
                    .access()
                    .cpu(kernel -> {
                        throw new IllegalStateException("on purpose");
                    })
                    .build();
            Task wrong = runtime.task(failing).submit();
            Task late = runtime.task(NOTHING);
            Task blocked = runtime.task(NOTHING).after(wrong, late).submit();
            Task dependent = runtime.task(NOTHING).after(blocked).submit();
            runAll(runtime);
            assertEquals(TaskState.FAILED, wrong.state());
            assertTrue(blocked.cancel());
            late.submit();
            runAll(runtime);
            assertEquals(TaskState.CANCELLED, blocked.state());
            assertTrue(blocked.cancel());
            assertEquals(TaskState.CANCELLED, dependent.state());
            TaskFailedException why = assertThrows(TaskFailedException.class, blocked::await);
            assertEquals(
                    wrong.id(),
                    assertInstanceOf(TaskFailedException.class, why.getCause().getSuppressed()[0])
                            .taskId());
        }
    }

    @Test
    void shouldNotCallOffWhatHasBegun() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            AtomicBoolean answer = new AtomicBoolean(true);
            Codelet self = Codelet.named("self")
                    .access()
                    .cpu(kernel -> answer.set(kernel.task().cancel()))
                    .build();
            Task task = runtime.task(self).submit();
            task.await();
            assertFalse(answer.get());
            assertFalse(task.cancel());
        }
    }

    @Test
    void shouldNotRunATaskThatItsOwnPrologueOrReadyCallsOff() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            AtomicBoolean ran = new AtomicBoolean();
            Codelet run =
                    Codelet.named("run").access().cpu(kernel -> ran.set(true)).build();
            Task early = runtime.task(run).prologue(Task::cancel).submit();
            Task late = runtime.task(run).onReady(Task::cancel).submit();
            Task join =
                    runtime.task(Codelet.without("join")).onReady(Task::cancel).submit();
            runtime.waitAll();
            assertEquals(TaskState.CANCELLED, early.state());
            assertEquals(TaskState.CANCELLED, late.state());
            assertEquals(TaskState.CANCELLED, join.state());
            assertFalse(ran.get());
        }
    }

    @Test
    void shouldCarryACalledOffTaskThroughASwapAndAParkedContext() throws InterruptedException {
        try (CapturedLog log = CapturedLog.of("org.asterism.core.internal.context.ReadyPool");
                Laboratory laboratory = new Laboratory()) {
            TaskRuntime runtime = stepped(laboratory);
            Task held = runtime.task(NOTHING).submit();
            Task kept = runtime.task(NOTHING).submit();
            assertTrue(held.cancel());
            runtime.defaultContext().usePolicy("prio");
            laboratory.plugins.remove(laboratory.eager);
            laboratory.plugins.remove(laboratory.prio);
            Task parked = runtime.task(NOTHING).submit();
            assertTrue(parked.cancel());
            assertEquals(1, runtime.tasks(0).ready());
            laboratory.plugins.add(laboratory.eager);
            runAll(runtime);
            assertEquals(TaskState.DONE, kept.state());
            runtime.waitAll();
            assertEquals(2, runtime.tasks(0).cancelled());
            assertEquals(List.of(), log.messages(), "complaints about what policies handed back");
            runtime.close();
        }
    }

    /** A queue that hands out every task twice once a test says so. */
    private static final class Twice implements SchedulingPolicy {
        private final TaskFifo queue = new TaskFifo();

        @Override
        public void addWorkers(List<Worker> workers) {}

        @Override
        public void removeWorkers(List<Worker> workers) {}

        @Override
        public void push(Task task) {
            queue.add(task);
            queue.add(task);
        }

        @Override
        public Task pop(Worker worker) {
            return queue.takeFor(worker);
        }

        @Override
        public void drain(Consumer<? super Task> sink) {
            queue.takeAll(sink);
        }
    }

    @Test
    void shouldBlameAPolicyThatHandsOutACalledOffTaskTwice() {
        try (Laboratory laboratory = new Laboratory()) {
            laboratory.addPolicy("twice", context -> new Twice());
            TaskRuntime runtime = stepped(laboratory);
            runtime.defaultContext().usePolicy("twice");
            assertTrue(runtime.task(NOTHING).submit().cancel());
            runAll(runtime);
            assertTrue(runtime.defaultContext().trouble().orElseThrow().contains("second time"));
            assertEquals("eager", runtime.defaultContext().policy().orElseThrow());
            runtime.close();
        }
    }

    @Test
    void shouldCallOffLongChainsWithoutRecursion() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            DataHandle token = runtime.data().token();
            Codelet change =
                    Codelet.named("change").access(Access.RW).cpu(kernel -> {}).build();
            Task named = runtime.task(NOTHING);
            Task last = named;
            for (int task = 0; task < 50_000; task++) {
                last = runtime.task(NOTHING).after(last).submit();
            }
            Task first = runtime.task(NOTHING);
            Task written = runtime.task(change).data(token).after(first).submit();
            Task lastWritten = written;
            for (int task = 0; task < 50_000; task++) {
                lastWritten = runtime.task(change).data(token).submit();
            }
            assertTrue(named.cancel());
            assertEquals(TaskState.CANCELLED, last.state());
            assertTrue(written.cancel());
            first.submit();
            assertThrows(TaskFailedException.class, lastWritten::await);
            assertEquals(TaskState.CANCELLED, lastWritten.state());
            runtime.waitAll();
        }
    }

    @Test
    void shouldMakeCorruptDataOfATaskThatDidNotWrite() {
        try (Laboratory laboratory = new Laboratory()) {
            TaskRuntime runtime = stepped(laboratory);
            DataHandle vector = runtime.data().vector(new double[1]);
            assertTrue(runtime.task(WRITE).data(vector).submit().cancel());
            CorruptDataException why = assertThrows(CorruptDataException.class, vector::close);
            assertInstanceOf(CancellationException.class, why.getCause());
            runtime.close();
        }
    }

    /** Calls tasks off at random moments while they run, the policy is swapped, and others depend on them. */
    @Test
    void shouldRunOrCallOffEachTaskOnceWheneverItIsCalledOff() throws InterruptedException {
        long seed = Long.getLong("asterism.seed", System.nanoTime());
        System.out.println("random cancellations: -Dasterism.seed=" + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 30; round++) {
            callOffAtRandom(new Random(random.nextLong()));
        }
    }

    private static void callOffAtRandom(Random random) throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            int number = 1000;
            AtomicIntegerArray ran = new AtomicIntegerArray(number);
            AtomicIntegerArray ended = new AtomicIntegerArray(number);
            DataHandle[] tokens = new DataHandle[6];
            Arrays.setAll(tokens, index -> runtime.data().token());
            Codelet note = Codelet.named("note")
                    .access(Access.RW)
                    .cpu(kernel -> ran.incrementAndGet(kernel.argument(Integer.class)))
                    .build();
            List<Task> tasks = new ArrayList<>();
            boolean[] answers = new boolean[number];
            int[] called = random.ints(number / 4, 0, number).toArray();
            AtomicInteger made = new AtomicInteger();
            Task[] all = new Task[number];
            Thread canceller = new Thread(() -> {
                for (int index : called) {
                    while (made.get() <= index) {
                        Thread.onSpinWait();
                    }
                    answers[index] = all[index].cancel();
                }
            });
            canceller.start();
            for (int index = 0; index < number; index++) {
                int own = index;
                Task task = runtime.task(note)
                        .data(tokens[random.nextInt(tokens.length)])
                        .argument(index)
                        .onCompletion(end -> ended.incrementAndGet(own));
                if (index > 0 && random.nextInt(4) == 0) {
                    task.after(tasks.get(random.nextInt(index)));
                }
                tasks.add(task.submit());
                all[index] = task;
                made.set(index + 1);
                if (random.nextInt(200) == 0) {
                    runtime.defaultContext().usePolicy(random.nextBoolean() ? "eager" : "prio");
                }
            }
            canceller.join();
            runtime.waitAll();
            for (int index = 0; index < number; index++) {
                TaskState state = tasks.get(index).state();
                assertEquals(state == TaskState.DONE ? 1 : 0, ran.get(index), all[index] + " is " + state);
                assertEquals(1, ended.get(index), all[index] + " is " + state);
                assertTrue(state == TaskState.DONE || state == TaskState.CANCELLED, all[index] + " is " + state);
                assertFalse(answers[index] && state == TaskState.DONE, all[index] + " ran though it was called off");
            }
            assertTrue(runtime.defaultContext().trouble().isEmpty());
        }
    }
}
