package org.asterism.core.internal.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Kernel;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Simulation;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.api.observation.RuntimeObserver;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.core.internal.testing.NodesDriver;
import org.asterism.core.internal.testing.TimedDriver;
import org.asterism.core.internal.worker.CurrentWorker;
import org.asterism.policy.eager.internal.EagerPolicyFactory;
import org.asterism.spi.driver.Driver;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What handing tasks about takes in a simulated runtime; kernels take 100 ns or what their argument says. */
@Timeout(30)
class SimulatedCostsTest {
    private static final Codelet WORK =
            Codelet.named("work").access().cpu(kernel -> {}).build();
    private static final Codelet WRITE =
            Codelet.named("write").access(Access.W).cpu(kernel -> {}).build();
    private static final Codelet READ =
            Codelet.named("read").access(Access.R).cpu(kernel -> {}).build();
    private static final Codelet READ_TWO = Codelet.named("read two")
            .access(Access.R, Access.R)
            .cpu(kernel -> {})
            .build();
    private static final Codelet ANYWHERE = Codelet.named("anywhere")
            .access()
            .cpu(kernel -> {})
            .implementation(Architecture.CUDA, (Kernel) kernel -> {})
            .build();

    private final Laboratory laboratory = new Laboratory();
    private final List<String> pushes = new ArrayList<>();
    private TaskRuntime simulated;

    @AfterEach
    void close() {
        laboratory.close();
    }

    /** Makes a runtime in which what is not told costs nothing, such as {@code submit=1}, in microseconds. */
    private TaskRuntime runtime(Driver driver, String... costs) {
        Map<String, String> properties =
                new HashMap<>(Map.of("cost.submit", "0", "cost.push", "0", "cost.fetch", "0", "cost.turn", "0"));
        for (String cost : costs) {
            String[] parts = cost.split("=");
            properties.put("cost." + parts[0], parts[1]);
        }
        return runtime(driver, properties);
    }

    private TaskRuntime runtime(Driver driver, Map<String, String> properties) {
        laboratory.addDriver("sim", driver);
        laboratory.addPolicy("noting", this::noting);
        simulated = laboratory.factory.create(RuntimeConfiguration.defaults()
                .withPolicy("noting")
                .withSimulation(new Simulation("sim", properties, false)));
        return simulated;
    }

    /** Takes note of when and as whom tasks are pushed. */
    private SchedulingPolicy noting(PolicyContext context) {
        SchedulingPolicy eager = new EagerPolicyFactory().create(context);
        return new SchedulingPolicy() {
            @Override
            public void addWorkers(List<Worker> workers) {
                eager.addWorkers(workers);
            }

            @Override
            public void removeWorkers(List<Worker> workers) {
                eager.removeWorkers(workers);
            }

            @Override
            public void push(Task task) {
                Worker current = CurrentWorker.of(((CoreRuntime) simulated).core(), true);
                pushes.add((current == null ? "program" : current.name()) + " at "
                        + context.clock().nanoTime());
                eager.push(task);
            }

            @Override
            public Task pop(Worker worker) {
                return eager.pop(worker);
            }

            @Override
            public void drain(Consumer<? super Task> sink) {
                eager.drain(sink);
            }
        };
    }

    private static long now(TaskRuntime runtime) {
        return runtime.clock().nanoTime();
    }

    @Test
    void shouldTakeNoTimeWhenEverythingIsFree() throws InterruptedException {
        TaskRuntime runtime = runtime(new TimedDriver(1));
        DataHandle token = runtime.data().token();
        runtime.task(WRITE).data(token).submit();
        runtime.task(READ).data(token).submit();
        runtime.task(WORK).submit();
        assertEquals(0, now(runtime));
        runtime.waitAll();
        assertEquals(300, now(runtime));
    }

    @Test
    void shouldTakeTheProgramsTimeForEachSubmission() throws InterruptedException {
        TaskRuntime runtime = runtime(new TimedDriver(1), "submit=1.5");
        for (int task = 1; task <= 3; task++) {
            runtime.task(WORK).submit();
            assertEquals(1500 * task, now(runtime));
        }
        runtime.waitAll();
        // The last one ran while its submission came to its end.
        assertEquals(4500, now(runtime));
    }

    @Test
    void shouldPushWhenTheTimeOfThePushIsOver() throws InterruptedException {
        TaskRuntime runtime = runtime(new TimedDriver(1), "push=2");
        runtime.task(WORK).submit();
        runtime.task(WORK).submit();
        runtime.waitAll();
        assertEquals(List.of("program at 2000", "program at 4000"), pushes);
        assertEquals(4100, now(runtime));
    }

    @Test
    void shouldPushOneTaskAfterTheOtherAsTheWorkerThatMadeThemReady() throws InterruptedException {
        TaskRuntime runtime = runtime(new TimedDriver(1), "push=1");
        DataHandle token = runtime.data().token();
        runtime.task(WRITE).data(token).argument(10_000L).submit();
        for (int task = 0; task < 3; task++) {
            runtime.task(READ).data(token).submit();
        }
        runtime.waitAll();
        assertEquals(List.of("program at 1000", "timed-0 at 12000", "timed-0 at 13000", "timed-0 at 14000"), pushes);
        // The worker begins its next task when it has pushed all of them.
        assertEquals(14_300, now(runtime));
    }

    @Test
    void shouldTakeTheWorkersTimeForEachOfATasksData() throws InterruptedException {
        TaskRuntime runtime = runtime(new TimedDriver(1), "fetch=3");
        DataHandle one = runtime.data().vector(new double[1]);
        DataHandle other = runtime.data().vector(new double[1]);
        runtime.task(READ_TWO).data(one, other).submit();
        runtime.waitAll();
        assertEquals(6100, now(runtime));
        runtime.task(READ).data(one).submit();
        runtime.waitAll();
        assertEquals(9200, now(runtime));
        runtime.task(WORK).submit();
        runtime.waitAll();
        assertEquals(9300, now(runtime));
    }

    @Test
    void shouldTakeTheTimeOfALookAroundBetweenTasks() throws InterruptedException {
        TaskRuntime runtime = runtime(new TimedDriver(1), "turn=1");
        runtime.task(WORK).submit();
        runtime.task(WORK).submit();
        runtime.waitAll();
        // The first look of a worker is free.
        assertEquals(100 + 1000 + 100, now(runtime));
    }

    @Test
    void shouldTakeTheTimeOfALookAroundBeforeAWokenWorkerPops() {
        TaskRuntime runtime = runtime(new TimedDriver(1), "submit=3", "turn=1");
        List<Long> begins = new ArrayList<>();
        Codelet noting = Codelet.named("noting")
                .access()
                .cpu(kernel -> begins.add(now(runtime)))
                .build();
        runtime.task(noting).submit();
        runtime.task(noting).submit();
        // Asleep since 1.1 us, woken by the push at 3 us.
        assertEquals(List.of(0L, 4000L), begins);
    }

    @Test
    void shouldTakeADevicesWorkerTwiceAsLongToLookAround() throws InterruptedException {
        TaskRuntime runtime = runtime(new NodesDriver(2, 2, 1 << 20, 1, false).withDevices(), "turn=1");
        Worker device = runtime.workers().getLast();
        runtime.task(ANYWHERE).on(device).argument(100L).submit();
        runtime.task(ANYWHERE).on(device).argument(100L).submit();
        runtime.waitAll();
        assertEquals(100 + 2000 + 100, now(runtime));
    }

    /** A core that ends a task begins its look when it has pushed what it has released. */
    @Test
    void shouldLetADeviceLookBeforeTheCoreThatHasWokenItAndHadMoreToPush() throws InterruptedException {
        TaskRuntime runtime = runtime(new NodesDriver(2, 2, 1 << 20, 1, false).withDevices(), "push=1", "turn=1");
        Worker core = runtime.workers().getFirst();
        Worker device = runtime.workers().getLast();
        List<String> takers = new ArrayList<>();
        Task first = runtime.task(WORK).on(core).argument(10_000L);
        List<Task> next = new ArrayList<>();
        for (int task = 0; task < 2; task++) {
            next.add(runtime.task(ANYWHERE).after(first).argument(100_000L));
        }
        runtime.observe(new RuntimeObserver() {
            @Override
            public void popped(Task task, Worker worker, String policy) {
                if (next.contains(task)) {
                    takers.add(worker.name() + " takes number " + next.indexOf(task));
                }
            }
        });
        next.forEach(Task::submit);
        first.submit();
        runtime.waitAll();
        // Both looks end 3 us after the kernel: the device's, of 2 us, began when the first task was pushed.
        assertEquals(List.of(device.name() + " takes number 0", core.name() + " takes number 1"), takers);
    }

    @Test
    void shouldTakeTheProgramsTimeForWorkOfTheCore() throws InterruptedException {
        TaskRuntime runtime = runtime(new TimedDriver(1), "submit=1", "push=2");
        DataHandle data = runtime.data().vector(new double[1]);
        data.acquire(Access.R).close();
        runtime.task(WORK).submit();
        // What the core did counts as a task that is pushed, and one that is submitted and pushed: 5 us.
        assertEquals(List.of("program at 7000"), pushes);
        assertEquals(8000, now(runtime));
    }

    @Test
    void shouldTakeAMicrosecondForEachThatNobodySpeaksOf() throws InterruptedException {
        TaskRuntime runtime = runtime(new TimedDriver(1), Map.of());
        DataHandle data = runtime.data().vector(new double[1]);
        runtime.task(READ).data(data).argument(10_000L).submit();
        assertEquals(List.of("program at 1000"), pushes);
        assertEquals(2000, now(runtime));
        runtime.waitAll();
        // Pushed, woken, fetched and run.
        assertEquals(1000 + 1000 + 1000 + 10_000, now(runtime));
    }

    @Test
    void shouldBelieveTheMachineUnlessToldOtherwise() {
        Map<String, Object> said =
                Map.of("sim.cost.submit.nanos", 7L, "sim.cost.push.nanos", 30L, "sim.cost.turn.nanos", 0L);
        TaskRuntime runtime = runtime(new TimedDriver(1, index -> said), Map.of("cost.submit", "0.5"));
        runtime.task(WORK).submit();
        assertEquals(List.of("program at 30"), pushes);
        assertEquals(530, now(runtime));
    }

    @ParameterizedTest
    @ValueSource(strings = {"submit", "push", "fetch", "turn"})
    void shouldRefuseCostsThatAreNone(String cost) {
        laboratory.addDriver("sim", new TimedDriver(1));
        for (String bad : List.of("-1", "much", "NaN", "2e9", "")) {
            RuntimeConfiguration configuration = RuntimeConfiguration.defaults()
                    .withSimulation(new Simulation("sim", Map.of("cost." + cost, bad), false));
            String message = assertThrows(
                            IllegalArgumentException.class, () -> laboratory.factory.create(configuration))
                    .getMessage();
            assertTrue(
                    message.contains("cost." + cost + " is '" + bad + "'") && message.contains("from 0 to 1e9"),
                    message);
        }
    }
}
