package org.asterism.core.internal.observation;

import static org.asterism.core.internal.testing.Await.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.Kernel;
import org.asterism.api.MemoryNode;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.Worker;
import org.asterism.api.WorkerState;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.TransferKind;
import org.asterism.api.observation.RuntimeObserver;
import org.asterism.core.internal.testing.HandDevice;
import org.asterism.core.internal.testing.HandDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.core.internal.testing.NodesBench;
import org.asterism.kit.policy.CentralQueuePolicy;
import org.asterism.kit.policy.TaskFifo;
import org.asterism.kit.policy.TaskQueue;
import org.asterism.spi.driver.DeviceLostException;
import org.asterism.spi.policy.PolicyContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What observers are told of tasks, workers, data and contexts. */
@Timeout(60)
class RuntimeObserverTest {
    private static final Codelet WORK = Codelet.named("work").cpu(kernel -> {}).build();

    /** Notes every event as a line. */
    private static final class Notes implements RuntimeObserver {
        final List<String> lines = new CopyOnWriteArrayList<>();

        private void note(String event, Object about) {
            lines.add(event + " " + about);
        }

        @Override
        public void submitted(Task task) {
            note("submitted", task.codelet().name());
        }

        @Override
        public void ready(Task task) {
            note("ready", task.codelet().name());
        }

        @Override
        public void pushed(Task task) {
            note("pushed", task.codelet().name());
        }

        @Override
        public void decided(Task task, Worker worker, double start, double length, double transfer, double joules) {
            note("decided", worker.name() + " " + start + " " + length + " " + transfer + " " + joules);
        }

        @Override
        public void popped(Task task, Worker worker, String policy) {
            note("popped", worker.name() + " from " + policy);
        }

        @Override
        public void fetching(Task task, Worker worker) {
            note("fetching", worker.name());
        }

        @Override
        public void fetched(Task task, Worker worker) {
            note("fetched", worker.name());
        }

        @Override
        public void starting(Task task, Worker worker) {
            note("starting", task.state());
        }

        @Override
        public void launched(Task task, Worker worker, long time) {
            note("launched", time);
        }

        @Override
        public void executed(Task task, Worker worker, long begin, long end) {
            note("executed", begin + " to " + end);
        }

        @Override
        public void completed(Task task) {
            note("completed", task.state());
        }

        @Override
        public void callbackBegan(Task task) {
            note("callbackBegan", task.state());
        }

        @Override
        public void callbackEnded(Task task) {
            note("callbackEnded", task.state());
        }

        @Override
        public void transferBegan(DataHandle handle, MemoryNode from, MemoryNode to, long bytes, long begin) {
            note("transferBegan", from.name() + " to " + to.name() + ", " + bytes + " at " + begin);
        }

        @Override
        public void transferred(DataHandle handle, MemoryNode from, MemoryNode to, long bytes, long begin, long end) {
            note("transferred", from.name() + " to " + to.name() + ", " + bytes + ", " + begin + " to " + end);
        }

        @Override
        public void transferFailed(
                DataHandle handle, MemoryNode from, MemoryNode to, long bytes, long begin, long end) {
            note("transferFailed", from.name() + " to " + to.name() + ", " + bytes + ", " + begin + " to " + end);
        }

        @Override
        public void allocated(DataHandle handle, MemoryNode node, long bytes) {
            note("allocated", bytes + " on " + node.name());
        }

        @Override
        public void freed(DataHandle handle, MemoryNode node, long bytes, boolean evicted) {
            note("freed", bytes + " on " + node.name() + (evicted ? " for others" : ""));
        }

        @Override
        public void policyChanged(SchedulingContext context, Optional<String> before, Optional<String> now) {
            note("policyChanged", context.name() + " " + before.orElse("-") + " " + now.orElse("-"));
        }

        @Override
        public void joined(Worker worker, SchedulingContext context) {
            note("joined", context.name() + " " + worker.name());
        }

        @Override
        public void left(Worker worker, SchedulingContext context) {
            note("left", context.name() + " " + worker.name());
        }
    }

    /** Notes what workers do. */
    private static final class Sleep implements RuntimeObserver {
        final List<String> lines = new CopyOnWriteArrayList<>();

        @Override
        public void slept(Worker worker) {
            lines.add("slept");
        }

        @Override
        public void woke(Worker worker) {
            lines.add("woke");
        }

        @Override
        public void popped(Task task, Worker worker, String policy) {
            lines.add("popped");
        }
    }

    /** Reports a decision about each task that it is given. */
    private record DecidingQueue(PolicyContext context, TaskFifo tasks) implements TaskQueue {
        @Override
        public void add(Task task) {
            context.decided(task, context.workers().getFirst(), 1, 2, 3, Double.NaN);
            tasks.add(task);
        }

        @Override
        public Task takeFor(Worker worker) {
            return tasks.takeFor(worker);
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

    @Test
    void shouldReportEachStepOfATaskThatBringsItsDataInOrder() throws Exception {
        try (NodesBench bench = new NodesBench(2, Long.MAX_VALUE, false)) {
            DataHandle data = bench.bytes(64);
            Notes notes = new Notes();
            bench.runtime.observe(notes);
            bench.task(1, 5, kernel -> {}, Access.RW).data(data).submit().await();
            String worker = bench.runtime.workers().getLast().name();
            String node = bench.memory(1).name();
            assertEquals(
                    List.of(
                            "submitted task@1",
                            "ready task@1",
                            "pushed task@1",
                            "popped " + worker + " from placed",
                            "fetching " + worker,
                            "allocated 64 on " + node,
                            "transferBegan main to " + node + ", 64 at 0",
                            "transferred main to " + node + ", 64, 0 to 64",
                            "fetched " + worker,
                            "starting RUNNING",
                            "launched 64",
                            "executed 64 to 69",
                            "completed DONE"),
                    notes.lines);
        }
    }

    @Test
    void shouldReportTheEndOfCopiesThatFailAndOfThoseThatALostDeviceEnds() throws Exception {
        for (Exception failure :
                List.of(new IOException("the wire is cut"), new DeviceLostException("ram-1", "unplugged", null))) {
            try (NodesBench bench = new NodesBench(2, Long.MAX_VALUE, false)) {
                DataHandle data = bench.bytes(64);
                Notes notes = new Notes();
                bench.runtime.observe(notes);
                String node = bench.memory(1).name();
                bench.memory(1).failWith(failure);
                data.prefetch(1);
                bench.pass(100);
                bench.memory(1).failWith(null);
                assertTrue(notes.lines.contains("transferBegan main to " + node + ", 64 at 0"), notes.lines::toString);
                assertTrue(
                        notes.lines.contains("transferFailed main to " + node + ", 64, 0 to 0"), notes.lines::toString);
            }
        }
    }

    @Test
    void shouldReportACompletedTaskBeforeAThreadThatWaitsForItGoesOn() throws Exception {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            CountDownLatch returned = new CountDownLatch(1);
            AtomicBoolean isEarly = new AtomicBoolean();
            runtime.observe(new RuntimeObserver() {
                @Override
                public void completed(Task task) {
                    try {
                        isEarly.set(returned.await(200, TimeUnit.MILLISECONDS));
                    } catch (InterruptedException interrupted) {
                        Thread.currentThread().interrupt();
                    }
                }
            });
            runtime.task(Codelet.named("work").cpu(_ -> {}).build()).submitAndAwait();
            returned.countDown();
            runtime.waitAll();
            assertFalse(isEarly.get(), "the wait returned while the task was being reported");
        }
    }

    @Test
    void shouldReportCopiesThatHadToMakeRoom() throws Exception {
        try (NodesBench bench = new NodesBench(2, 64, false)) {
            DataHandle first = bench.bytes(64);
            DataHandle second = bench.bytes(64);
            Notes notes = new Notes();
            bench.runtime.observe(notes);
            bench.use(1, Access.R, first).await();
            bench.use(1, Access.R, second).await();
            second.close();
            String node = bench.memory(1).name();
            assertEquals(
                    List.of(
                            "allocated 64 on " + node,
                            "freed 64 on " + node + " for others",
                            "allocated 64 on " + node,
                            "freed 64 on " + node),
                    notes.lines.stream()
                            .filter(line -> line.startsWith("allocated") || line.startsWith("freed"))
                            .toList());
        }
    }

    @Test
    void shouldReportCallbacksAndHowATaskEnded() throws Exception {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            Notes notes = new Notes();
            runtime.observe(notes);
            Task failing = runtime.task(Codelet.named("fails")
                            .cpu(kernel -> {
                                throw new IllegalStateException("as it should");
                            })
                            .build())
                    .onCompletion(task -> {})
                    .submit();
            await(() -> notes.lines.contains("completed FAILED"));
            assertEquals(failing.state().name(), "FAILED");
            List<String> end = new ArrayList<>(notes.lines);
            end.removeIf(line -> !line.startsWith("callback") && !line.startsWith("completed"));
            assertEquals(List.of("callbackBegan FAILED", "callbackEnded FAILED", "completed FAILED"), end);
        }
    }

    @Test
    void shouldReportAllTasksAsCompletedWhenAWaitForThemReturns() throws Exception {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            AtomicInteger completed = new AtomicInteger();
            runtime.observe(new RuntimeObserver() {
                @Override
                public void completed(Task task) {
                    completed.incrementAndGet();
                }
            });
            for (int round = 1; round <= 20; round++) {
                for (int task = 0; task < 100; task++) {
                    runtime.task(WORK).submit();
                }
                runtime.waitAll();
                assertEquals(100 * round, completed.get());
            }
        }
    }

    @Test
    void shouldReportThatWorkersSleepAndGoOn() throws Exception {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            Sleep sleep = new Sleep();
            runtime.observe(sleep);
            runtime.task(WORK).submit().await();
            await(() -> sleep.lines.getLast().equals("slept"));
            int before = sleep.lines.size();
            runtime.task(WORK).submit().await();
            await(() -> sleep.lines.size() == before + 3);
            assertEquals(List.of("woke", "popped", "slept"), sleep.lines.subList(before, before + 3));
        }
    }

    @Test
    void shouldReportSwapsOfPoliciesAndWorkersThatMove() {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            Notes notes = new Notes();
            runtime.observe(notes);
            SchedulingContext context = runtime.context(SchedulingContext.DEFAULT);
            context.usePolicy("prio");
            Worker moved = runtime.workers().getFirst();
            context.removeWorkers(List.of(moved));
            context.addWorkers(List.of(moved));
            laboratory.plugins.remove(laboratory.prio);
            assertEquals(
                    List.of(
                            "policyChanged default eager prio",
                            "left default " + moved.name(),
                            "joined default " + moved.name(),
                            "policyChanged default prio eager"),
                    notes.lines);
        }
    }

    @Test
    void shouldReportThatAContextIsParked() {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            Notes notes = new Notes();
            runtime.observe(notes);
            laboratory.plugins.remove(laboratory.eager);
            assertEquals(List.of("policyChanged default eager -"), notes.lines);
        }
    }

    @Test
    void shouldReportAWorkerWhoseDeviceIsLost() {
        try (Laboratory laboratory = new Laboratory()) {
            HandDriver driver = new HandDriver();
            HandDevice device = driver.comes();
            laboratory.addDriver("hand", driver);
            TaskRuntime runtime = laboratory.runtime();
            String name = runtime.workers().getFirst().name();
            List<String> lost = new CopyOnWriteArrayList<>();
            runtime.observe(new RuntimeObserver() {
                @Override
                public void lost(Worker worker, Throwable cause) {
                    lost.add(worker.name() + ": " + cause.getMessage());
                }
            });
            runtime.task(Codelet.named("work")
                            .implementation(HandDevice.ARCHITECTURE, (Kernel) kernel -> {})
                            .build())
                    .submit();
            await(() -> device.underWay() == 1);
            device.lose("error 999");
            await(() -> !lost.isEmpty());
            assertEquals(1, lost.size());
            assertTrue(
                    lost.getFirst().startsWith(name + ": ") && lost.getFirst().contains("error 999"), lost::toString);
        }
    }

    @Test
    void shouldReportWhatAPolicyHasDecided() throws Exception {
        try (Laboratory laboratory = Laboratory.withWorkers(1)) {
            laboratory.addPolicy(
                    "deciding", context -> new CentralQueuePolicy(context, new DecidingQueue(context, new TaskFifo())));
            try (TaskRuntime runtime = laboratory.runtime()) {
                runtime.context(SchedulingContext.DEFAULT).usePolicy("deciding");
                Notes notes = new Notes();
                runtime.observe(notes);
                runtime.task(WORK).submit().await();
                String decision = "decided " + runtime.workers().getFirst().name() + " 1.0 2.0 3.0 NaN";
                assertTrue(notes.lines.contains(decision), notes.lines::toString);
            }
        }
    }

    @Test
    void shouldEndTheObservationOfAnObserverThatThrowsAndGoOn() throws Exception {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            AtomicInteger calls = new AtomicInteger();
            runtime.observe(new RuntimeObserver() {
                @Override
                public void popped(Task task, Worker worker, String policy) {
                    calls.incrementAndGet();
                    throw new AssertionError("as it should");
                }
            });
            Notes notes = new Notes();
            runtime.observe(notes);
            runtime.task(WORK).submit().await();
            runtime.task(WORK).submit().await();
            assertEquals(1, calls.get());
            assertEquals(
                    2, notes.lines.stream().filter("completed DONE"::equals).count());
        }
    }

    /** Keeps the thread that pushes a task until it is released, or the runtime closes. */
    private static final class Holding implements RuntimeObserver {
        private final CountDownLatch release = new CountDownLatch(1);
        private final AtomicBoolean holding = new AtomicBoolean();

        @Override
        public void pushed(Task task) {
            holding.set(true);
            try {
                release.await();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
            holding.set(false);
        }

        @Override
        public void closing() {
            release.countDown();
        }

        @Override
        public boolean isHolding() {
            return holding.get();
        }
    }

    @Test
    void shouldNotTakeTasksForStuckWhileAnObserverKeepsAThread() throws Exception {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.factory.create(
                        RuntimeConfiguration.defaults().withPatience(Duration.ofMillis(20)))) {
            Holding holding = new Holding();
            runtime.observe(holding);
            Task task = runtime.task(WORK);
            Thread.ofPlatform().daemon().start(task::submit);
            await(holding::isHolding);
            assertFalse(runtime.waitAll(Duration.ofMillis(300)));
            holding.release.countDown();
            runtime.waitAll();
            assertEquals(TaskState.DONE, task.state());
        }
    }

    @Test
    void shouldTellObserversThatTheRuntimeClosesBeforeItWaitsForTheLastTasks() {
        try (Laboratory laboratory = Laboratory.withWorkers(1)) {
            TaskRuntime runtime = laboratory.runtime();
            Holding holding = new Holding();
            runtime.observe(holding);
            Task task = runtime.task(WORK);
            Thread submitter = Thread.ofPlatform().daemon().start(task::submit);
            await(holding::isHolding);
            runtime.close();
            await(() -> !submitter.isAlive());
            assertTrue(task.state().isFinal());
        }
    }

    /** Gives a task only to a worker that has announced its sleep and looks for the last time. */
    private record LastLookQueue(TaskFifo tasks) implements TaskQueue {
        @Override
        public void add(Task task) {
            tasks.add(task);
        }

        @Override
        public Task takeFor(Worker worker) {
            return worker.state() == WorkerState.SLEEPING ? tasks.takeFor(worker) : null;
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

    @Test
    void shouldReportATakenTaskWhenTheWorkerDoesNotCountAsAsleepAnyMore() throws Exception {
        try (Laboratory laboratory = Laboratory.withWorkers(1)) {
            laboratory.addPolicy(
                    "last-look", context -> new CentralQueuePolicy(context, new LastLookQueue(new TaskFifo())));
            try (TaskRuntime runtime = laboratory.runtime()) {
                runtime.context(SchedulingContext.DEFAULT).usePolicy("last-look");
                List<WorkerState> states = new CopyOnWriteArrayList<>();
                runtime.observe(new RuntimeObserver() {
                    @Override
                    public void popped(Task task, Worker worker, String policy) {
                        states.add(worker.state());
                    }
                });
                runtime.task(WORK).submit().await();
                assertEquals(List.of(WorkerState.SCHEDULING), states);
            }
        }
    }

    @Test
    void shouldTellObserversThatComeLateThatTheRuntimeCloses() {
        Observers observers = new Observers();
        observers.closing();
        AtomicInteger told = new AtomicInteger();
        observers.add(new RuntimeObserver() {
            @Override
            public void closing() {
                told.incrementAndGet();
            }
        });
        assertEquals(1, told.get());
    }

    @Test
    void shouldReportNoEndOfACopyWhoseBeginNobodyObserved() throws Exception {
        try (NodesBench bench = new NodesBench(2, Long.MAX_VALUE, false)) {
            DataHandle data = bench.bytes(64);
            Notes notes = new Notes();
            bench.whenPushed = (task, worker) -> bench.placement().prefetch(task, worker, TransferKind.TASK_PREFETCH);
            bench.runtime.observe(new RuntimeObserver() {
                @Override
                public void popped(Task task, Worker worker, String policy) {
                    bench.runtime.observe(notes); // the copy is under way
                }
            });
            bench.use(1, Access.R, data).await();
            assertTrue(notes.lines.stream().noneMatch(line -> line.startsWith("transferred")), notes.lines::toString);
            assertTrue(notes.lines.contains("completed DONE"), notes.lines::toString);
        }
    }

    @Test
    void shouldWantOnlyTheEventsWhoseMethodsAreOverridden() {
        assertEquals(
                ObservedEvent.SLEPT.bit() | ObservedEvent.WOKE.bit() | ObservedEvent.POPPED.bit(),
                ObservedEvent.overriddenBy(Sleep.class));
        assertEquals(0, ObservedEvent.overriddenBy(RuntimeObserver.class));
        for (ObservedEvent event : ObservedEvent.values()) {
            assertEquals(1, Integer.bitCount(event.bit()), event::name);
        }
    }

    @Test
    void shouldKnowEveryMethodOfTheInterface() {
        List<String> methods = new ArrayList<>();
        for (var method : RuntimeObserver.class.getMethods()) {
            boolean isQuestion = method.getReturnType() != void.class;
            if (!isQuestion && !method.getName().equals("closing")) { // of which every observer is told
                methods.add(method.getName());
            }
        }
        assertEquals(ObservedEvent.values().length, methods.size(), methods::toString);
    }
}
