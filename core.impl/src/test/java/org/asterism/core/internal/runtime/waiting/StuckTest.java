package org.asterism.core.internal.runtime.waiting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.ContextDescription;
import org.asterism.api.Implementation;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskOverview.WaitingTask;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.TasksStuckException;
import org.asterism.api.WorkerSelection;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.Filters;
import org.asterism.api.data.Partition;
import org.asterism.core.internal.stepping.VirtualClock;
import org.asterism.core.internal.testing.Await;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.core.internal.testing.TimedDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tasks that will not end, and how whoever waits for them is told. */
@Timeout(60)
class StuckTest {
    private static final Duration SHORT = Duration.ofMillis(50);
    private static final Duration VERY_LONG = Duration.ofDays(1);

    private static Codelet named(String name) {
        return Codelet.named(name).cpu(kernel -> {}).build();
    }

    private static Task task(TaskRuntime runtime, String name) {
        return runtime.task(named(name));
    }

    private static TaskRuntime runtime(Laboratory laboratory, Duration patience) {
        return laboratory.factory.create(RuntimeConfiguration.defaults().withPatience(patience));
    }

    private static String refused(Runnable wrong) {
        return assertThrows(IllegalArgumentException.class, wrong::run).getMessage();
    }

    private static TasksStuckException stuck(TaskRuntime runtime) {
        return assertThrows(TasksStuckException.class, runtime::waitAll);
    }

    @Test
    void shouldNotWaitForStuckTasksAgainWhenTheirPartitionIsClosed() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = runtime(laboratory, SHORT)) {
            DataHandle data = runtime.data().vector(new double[4]);
            Partition halves = data.plan(Filters.blocks(2));
            Codelet write =
                    Codelet.named("write").access(Access.W).cpu(kernel -> {}).build();
            runtime.task(write).data(halves.children().getFirst()).afterTags(7).submit();
            stuck(runtime);
            String message =
                    assertThrows(TasksStuckException.class, halves::close).getMessage();
            assertTrue(
                    message.startsWith("the partition of " + data.name()) && message.contains("cannot be closed yet"),
                    message);
            runtime.tags().notify(7);
            runtime.waitAll();
            halves.close();
            data.close();
        }
    }

    @Test
    void shouldNotWaitForStuckTasksAgainWhenTheirDataAreClosed() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = runtime(laboratory, SHORT)) {
            DataHandle data = runtime.data().token();
            Codelet write =
                    Codelet.named("write").access(Access.W).cpu(kernel -> {}).build();
            runtime.task(write).data(data).afterTags(7).submit();
            stuck(runtime);
            String message =
                    assertThrows(TasksStuckException.class, data::close).getMessage();
            assertTrue(
                    message.startsWith(data.name() + " cannot be closed yet, and is when its tasks have ended"),
                    message);
            runtime.tags().notify(7);
            runtime.waitAll();
            data.close();
        }
    }

    // Circles that are refused.

    @Test
    void shouldNameACircleOfFourTasksThatIsAboutToBeClosed() {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            Task a = task(runtime, "a");
            Task b = task(runtime, "b").after(a);
            Task c = task(runtime, "c").after(b);
            Task d = task(runtime, "d").after(c);
            assertEquals(
                    "a#1 cannot wait for d#4, since it comes before it:"
                            + " a#1 waits for d#4; d#4 waits for c#3; c#3 waits for b#2; b#2 waits for a#1",
                    refused(() -> a.after(d)));
            assertEquals("a#1 cannot wait for itself", refused(() -> a.after(a)));
        }
    }

    @Test
    void shouldNameACircleThroughATagWhicheverOfItsDependenciesIsLast() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            Task a = task(runtime, "a").afterTags(7);
            Task b = task(runtime, "b").after(a);
            assertEquals(
                    "b#2 cannot carry tag 7, since it comes after it:"
                            + " b#2 waits for a#1; a#1 waits for tag 7, which b#2 carries",
                    refused(() -> b.tag(7)));
            b.tag(8);
            assertEquals(
                    "a#1 cannot wait for tag 8, since it comes before it:"
                            + " a#1 waits for tag 8, which b#2 carries; b#2 waits for a#1",
                    refused(() -> a.afterTags(8)));
            Task c = task(runtime, "c").tag(7);
            assertTrue(refused(() -> c.after(b)).startsWith("c#3 cannot wait for b#2"));
            assertTrue(refused(() -> c.afterTags(7)).endsWith("c#3 waits for tag 7, which c#3 carries"));
            assertTrue(refused(() -> a.tag(7)).startsWith("a#1 cannot carry tag 7"));
            for (Task task : List.of(b, a, c)) {
                task.submit();
            }
            runtime.waitAll();
        }
    }

    @Test
    void shouldNameACircleThroughAJoin() {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            assertEquals(
                    "tag 1 cannot wait for itself", refused(() -> runtime.tags().join(1, 1)));
            runtime.tags().join(1, 2, 3);
            assertEquals(
                    "tag 3 cannot wait for tag 1, since it comes before it:"
                            + " tag 3 waits for tag 1, which waits for tag 3",
                    refused(() -> runtime.tags().join(3, 1)));
            Task a = task(runtime, "a").afterTags(1);
            assertEquals(
                    "a#1 cannot carry tag 2, since it comes after it:"
                            + " a#1 waits for tag 1, which waits for tag 2, which a#1 carries",
                    refused(() -> a.tag(2)));
        }
    }

    @Test
    void shouldTellALongCircleInAFewWords() {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            Task first = task(runtime, "task");
            Task last = first;
            for (int index = 0; index < 1000; index++) {
                last = task(runtime, "task").after(last);
            }
            Task end = last;
            String message = refused(() -> first.after(end));
            assertTrue(message.contains("and so on, 985 more"), message);
            assertTrue(message.length() < 1000, message);
        }
    }

    // Circles that only appear later.

    @Test
    void shouldNameACircleThroughDataAtOnce() {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = runtime(laboratory, VERY_LONG)) {
            DataHandle token = runtime.data().token();
            Task first =
                    task(runtime, "first").access(token, Access.RW).afterTags(1).submit();
            Task last = task(runtime, "last").access(token, Access.RW).tag(1).submit();
            task(runtime, "behind").access(token, Access.RW).submit();
            TasksStuckException stuck = stuck(runtime);
            assertTrue(
                    stuck.getMessage()
                            .contains("first#1 waits for tag 1, which last#2 carries; last#2 waits for first#1"),
                    stuck.getMessage());
            assertEquals(
                    List.of(first.id(), last.id()),
                    stuck.waiting().stream().map(WaitingTask::id).sorted().toList());
            stuck(runtime);
            runtime.tags().notify(1); // which mends it
            assertWaits(runtime);
        }
    }

    private static void assertWaits(TaskRuntime runtime) {
        try {
            runtime.waitAll();
        } catch (InterruptedException stop) {
            throw new AssertionError(stop);
        }
    }

    @Test
    void shouldNameACircleThroughDataAndAPredecessorWhoseSubmissionWasHeldUp() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2)) {
            TaskRuntime runtime = runtime(laboratory, VERY_LONG);
            DataHandle token = runtime.data().token();
            CountDownLatch room = new CountDownLatch(1);
            SchedulingContext full = runtime.createContext(ContextDescription.named("full")
                    .sharingWorkers(WorkerSelection.all())
                    .withLimit(0, 1));
            full.task(Codelet.named("filling")
                            .access()
                            .cpu(kernel -> room.await())
                            .build())
                    .submit();
            Task second = full.task(named("second")).access(token, Access.RW);
            Task first = task(runtime, "first").access(token, Access.RW).after(second);
            Thread heldUp = new Thread(second::submit);
            heldUp.start();
            Await.await(() -> second.state() == TaskState.SUBMITTED);
            first.submit(); // has its place on the data before the task that it waits for
            room.countDown();
            heldUp.join();
            TasksStuckException stuck = stuck(runtime);
            assertTrue(stuck.getMessage().contains(second + " waits for " + first), stuck.getMessage());
            runtime.close();
            assertEquals(TaskState.CANCELLED, second.state());
        }
    }

    @Test
    void shouldNameACircleThroughATaskWhoseNextRoundComesBehindOneThatWaitsForIt() {
        try (Laboratory laboratory = Laboratory.withWorkers(1)) {
            TaskRuntime runtime = runtime(laboratory, VERY_LONG);
            DataHandle token = runtime.data().token();
            CountDownLatch go = new CountDownLatch(1);
            Codelet waiting =
                    Codelet.named("repeating").cpu(kernel -> go.await()).build();
            AtomicInteger rounds = new AtomicInteger();
            Task repeating = runtime.task(waiting)
                    .access(token, Access.RW)
                    .repeatWhile(task -> rounds.incrementAndGet() < 2)
                    .submit();
            Task between = task(runtime, "between").after(repeating).submit();
            Task behind = task(runtime, "behind")
                    .access(token, Access.RW)
                    .after(between)
                    .submit();
            go.countDown();
            TasksStuckException stuck = stuck(runtime);
            assertTrue(stuck.getMessage().contains(repeating + " waits for " + behind), stuck.getMessage());
            runtime.close();
            assertTrue(behind.state().isFinal(), behind.state().name());
        }
    }

    @Test
    void shouldNameACircleThroughDataAndAPredecessorThatWasSubmittedLate() {
        try (Laboratory laboratory = Laboratory.withWorkers(2)) {
            TaskRuntime runtime = runtime(laboratory, VERY_LONG);
            DataHandle token = runtime.data().token();
            Task second = task(runtime, "second").access(token, Access.RW);
            task(runtime, "first").access(token, Access.RW).after(second).submit();
            second.submit();
            task(runtime, "behind").access(token, Access.RW).submit();
            TasksStuckException stuck = stuck(runtime);
            assertTrue(
                    stuck.getMessage().contains("second#1 waits for first#2; first#2 waits for second#1"),
                    stuck.getMessage());
            runtime.close();
            assertEquals(TaskState.CANCELLED, second.state());
        }
    }

    @Test
    void shouldNotTakeACircleForOneWhenAnotherTaskMayNotifyItsTag() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = runtime(laboratory, VERY_LONG)) {
            DataHandle token = runtime.data().token();
            task(runtime, "first").access(token, Access.RW).afterTags(1).submit();
            task(runtime, "last").access(token, Access.RW).tag(1).submit();
            Task other = task(runtime, "other").tag(1).afterTags(2).submit();
            assertFalse(runtime.waitAll(SHORT));
            runtime.tags().notify(2);
            runtime.waitAll();
            other.await();
        }
    }

    // What is no circle.

    @Test
    void shouldWaitForStagesOfTheProgramAndSayThatTasksDo() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = runtime(laboratory, Duration.ZERO)) {
            CompletableFuture<Void> one = new CompletableFuture<>();
            CompletableFuture<Void> other = new CompletableFuture<>();
            Task first = task(runtime, "first").after(one).submit();
            task(runtime, "second").after(one, other).submit();
            task(runtime, "behind").after(first).submit();
            Task unrelated = task(runtime, "unrelated").afterTags(7).submit();
            assertFalse(runtime.waitAll(Duration.ofMillis(200)), "the program may complete the stages");
            assertEquals(
                    List.of(
                            List.of("a stage given to after(CompletionStage), which is not complete"),
                            List.of("2 stages given to after(CompletionStage), which are not complete"),
                            List.of(first + " (waiting)"),
                            List.of("tag 7, which nobody notifies")),
                    runtime.tasks(4).oldestWaiting().stream()
                            .map(WaitingTask::waitsFor)
                            .toList());
            one.complete(null);
            first.await();
            assertFalse(unrelated.await(Duration.ofMillis(200)), "whatever follows the stage may notify the tag");
            other.complete(null);
            assertTrue(stuck(runtime).getMessage().contains(unrelated + " waits for tag 7, which nobody notifies"));
            runtime.tags().notify(7);
            runtime.waitAll();
        }
    }

    @Test
    void shouldNotTakeTheEndOfAStuckTaskForWorkOutsideOfTheRuntime() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = runtime(laboratory, SHORT)) {
            Task waiting = task(runtime, "waiting").afterTags(7).submit();
            task(runtime, "behind").after(waiting.completion()).submit();
            task(runtime, "later")
                    .after(waiting.completion().thenApply(end -> end))
                    .submit();
            task(runtime, "last")
                    .after(waiting.completion().toCompletableFuture().thenRun(() -> {}))
                    .submit();
            assertTrue(stuck(runtime).getMessage().contains("waiting#1 waits for tag 7, which nobody notifies"));
            runtime.tags().notify(7);
            runtime.waitAll();
        }
    }

    @Test
    void shouldWaitInVirtualTimeForAStageThatAnotherThreadCompletes() throws InterruptedException {
        try (Laboratory laboratory = new Laboratory()) {
            laboratory.addDriver("timed", new TimedDriver(2));
            TaskRuntime runtime =
                    laboratory.factory.create(RuntimeConfiguration.defaults().withClock(new VirtualClock()));
            CompletableFuture<Void> stage = new CompletableFuture<>();
            Task first = task(runtime, "first").argument(1L).after(stage).submit();
            Thread waiting = Thread.currentThread();
            Thread program = Thread.startVirtualThread(() -> {
                Await.await(() -> waiting.getState() == Thread.State.TIMED_WAITING);
                stage.complete(null);
            });
            runtime.waitAll();
            assertEquals(TaskState.DONE, first.state());
            program.join();
        }
    }

    @Test
    void shouldSayWhichContextHasTheWorkersThatTheDefaultOneLacks() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = runtime(laboratory, SHORT)) {
            SchedulingContext greedy = runtime.createContext("greedy", "eager", worker -> true);
            Task stranded = task(runtime, "stranded").submit();
            String message = stuck(runtime).getMessage();
            assertTrue(
                    message.contains(stranded
                            + " waits for a worker: context 'default' has none, context 'greedy' has cpu-0, cpu-1"),
                    message);
            greedy.close();
            runtime.waitAll();
        }
    }

    @Test
    void shouldSayAfterSomePatienceThatNobodyNotifiesATag() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = runtime(laboratory, SHORT)) {
            Task waiting = task(runtime, "waiting").afterTags(7).submit();
            TasksStuckException stuck = stuck(runtime);
            assertEquals(
                    "the runtime's tasks will not end unless somebody does what they wait for: 1 is left;"
                            + " waiting#1 waits for tag 7, which nobody notifies. They stay submitted",
                    stuck.getMessage());
            assertEquals(
                    List.of("tag 7, which nobody notifies"),
                    stuck.waiting().getFirst().waitsFor());
            runtime.tags().join(7, 8, 9);
            Task carrier = task(runtime, "carrier").tag(8);
            String joined = stuck(runtime).getMessage();
            assertTrue(
                    joined.contains("tag 7, which joins tag 8 and tag 9")
                            || joined.contains("tag 7, which joins tag 9 and tag 8"),
                    joined);
            Task direct = task(runtime, "direct").afterTags(8).submit();
            String carried = stuck(runtime).getMessage();
            assertTrue(
                    carried.contains(direct + " waits for tag 8, which " + carrier + " (not submitted) carries"),
                    carried);
            carrier.submit();
            runtime.tags().notify(9);
            runtime.waitAll();
            waiting.await();
        }
    }

    @Test
    void shouldSayThatNoWorkerCanRunATaskAndThatAPredecessorWasNotSubmitted() {
        try (Laboratory laboratory = Laboratory.withWorkers(2)) {
            TaskRuntime runtime = runtime(laboratory, SHORT);
            Codelet elsewhere = Codelet.named("elsewhere")
                    .access()
                    .implementation(Architecture.CUDA, new Implementation() {})
                    .build();
            runtime.task(elsewhere).submit();
            Task promised = task(runtime, "promised");
            task(runtime, "behind").after(promised).submit();
            String message = stuck(runtime).getMessage();
            assertTrue(message.contains("elsewhere#1 waits for a worker that can execute it"), message);
            assertTrue(message.contains("behind#3 waits for promised#2 (not submitted)"), message);
        }
    }

    @Test
    void shouldHavePatienceWhileAnythingMovesOrMay() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = runtime(laboratory, Duration.ZERO)) {
            CountDownLatch go = new CountDownLatch(1);
            Codelet held =
                    Codelet.named("held").access().cpu(kernel -> go.await()).build();
            Task running = runtime.task(held).submit();
            task(runtime, "behind").after(running).submit();
            assertFalse(runtime.waitAll(Duration.ofMillis(200)), "a kernel runs");
            go.countDown();
            runtime.waitAll();
            laboratory.plugins.remove(laboratory.eager);
            task(runtime, "parked").submit();
            assertFalse(runtime.waitAll(Duration.ofMillis(200)), "a policy may come");
            laboratory.plugins.add(laboratory.eager);
            runtime.waitAll();
        }
    }

    @Test
    void shouldNeverTakeTasksOnTheirWayForStuckOnes() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(3);
                TaskRuntime runtime = runtime(laboratory, Duration.ofMillis(20))) {
            DataHandle token = runtime.data().token();
            for (int round = 0; round < 300; round++) {
                for (int index = 0; index < 40; index++) {
                    long tag = round * 40L + index;
                    task(runtime, "link")
                            .access(token, Access.R)
                            .tag(tag)
                            .afterTags(tag - 1)
                            .submit();
                }
                runtime.tags().notify(round * 40L - 1);
                runtime.waitAll();
            }
        }
    }

    @Test
    void shouldSayAtOnceInVirtualTimeThatTasksAreStuck() throws InterruptedException {
        try (Laboratory laboratory = new Laboratory()) {
            laboratory.addDriver("timed", new TimedDriver(2));
            TaskRuntime runtime = laboratory.factory.create(RuntimeConfiguration.defaults()
                    .withClock(new VirtualClock())
                    .withPatience(VERY_LONG));
            Task waiting = task(runtime, "waiting").argument(1L).afterTags(7).submit();
            assertFalse(runtime.waitAll(Duration.ofSeconds(1)));
            assertTrue(stuck(runtime).getMessage().contains("waiting#1 waits for tag 7, which nobody notifies"));
            DataHandle token = runtime.data().token();
            task(runtime, "first")
                    .argument(1L)
                    .access(token, Access.RW)
                    .afterTags(1)
                    .submit();
            task(runtime, "last").argument(1L).access(token, Access.RW).tag(1).submit();
            assertTrue(stuck(runtime).getMessage().contains("which last#3 carries; last#3 waits for first#2"));
            runtime.tags().notify(7);
            runtime.tags().notify(1);
            runtime.waitAll();
            waiting.await();
        }
    }
}
