package org.asterism.core.internal.runtime;

import static org.asterism.core.internal.testing.Await.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.asterism.api.Access;
import org.asterism.api.Clock;
import org.asterism.api.Codelet;
import org.asterism.api.Kernel;
import org.asterism.api.MemoryNode;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.TasksFailedException;
import org.asterism.api.Worker;
import org.asterism.api.WorkerState;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.VectorLayout;
import org.asterism.api.data.VectorView;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.testing.HandDevice;
import org.asterism.core.internal.testing.HandDriver;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.core.internal.testing.TeamPolicy;
import org.asterism.testsupport.CapturedLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Kernels that do not return while something is closed: they are reported, given up, and may return late. */
@Timeout(60)
class HungKernelsTest {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final Duration STEP = Duration.ofSeconds(11);

    /** So often a thread that waits has read the clock when it has looked at what runs. */
    private static final long READS = 200;

    private static final long SLEEPS_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** So often it has read the clock when it has asked how long it has waited. */
    private static final long FEW_READS = 10;

    private final Laboratory laboratory = new Laboratory();
    private final CountDownLatch hang = new CountDownLatch(1);
    private final CountDownLatch begun = new CountDownLatch(1);
    private final SkippedTime clock = new SkippedTime();
    private final CapturedLog log =
            CapturedLog.of("org.asterism.core.internal.runtime.pool", "org.asterism.core.internal.runtime.waiting");

    /** The system's time, and what the test skips. */
    private static final class SkippedTime implements Clock {
        private final Clock system = Clock.system();
        private final AtomicLong skipped = new AtomicLong();
        private final AtomicLong reads = new AtomicLong();
        private volatile Thread counted;

        @Override
        public long nanoTime() {
            if (Thread.currentThread() == counted) {
                reads.incrementAndGet();
            }
            return system.nanoTime() + skipped.get();
        }

        void skip(Duration time) {
            skipped.addAndGet(time.toNanos());
        }
    }

    @AfterEach
    void close() {
        hang.countDown();
        laboratory.close();
        log.close();
    }

    private TaskRuntime runtime() {
        return laboratory.factory.create(
                RuntimeConfiguration.defaults().withClock(clock).withClosingTimeout(TIMEOUT));
    }

    private Codelet hanging(Access... modes) {
        return Codelet.named("hang")
                .access(modes)
                .cpu(kernel -> {
                    begun.countDown();
                    hang.await();
                    if (kernel.dataCount() > 0) {
                        kernel.view(0, VectorView.class).setLong(0, 13); // its memory must be there still
                    }
                })
                .build();
    }

    /** Skips time in steps until something that waits for the kernel has ended. */
    private void skipUntilEnded(Thread closing) {
        clock.counted = closing;
        awaitLook();
        await(() -> {
            long said = log.messages().size();
            clock.skip(STEP);
            await(() -> !closing.isAlive() || log.messages().size() > said);
            return !closing.isAlive();
        });
    }

    /** Waits until the waiting thread has seen the kernel, or the first report takes ten real seconds. */
    private void awaitLook() {
        long begin = System.nanoTime();
        await(() -> clock.reads.get() > READS
                // A thread that sleeps between its looks reads the clock with each of them.
                || clock.reads.get() > FEW_READS && System.nanoTime() - begin > SLEEPS_NANOS);
    }

    /** Skips time in steps, each when a thread that waits has looked at the clock since the last one. */
    private void skipUntil(Thread waiting, BooleanSupplier condition) {
        clock.counted = waiting;
        await(() -> {
            long reads = clock.reads.get();
            clock.skip(STEP);
            await(() -> condition.getAsBoolean() || clock.reads.get() > reads + FEW_READS);
            return condition.getAsBoolean();
        });
    }

    private void assertReportedAndGivenUp(String what, String worker) {
        assertTrue(log.messages().size() >= 10, () -> "reports every ten seconds: " + log.messages());
        assertTrue(
                log.messages().getFirst().startsWith(what + " waits for hang#")
                        && log.messages().getFirst().contains("worker " + worker)
                        && log.messages().getFirst().contains("given up after 120.0 s"),
                log.messages()::getFirst);
        assertTrue(log.messages().getLast().contains("it is given up"), log.messages()::getLast);
    }

    @Test
    void shouldGiveUpAKernelThatDoesNotReturnWhileTheRuntimeIsClosed() throws InterruptedException {
        laboratory.addDriver("cpu", new InlineDriver(1));
        TaskRuntime runtime = runtime();
        Worker worker = runtime.workers().getFirst();
        DataHandle data = runtime.data().vector(new long[8]);
        Task task = runtime.task(hanging(Access.RW)).data(data).submit();
        begun.await();
        Thread closing = Thread.ofPlatform().daemon().start(runtime::close);
        skipUntilEnded(closing);
        assertReportedAndGivenUp("closing the runtime", worker.name());
        assertEquals(TaskState.FAILED, task.state());
        assertEquals(WorkerState.STUCK, worker.state());
        hang.countDown();
        await(() -> worker.state() == WorkerState.STOPPED);
        assertEquals(TaskState.FAILED, task.state());
    }

    @Test
    void shouldGiveUpAKernelOfAContextThatIsClosedAndUseTheWorkerAgainWhenItReturns() throws InterruptedException {
        laboratory.addDriver("cpu", new InlineDriver(1));
        TaskRuntime runtime = runtime();
        Worker worker = runtime.workers().getFirst();
        SchedulingContext context = runtime.createContext("side", "eager", any -> true);
        DataHandle data = runtime.data().temporary(new VectorLayout(ElementType.LONG, 8));
        Task task = context.task(hanging(Access.W)).data(data).submit();
        begun.await();
        Thread closing = Thread.ofPlatform().daemon().start(context::close);
        skipUntilEnded(closing);
        assertReportedAndGivenUp("closing context 'side'", worker.name());
        String message = assertThrows(TaskFailedException.class, task::await).getMessage();
        assertTrue(message.contains("withClosingTimeout"), message);
        assertEquals(WorkerState.STUCK, worker.state());
        Codelet read = Codelet.named("read").access(Access.R).cpu(kernel -> {}).build();
        Task reader = runtime.task(read).data(data).submit();
        hang.countDown();
        assertThrows(TaskFailedException.class, reader::await);
        Codelet nothing = Codelet.named("nothing").cpu(kernel -> {}).build();
        assertEquals(TaskState.DONE, runtime.task(nothing).submitAndAwait().state());
        await(() -> worker.state() != WorkerState.STUCK);
    }

    @Test
    void shouldGiveUpTheKernelOfADriverThatIsRemoved() throws InterruptedException {
        DriverPlugin driver = laboratory.addDriver("cpu", InlineDriver.withMemory(1));
        TaskRuntime runtime = runtime();
        Worker worker = runtime.workers().getFirst();
        DataHandle data = runtime.data().vector(new long[8]);
        Task task = runtime.task(hanging(Access.RW)).data(data).submit();
        begun.await();
        Thread removing = Thread.ofPlatform().daemon().start(() -> laboratory.plugins.remove(driver));
        skipUntilEnded(removing);
        assertReportedAndGivenUp("the end of workers", worker.name());
        assertThrows(TaskFailedException.class, task::await);
        assertEquals(List.of(), runtime.workers());
        hang.countDown();
        await(() -> worker.state() == WorkerState.STOPPED);
    }

    @Test
    void shouldGiveUpAKernelThatGoesOnByItself() throws InterruptedException {
        HandDriver driver = new HandDriver();
        HandDevice device = driver.withPipeline(1).comes();
        laboratory.addDriver("hand", driver);
        TaskRuntime runtime = runtime();
        Worker worker = runtime.workers().getFirst();
        DataHandle data = runtime.data().vector(new long[8]);
        Task task = runtime.task(Codelet.named("hang")
                        .access(Access.RW)
                        .implementation(HandDevice.ARCHITECTURE, (Kernel) kernel -> {})
                        .build())
                .data(data)
                .submit();
        await(() -> device.underWay() == 1);
        Thread closing = Thread.ofPlatform().daemon().start(runtime::close);
        skipUntilEnded(closing);
        assertReportedAndGivenUp("closing the runtime", worker.name());
        assertEquals(TaskState.FAILED, task.state());
        device.endAll();
        await(() -> worker.state() == WorkerState.STOPPED);
    }

    /** Has something closed by another thread, and skips time until that has come to its end. */
    private void closeInVain(Runnable closing) {
        skipUntilEnded(Thread.ofPlatform().daemon().start(closing));
    }

    private void assertEndedOnce(TaskRuntime runtime, Task task, AtomicInteger runs) throws InterruptedException {
        laboratory.addDriver("spare", new InlineDriver(1)); // which would run it a second time
        Codelet nothing = Codelet.named("nothing").cpu(kernel -> {}).build();
        assertThrows(TaskFailedException.class, task::await);
        runtime.task(nothing).submitAndAwait();
        assertThrows(TasksFailedException.class, () -> runtime.waitAll(Duration.ofSeconds(20)), "all have ended, once");
        assertEquals(TaskState.FAILED, task.state());
        assertEquals(1, runs.get());
    }

    @Test
    void shouldNotTryATaskAgainThatWasGivenUp() throws InterruptedException {
        DriverPlugin driver = laboratory.addDriver("cpu", new InlineDriver(1));
        TaskRuntime runtime = runtime();
        Worker worker = runtime.workers().getFirst();
        AtomicInteger runs = new AtomicInteger();
        Task task = runtime.task(Codelet.named("hang")
                        .attempts(2)
                        .cpu(kernel -> {
                            runs.incrementAndGet();
                            begun.countDown();
                            hang.await();
                            throw new IllegalStateException("late");
                        })
                        .build())
                .submit();
        begun.await();
        closeInVain(() -> laboratory.plugins.remove(driver));
        hang.countDown();
        await(() -> worker.state() == WorkerState.STOPPED);
        assertEndedOnce(runtime, task, runs);
    }

    @Test
    void shouldGiveUpAllKernelsOfAWorkerThatHasSeveralUnderWay() throws InterruptedException {
        HandDriver driver = new HandDriver();
        HandDevice device = driver.withPipeline(2).comes();
        laboratory.addDriver("hand", driver);
        TaskRuntime runtime = runtime();
        Worker worker = runtime.workers().getFirst();
        SchedulingContext context = runtime.createContext("side", "eager", any -> true);
        Codelet codelet = Codelet.named("hang")
                .implementation(HandDevice.ARCHITECTURE, (Kernel) kernel -> {})
                .build();
        Task first = context.task(codelet).submit();
        Task second = context.task(codelet).submit();
        await(() -> device.underWay() == 2);
        closeInVain(context::close);
        assertEquals(TaskState.FAILED, first.state());
        assertEquals(TaskState.FAILED, second.state());
        assertEquals(WorkerState.STUCK, worker.state());
        device.endNext(0);
        await(() -> worker.executedTasks() == 0 && device.underWay() == 1);
        assertEquals(WorkerState.STUCK, worker.state(), "the second is hung still");
        device.endAllFromNowOn();
        await(() -> worker.state() != WorkerState.STUCK);
        assertEquals(TaskState.DONE, runtime.task(codelet).submitAndAwait().state());
        assertEquals(1, worker.executedTasks(), "those that returned late do not count");
    }

    @Test
    void shouldFailATaskThatHasNotBegunBehindAHungKernel() throws InterruptedException {
        HandDriver driver = new HandDriver();
        HandDevice device = driver.withPipeline(2).comes();
        laboratory.addDriver("hand", driver);
        TaskRuntime runtime = runtime();
        Worker worker = runtime.workers().getFirst();
        SchedulingContext context = runtime.createContext("side", "eager", any -> true);
        Codelet codelet = Codelet.named("hang")
                .access(Access.RW)
                .implementation(HandDevice.ARCHITECTURE, (Kernel) kernel -> {})
                .build();
        DataHandle data = runtime.data().vector(new long[8]);
        Task first =
                context.task(codelet).data(runtime.data().vector(new long[8])).submit();
        await(() -> device.underWay() == 1);
        Task second = context.task(codelet)
                .data(data)
                .onStart(any -> {
                    begun.countDown();
                    awaitHang(); // the worker's thread does not come back to either
                })
                .submit();
        begun.await();
        assertEquals(TaskState.SCHEDULED, second.state());
        closeInVain(context::close);
        assertEquals(TaskState.FAILED, first.state());
        assertThrows(TaskFailedException.class, second::await);
        assertEquals(WorkerState.STUCK, worker.state());
        hang.countDown();
        device.endAllFromNowOn();
        Codelet overwriting = Codelet.named("write")
                .access(Access.W)
                .implementation(HandDevice.ARCHITECTURE, (Kernel) kernel -> {})
                .build();
        assertEquals(
                TaskState.DONE,
                runtime.task(overwriting).data(data).submitAndAwait().state());
        assertEquals(1, worker.executedTasks(), "those that were given up do not count");
    }

    @Test
    void shouldNotWaitForEverForDataThatDoNotComeHomeWhenTheRuntimeIsClosed() throws InterruptedException {
        HandDriver driver = new HandDriver();
        HandDevice hung = driver.comes();
        HandDevice slow = driver.comes();
        laboratory.addDriver("hand", driver);
        TaskRuntime runtime = runtime();
        DataHandle lost = writtenOn(hung, runtime);
        DataHandle late = writtenOn(slow, runtime);
        hung.memory().hold();
        slow.memory().hold();
        Thread closing = Thread.ofPlatform().daemon().start(runtime::close);
        skipUntil(
                closing,
                () -> hung.memory().copiesUnderWay() == 1 && slow.memory().copiesUnderWay() == 1);
        slow.memory().release();
        skipUntil(closing, lost::isCorrupt);
        await(() -> {
            clock.skip(STEP);
            return !closing.isAlive();
        });
        String first = log.messages().getFirst();
        assertTrue(first.startsWith("closing the runtime waits for the copies of "), first);
        assertTrue(lost.isCorrupt());
        assertFalse(late.isCorrupt(), "others come home meanwhile");
        assertFalse(hung.memory().isClosed());
        hung.memory().release();
    }

    private DataHandle writtenOn(HandDevice device, TaskRuntime runtime) throws InterruptedException {
        device.endAllFromNowOn();
        DataHandle data = runtime.data().vector(new long[8]);
        Worker worker = runtime.workers().stream()
                .filter(any -> any.name().equals(device.name()))
                .findFirst()
                .orElseThrow();
        runtime.task(Codelet.named("write")
                        .access(Access.W)
                        .implementation(HandDevice.ARCHITECTURE, (Kernel) kernel -> {})
                        .build())
                .data(data)
                .on(worker)
                .submitAndAwait();
        return data;
    }

    @Test
    void shouldGiveUpATaskWhoseDataDoNotArrive() throws InterruptedException {
        HandDriver driver = new HandDriver();
        HandDevice device = driver.comes();
        laboratory.addDriver("hand", driver);
        TaskRuntime runtime = runtime();
        SchedulingContext context = runtime.createContext("side", "eager", any -> true);
        device.memory().hold();
        Codelet codelet = Codelet.named("hang")
                .access(Access.RW)
                .implementation(HandDevice.ARCHITECTURE, (Kernel) kernel -> {})
                .build();
        Task task =
                context.task(codelet).data(runtime.data().vector(new long[8])).submit();
        await(() -> device.memory().copiesUnderWay() == 1);
        closeInVain(context::close);
        assertTrue(log.messages().getFirst().contains("ACQUIRING"), log.messages()::getFirst);
        String message = assertThrows(TaskFailedException.class, task::await).getMessage();
        assertTrue(message.contains("withClosingTimeout"), message);
        device.memory().release();
        device.endAllFromNowOn();
        assertEquals(
                TaskState.DONE,
                runtime.task(codelet)
                        .data(runtime.data().vector(new long[8]))
                        .submitAndAwait()
                        .state());
    }

    @Test
    void shouldNotWaitForEverForDataThatAreBroughtForTheProgram() throws InterruptedException {
        HandDriver driver = new HandDriver();
        HandDevice device = driver.comes();
        laboratory.addDriver("hand", driver);
        TaskRuntime runtime = runtime();
        device.endAllFromNowOn();
        DataHandle data = runtime.data().vector(new long[8]);
        runtime.task(Codelet.named("write")
                        .access(Access.W)
                        .implementation(HandDevice.ARCHITECTURE, (Kernel) kernel -> {})
                        .build())
                .data(data)
                .submitAndAwait();
        device.memory().hold();
        data.acquireAsync(Access.R, MemoryNode.MAIN);
        await(() -> device.memory().copiesUnderWay() == 1);
        Thread closing = Thread.ofPlatform().daemon().start(runtime::close);
        await(() -> {
            clock.skip(STEP);
            return log.messages().stream().anyMatch(text -> text.contains("goes on without it"));
        });
        String first = log.messages().getFirst();
        assertTrue(first.startsWith("closing the runtime waits for [acquisition of "), first);
        device.memory().release();
        closing.join();
    }

    @Test
    void shouldNotWaitForEverForDataThatDoNotComeHomeFromTheMemoryOfADriver() throws InterruptedException {
        HandDriver hand = new HandDriver();
        HandDevice device = hand.comes();
        DriverPlugin driver = laboratory.addDriver("hand", hand);
        TaskRuntime runtime = runtime();
        device.endAllFromNowOn();
        runtime.task(Codelet.named("write")
                        .access(Access.W)
                        .implementation(HandDevice.ARCHITECTURE, (Kernel) kernel -> {})
                        .build())
                .data(runtime.data().vector(new long[8]))
                .submitAndAwait();
        device.memory().hold();
        Thread removing = Thread.ofPlatform().daemon().start(() -> laboratory.plugins.remove(driver));
        await(() -> {
            clock.skip(STEP);
            return !removing.isAlive();
        });
        assertTrue(log.messages().getLast().contains("they may still use it"), log.messages()::getLast);
        assertFalse(device.memory().isClosed());
        device.memory().release();
    }

    @Test
    void shouldReportACallbackThatDoesNotReturn() throws InterruptedException {
        laboratory.addDriver("cpu", new InlineDriver(1));
        TaskRuntime runtime = runtime();
        Worker worker = runtime.workers().getFirst();
        runtime.task(Codelet.named("hang").cpu(kernel -> {}).build())
                .onCompletion(any -> {
                    begun.countDown();
                    awaitHang();
                })
                .submit();
        begun.await();
        closeInVain(runtime::close);
        assertTrue(log.messages().getLast().contains("cannot be given up"), log.messages()::getLast);
        assertEquals(WorkerState.STUCK, worker.state());
        hang.countDown();
        await(() -> worker.state() == WorkerState.STOPPED);
    }

    @Test
    void shouldKeepTheMemoryThatAHungMemberOfATeamMayUse() throws InterruptedException {
        HandDriver driver = new HandDriver();
        HandDevice device = driver.withUnits(2).withPipeline(1).comes().withCores();
        laboratory.addDriver("hand", driver);
        laboratory.addPolicy("teams", TeamPolicy::new);
        TaskRuntime runtime = laboratory.factory.create(RuntimeConfiguration.defaults()
                .withPolicy("teams")
                .withClock(clock)
                .withClosingTimeout(TIMEOUT));
        List<Worker> members = runtime.workers().subList(0, 2);
        runtime.defaultContext().combine(members);
        Task task = runtime.task(Codelet.named("hang")
                        .access(Access.RW)
                        .cpu(kernel -> {})
                        .spmd()
                        .build())
                .data(runtime.data().vector(new long[8]))
                .submit();
        await(() -> device.underWay() == 2);
        long used = device.memory().used();
        closeInVain(runtime::close);
        assertEquals(TaskState.FAILED, task.state());
        members.forEach(member -> assertEquals(WorkerState.STUCK, member.state()));
        assertEquals(used, device.memory().used(), "what the kernels may write to is not given back");
        assertFalse(device.memory().isClosed());
        device.endAll();
        members.forEach(member -> await(() -> member.state() == WorkerState.STOPPED));
    }

    /**
     * Gives up a task whose team is called together, and has the team come together before that thread is done with it.
     * Returns which callbacks were called.
     */
    private List<String> callbacksOfATaskWhoseTeamIsLate(TaskRuntime runtime, DataHandle... data)
            throws InterruptedException {
        laboratory.addPolicy("teams", TeamPolicy::new);
        SchedulingContext context = runtime.createContext("side", "teams", any -> true);
        List<Worker> members = context.workers();
        context.combine(members);
        context.task(hanging()).on(members.getLast()).submit();
        begun.await();
        AtomicReference<Task> behind = new AtomicReference<>();
        List<String> callbacks = new CopyOnWriteArrayList<>();
        Access[] modes = new Access[data.length];
        Arrays.fill(modes, Access.RW);
        Task task = context.task(Codelet.named("together")
                        .access(modes)
                        .cpu(kernel -> callbacks.add("kernel"))
                        .spmd()
                        .build())
                .data(data)
                .onStart(any -> callbacks.add("start"))
                .onCompletion(any -> {
                    callbacks.add("completion");
                    hang.countDown();
                    if (callbacks.size() == 1) {
                        await(() -> behind.get().state() == TaskState.DONE);
                    }
                })
                .submit();
        await(() -> task.state() == TaskState.SCHEDULED);
        behind.set(context.task(Codelet.named("behind").cpu(kernel -> {}).build())
                .on(members.getFirst()) // which leads the team, and runs this when it has left it
                .submit());
        closeInVain(context::close);
        assertEquals(TaskState.FAILED, task.state());
        return callbacks;
    }

    @Test
    void shouldNotBeginATaskThatWasGivenUpWhileItsTeamWasCalledTogether() throws InterruptedException {
        laboratory.addDriver("cpu", new InlineDriver(2));
        TaskRuntime runtime = runtime();
        assertEquals(List.of("completion"), callbacksOfATaskWhoseTeamIsLate(runtime));
    }

    /** Its data are corrupt already, which would be a reason for the leader to end it. */
    @Test
    void shouldEndATaskOnceThatWasGivenUpWhileItsTeamWasCalledTogether() throws InterruptedException {
        laboratory.addDriver("cpu", new InlineDriver(2));
        TaskRuntime runtime = runtime();
        DataHandle data = runtime.data().vector(new long[8]);
        assertEquals(List.of("completion"), callbacksOfATaskWhoseTeamIsLate(runtime, data));
    }

    private void awaitHang() {
        try {
            hang.await();
        } catch (InterruptedException ended) {
            throw new IllegalStateException(ended);
        }
    }
}
