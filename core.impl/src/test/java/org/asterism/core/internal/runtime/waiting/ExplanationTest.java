package org.asterism.core.internal.runtime.waiting;

import static org.asterism.core.internal.testing.Await.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.ContextDescription;
import org.asterism.api.Explanation;
import org.asterism.api.Implementation;
import org.asterism.api.Kernel;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.WaitReason;
import org.asterism.api.Worker;
import org.asterism.api.WorkerState;
import org.asterism.api.data.DataHandle;
import org.asterism.core.internal.testing.HandDevice;
import org.asterism.core.internal.testing.HandDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.kit.policy.CentralQueuePolicy;
import org.asterism.kit.policy.TaskFifo;
import org.asterism.kit.policy.TaskQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The reasons that a runtime gives for tasks that have not ended and for workers without tasks. */
@Timeout(60)
class ExplanationTest {
    private static final Codelet NOTHING =
            Codelet.named("nothing").access().cpu(kernel -> {}).build();
    private static final Codelet FREE = Codelet.named("free").cpu(kernel -> {}).build();
    private static final Codelet ELSEWHERE = Codelet.named("elsewhere")
            .access()
            .implementation(Architecture.CUDA, new Implementation() {})
            .build();

    /** A queue that keeps its tasks until the test lets them go. */
    private static final class Hesitant implements TaskQueue {
        private final TaskFifo tasks = new TaskFifo();
        private volatile boolean handsOut;

        @Override
        public void add(Task task) {
            tasks.add(task);
        }

        @Override
        public Task takeFor(Worker worker) {
            return handsOut ? tasks.takeFor(worker) : null;
        }

        @Override
        public void takeAll(Consumer<? super Task> sink) {
            tasks.takeAll(sink);
        }

        @Override
        public long size() {
            return tasks.size();
        }
    }

    private final CountDownLatch go = new CountDownLatch(1);
    private final Laboratory laboratory = Laboratory.withWorkers(1);
    private final TaskRuntime runtime = laboratory.runtime();

    @AfterEach
    void close() {
        go.countDown();
        if (runtime.isPaused()) {
            runtime.resume();
        }
        runtime.close();
        laboratory.close();
    }

    /** A task that runs until the test ends. */
    private Task running() {
        Task task = runtime.task(
                        Codelet.named("long").access().cpu(kernel -> go.await()).build())
                .submit();
        await(() -> task.state() == TaskState.RUNNING);
        return task;
    }

    private Worker worker() {
        return runtime.workers().getFirst();
    }

    private void awaitSleep() {
        await(() -> worker().state() == WorkerState.SLEEPING);
    }

    private static Explanation only(Explanation explanation) {
        assertEquals(1, explanation.causes().size(), explanation::toString);
        return explanation.causes().getFirst();
    }

    @Test
    void shouldFollowPredecessorsDownToTheTaskThatRuns() {
        Task first = running();
        Task second = runtime.task(NOTHING).after(first).submit();
        Task third = runtime.task(NOTHING).after(second).submit();
        Explanation why = runtime.explain(third);
        assertEquals(WaitReason.TASKS, why.reason());
        assertEquals(second + " waits for a task", only(why).toString());
        assertEquals(
                new Explanation(first.toString(), WaitReason.RUNNING, "runs on " + worker().name()), only(only(why)));
    }

    @Test
    void shouldNameTheEndOfALongChain() {
        Task last = running();
        Task first = last;
        for (int number = 0; number < 500; number++) {
            last = runtime.task(NOTHING).after(last).submit();
        }
        Explanation end = runtime.explain(last);
        while (!end.causes().isEmpty()) {
            end = only(end);
        }
        assertEquals(WaitReason.RUNNING, end.reason());
        assertTrue(end.subject().endsWith("at the end " + first), end::subject);
    }

    @Test
    void shouldStayShortInADenseGraph() {
        Task[] before = {running()};
        for (int layer = 0; layer < 30; layer++) {
            Task[] next = new Task[5];
            for (int number = 0; number < next.length; number++) {
                next[number] = runtime.task(NOTHING).after(before).submit();
            }
            before = next;
        }
        Explanation why = runtime.explain(before[0]);
        assertTrue(lines(why) <= 60, () -> lines(why) + " lines");
        assertEquals(5, why.causes().size());
    }

    private static int lines(Explanation explanation) {
        return 1
                + explanation.causes().stream().mapToInt(ExplanationTest::lines).sum();
    }

    @Test
    void shouldNameTheTasksThatHaveTheirTurn() {
        DataHandle data = runtime.data().token().named("shared").arbitrated();
        Codelet user = Codelet.named("user")
                .access(Access.RW)
                .cpu(kernel -> go.await())
                .build();
        Task holder = runtime.task(user).data(data).sequentialConsistency(false).submit();
        await(() -> holder.state() == TaskState.RUNNING);
        Task waiting =
                runtime.task(user).data(data).sequentialConsistency(false).submit();
        Explanation why = runtime.explain(waiting);
        assertEquals(WaitReason.TURN, why.reason());
        assertTrue(why.text().startsWith("waits for its turn on shared, which " + holder), why::text);
        assertEquals(WaitReason.RUNNING, only(why).reason());
    }

    @Test
    void shouldNameTagsAndWhoNotifiesThem() {
        Task running = running();
        Task carrier = runtime.task(NOTHING).after(running).tag(7).submit();
        Task tagged = runtime.task(NOTHING).afterTags(7).submit();
        Task nobody = runtime.task(NOTHING).afterTags(8).submit();
        Explanation why = runtime.explain(tagged);
        assertEquals(WaitReason.TAG, why.reason());
        assertEquals("tag 7 is notified at the end of a task", only(why).toString());
        assertEquals(carrier.toString(), only(only(why)).subject());
        assertEquals(
                "tag 8 is notified by no submitted task",
                only(runtime.explain(nobody)).toString());
        nobody.cancel();
    }

    @Test
    void shouldNameStagesOfTheProgramAndTasksThatAreNotSubmitted() {
        CompletableFuture<String> stage = new CompletableFuture<>();
        Task outside = runtime.task(NOTHING).after(stage).submit();
        assertEquals(WaitReason.STAGES, runtime.explain(outside).reason());
        Task promised = runtime.task(NOTHING);
        Task behind = runtime.task(NOTHING).after(promised).submit();
        assertEquals(WaitReason.NOT_SUBMITTED, only(runtime.explain(behind)).reason());
        stage.complete("");
        promised.submit();
    }

    @Test
    void shouldShowTheCircleOfTasksThatWaitForEachOther() {
        DataHandle token = runtime.data().token();
        Task first = runtime.task(FREE).access(token, Access.RW).afterTags(1).submit();
        Task last = runtime.task(FREE).access(token, Access.RW).tag(1).submit();
        Explanation why = runtime.explain(first);
        Explanation circle = why.causes().getLast();
        assertEquals(WaitReason.CIRCLE, circle.reason(), why::toString);
        assertTrue(circle.text().contains(last + " waits for " + first), circle::text);
        runtime.tags().notify(1);
    }

    @Test
    void shouldSayThatWorkersAreBusyAndWhatTheyRun() {
        Task running = running();
        Explanation why = runtime.explain(runtime.task(NOTHING).submit());
        assertEquals(WaitReason.BUSY, why.reason());
        assertEquals(worker().name() + " runs " + running, only(why).toString());
        Explanation ofWorker = runtime.explain(worker());
        assertEquals(new Explanation(worker().name(), WaitReason.RUNNING, "runs " + running), ofWorker);
    }

    @Test
    void shouldSayThatAPolicyKeepsTasksAlthoughAWorkerIsFree() {
        Hesitant hesitant = new Hesitant();
        laboratory.addPolicy("hesitant", context -> new CentralQueuePolicy(context, hesitant));
        runtime.defaultContext().usePolicy("hesitant");
        Task kept = runtime.task(NOTHING).submit();
        awaitSleep();
        assertEquals(WaitReason.POLICY, runtime.explain(kept).reason());
        Explanation ofWorker = runtime.explain(worker());
        assertEquals(WaitReason.POLICY, ofWorker.reason());
        assertTrue(only(ofWorker).text().contains(kept.toString()), ofWorker::toString);
        hesitant.handsOut = true;
        runtime.defaultContext().usePolicy("eager");
    }

    @Test
    void shouldSayThatNoWorkerCanExecuteATask() {
        Task stranded = runtime.task(ELSEWHERE).submit();
        awaitSleep();
        assertEquals(WaitReason.UNABLE, runtime.explain(stranded).reason());
        Explanation ofWorker = runtime.explain(worker());
        assertEquals(WaitReason.UNABLE, ofWorker.reason());
        assertEquals(stranded.toString(), only(only(ofWorker)).subject());
    }

    @Test
    void shouldSayThatAContextHasNoWorkers() throws InterruptedException {
        SchedulingContext empty = runtime.createContext(ContextDescription.named("empty"));
        Task waiting = empty.task(NOTHING).submit();
        assertEquals(WaitReason.NO_WORKER, runtime.explain(waiting).reason());
        assertTrue(waiting.cancel());
        empty.addWorkers(runtime.workers());
        empty.close();
    }

    @Test
    void shouldSayThatATaskIsBoundToABusyWorker() {
        running();
        Task bound = runtime.task(NOTHING).on(worker()).submit();
        Explanation why = runtime.explain(bound);
        assertEquals(WaitReason.BOUND, why.reason());
        assertEquals("is ready and waits for its worker " + worker().name(), why.text());
    }

    @Test
    void shouldSayThatAContextIsParked() {
        awaitSleep();
        laboratory.plugins.remove(laboratory.prio);
        laboratory.plugins.remove(laboratory.eager);
        Task parked = runtime.task(NOTHING).submit();
        assertEquals(WaitReason.PARKED, runtime.explain(parked).reason());
        assertEquals(WaitReason.PARKED, runtime.explain(worker()).reason());
        laboratory.plugins.add(laboratory.eager);
    }

    @Test
    void shouldSayThatTheRuntimeIsPaused() {
        awaitSleep();
        runtime.pause();
        Task waiting = runtime.task(NOTHING).submit();
        assertEquals(WaitReason.PAUSED, runtime.explain(waiting).reason());
        awaitSleep();
        assertEquals(WaitReason.PAUSED, runtime.explain(worker()).reason());
    }

    @Test
    void shouldSayThatNothingWasSubmitted() {
        awaitSleep();
        Explanation why = runtime.explain(worker());
        assertEquals(WaitReason.NOTHING_SUBMITTED, why.reason());
        assertEquals("context 'default' has no unfinished tasks", only(why).toString());
    }

    @Test
    void shouldSayWhichTaskTheOthersWaitForWhenNothingIsReady() {
        awaitSleep();
        CompletableFuture<String> stage = new CompletableFuture<>();
        Task outside = runtime.task(NOTHING).after(stage).submit();
        Explanation why = runtime.explain(worker());
        assertEquals(WaitReason.NOTHING_READY, why.reason());
        assertEquals(outside.toString(), only(only(why)).subject());
        stage.complete("");
    }

    @Test
    void shouldSayThatAWorkerIsInNoContext() {
        awaitSleep();
        List<Worker> all = runtime.workers();
        runtime.defaultContext().removeWorkers(all);
        assertEquals(WaitReason.NO_CONTEXT, runtime.explain(worker()).reason());
        runtime.defaultContext().addWorkers(all);
    }

    @Test
    void shouldSayThatTheProgramDoesNotDriveAWorker() {
        try (TaskRuntime driven =
                laboratory.factory.create(RuntimeConfiguration.defaults().withLaunchedWorkers(false))) {
            Task task = driven.task(NOTHING).submit();
            assertEquals(WaitReason.NOT_DRIVEN, driven.explain(task).reason());
            assertEquals(
                    WaitReason.NOT_DRIVEN,
                    driven.explain(driven.workers().getFirst()).reason());
        }
    }

    @Test
    void shouldSayWhichDataATaskWaitsForAndWhereTheyComeFrom() {
        HandDriver driver = new HandDriver();
        HandDevice device = driver.comes();
        try (Laboratory devices = new Laboratory()) {
            devices.addDriver("hand", driver);
            TaskRuntime ofDevice = devices.runtime();
            device.endAllFromNowOn();
            device.memory().hold();
            DataHandle data = ofDevice.data().vector(new double[16]).named("input");
            Task task = ofDevice.task(Codelet.named("work")
                            .access(Access.R)
                            .implementation(HandDevice.ARCHITECTURE, (Kernel) kernel -> {})
                            .build())
                    .data(data)
                    .submit();
            await(() -> device.memory().copiesUnderWay() == 1);
            Explanation why = ofDevice.explain(task);
            String node = ofDevice.memoryNodes().getLast().name();
            assertEquals(WaitReason.DATA, why.reason());
            assertEquals("input is being copied from main to " + node, only(why).toString());
            Explanation ofWorker = ofDevice.explain(ofDevice.workers().getFirst());
            assertEquals(WaitReason.DATA, ofWorker.reason());
            assertEquals(why.causes(), ofWorker.causes());
            device.memory().release();
        }
    }

    @Test
    void shouldSayThatATaskHasEndedAndRefuseThoseOfOthers() throws InterruptedException {
        Task task = runtime.task(NOTHING).submit();
        task.await();
        assertEquals(WaitReason.ENDED, runtime.explain(task).reason());
        try (TaskRuntime other = laboratory.runtime()) {
            assertThrows(IllegalArgumentException.class, () -> other.explain(task));
            assertThrows(IllegalArgumentException.class, () -> other.explain(worker()));
        }
    }
}
