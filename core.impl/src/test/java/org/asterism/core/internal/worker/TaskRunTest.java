package org.asterism.core.internal.worker;

import static org.asterism.core.internal.testing.Await.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.Kernel;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Simulation;
import org.asterism.api.Task;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.testing.DescribedDriver;
import org.asterism.core.internal.testing.HandDevice;
import org.asterism.core.internal.testing.HandDriver;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.core.internal.testing.TeamPolicy;
import org.asterism.spi.driver.DeviceLostException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What may happen to a task from elsewhere, in each state in which its worker waits; the test steps the worker. */
@Timeout(30)
class TaskRunTest {
    /** A state in which a run waits, and how a task comes there. */
    private enum Scene {
        CLAIMING(RunState.CLAIMING) {
            @Override
            void begin(TaskRunTest test) {
                test.device.memory().hold();
                test.submit(anywhere(Access.RW));
            }
        },
        CLAIMING_ROOM(RunState.CLAIMING) {
            @Override
            void begin(TaskRunTest test) {
                test.runs(anywhere(Access.W));
                test.device.endNext(0);
                test.stepUntil(() -> test.engine.underWay().states().isEmpty());
                test.device.memory().hold(); // what the first task has written has to be brought home
                test.submit(anywhere(Access.RW));
            }

            @Override
            HandDriver driver() {
                return new HandDriver().withCapacity(256);
            }
        },
        CLAIMING_BEHIND_ANOTHER(RunState.LAUNCHED, RunState.CLAIMING) {
            @Override
            void begin(TaskRunTest test) {
                test.runs(anywhere(Access.W));
                test.device.memory().hold();
                test.submit(anywhere(Access.RW));
            }
        },
        AWAITING_TURN(RunState.LAUNCHED, RunState.AWAITING_TURN) {
            @Override
            void begin(TaskRunTest test) {
                test.runs(anywhere(Access.W));
                test.device.keptBusyBy(task -> true);
                test.submit(anywhere(Access.RW));
            }
        },
        PREPARING(RunState.PREPARING) {
            @Override
            void begin(TaskRunTest test) {
                test.data.reduction(anywhere(Access.W), anywhere(Access.RW, Access.R));
                test.submit(anywhere(Access.REDUX));
            }
        },
        LAUNCHED(RunState.LAUNCHED) {
            @Override
            void begin(TaskRunTest test) {
                test.submit(anywhere(Access.RW));
            }
        },
        AWAITING_TEAM(RunState.AWAITING_TEAM) {
            @Override
            void begin(TaskRunTest test) {
                test.submit(Codelet.named("together")
                        .access(Access.RW)
                        .cpu(COUNT)
                        .spmd()
                        .build());
                test.stepUntil(() -> test.device.underWay() == 2);
                test.device.endNext(0);
            }

            @Override
            HandDriver driver() {
                return new HandDriver().withUnits(2).withPipeline(1);
            }
        },
        RETURNING(RunState.RETURNING) {
            @Override
            void begin(TaskRunTest test) {
                test.submit(anywhere(Access.RW));
                test.stepUntil(() -> test.device.underWay() == 1);
                test.holdUpAllCopies();
                test.device.lose("error 999");
            }
        },
        SPENDING(RunState.SPENDING) {
            @Override
            void begin(TaskRunTest test) {
                test.simulate();
                test.submit(anywhere(Access.RW));
            }
        },
        SPENDING_FOR_A_CLAIM(RunState.SPENDING) {
            @Override
            void begin(TaskRunTest test) {
                test.simulate();
                test.submit(anywhere(Access.SCRATCH));
            }
        };

        private final List<RunState> states;

        Scene(RunState... states) {
            this.states = List.of(states);
        }

        abstract void begin(TaskRunTest test);

        HandDriver driver() {
            return new HandDriver();
        }

        boolean isSimulated() {
            return this == SPENDING || this == SPENDING_FOR_A_CLAIM;
        }

        boolean isLost() {
            return this == RETURNING;
        }
    }

    private static final int LENGTH = 24;

    /** Counts a run of a task by one worker; on devices nothing is counted before the test has the kernel end. */
    private static final Kernel COUNT = kernel -> {
        AtomicInteger runs = kernel.argument(AtomicInteger.class);
        if (runs != null && kernel.teamSize() == 1) {
            runs.incrementAndGet();
        }
    };

    private final Laboratory laboratory = new Laboratory();
    private final CountDownLatch copiesGoOn = new CountDownLatch(1);
    private final AtomicInteger runs = new AtomicInteger();
    private final AtomicInteger ends = new AtomicInteger();
    private HandDevice device;
    private HandDevice other;
    private TaskRuntime runtime;
    private WorkerEngine engine;
    private DataHandle data;
    private Task task;

    private static Codelet anywhere(Access... modes) {
        return Codelet.named("work")
                .access(modes)
                .cpu(COUNT)
                .implementation(HandDevice.ARCHITECTURE, COUNT)
                .build();
    }

    @AfterEach
    void close() {
        letGoOn();
        laboratory.close();
    }

    private void begin(Scene scene) {
        if (!scene.isSimulated()) {
            HandDriver driver = scene.driver();
            device = driver.comes();
            if (scene == Scene.AWAITING_TEAM) {
                device.withCores();
            }
            other = driver.comes();
            laboratory.addDriver("hand", driver);
            laboratory.addDriver("cpu", new InlineDriver(1));
            laboratory.addPolicy("teams", TeamPolicy::new);
            use(laboratory.factory.create(RuntimeConfiguration.defaults()
                    .withPolicy("teams")
                    .withLaunchedWorkers(false)
                    .withClosingTimeout(Duration.ofSeconds(2))));
            if (scene == Scene.AWAITING_TEAM) {
                runtime.defaultContext().combine(List.of(worker("hand-0.0"), worker("hand-0.1")));
            }
        }
        scene.begin(this);
        stepUntil(() -> engine.underWay().states().equals(scene.states));
    }

    private void simulate() {
        Map<String, String> properties =
                new HashMap<>(Map.of("cost.submit", "0", "cost.push", "0", "cost.fetch", "3", "cost.turn", "0"));
        laboratory.addDriver("sim", new DescribedDriver(2));
        use(laboratory.factory.create(
                RuntimeConfiguration.defaults().withSimulation(new Simulation("sim", properties, true))));
    }

    private void use(TaskRuntime made) {
        runtime = made;
        engine = (WorkerEngine) worker(device == null ? "described-0" : "hand-0");
        data = runtime.data().vector(new long[LENGTH]);
    }

    private Worker worker(String prefix) {
        return runtime.workers().stream()
                .filter(worker -> worker.name().startsWith(prefix))
                .findFirst()
                .orElseThrow();
    }

    private void submit(Codelet codelet) {
        task = runtime.task(codelet)
                .data(data)
                .argument(runs)
                .onCompletion(any -> ends.incrementAndGet())
                .submit();
    }

    /** Brings a task to where its kernel is under way that no test looks at. */
    private void runs(Codelet codelet) {
        runtime.task(codelet).data(runtime.data().vector(new long[LENGTH])).submit();
        stepUntil(() -> device.underWay() == 1);
    }

    /** Has another thread ask for memory, and wait while nobody else can have anything done with memory. */
    private void holdUpAllCopies() {
        CountDownLatch asked = new CountDownLatch(1);
        other.memory().beforeAllocation(() -> {
            asked.countDown();
            await(() -> copiesGoOn.getCount() == 0);
        });
        int node = worker("hand-1").memoryNode();
        DataHandle wanted = runtime.data().vector(new long[LENGTH]);
        Thread.ofPlatform().daemon().start(() -> wanted.prefetch(node));
        await(() -> asked.getCount() == 0);
    }

    private void step() {
        if (device == null) {
            ProgramStepper.stepOn(engine);
            return;
        }
        for (Worker worker : runtime.workers()) {
            if (worker.name().startsWith("hand-0")) {
                worker.runOnce();
            }
        }
    }

    private void stepUntil(BooleanSupplier condition) {
        await(() -> {
            step();
            return condition.getAsBoolean();
        });
    }

    /** Lets kernels and copies end, and time pass. */
    private void letGoOn() {
        copiesGoOn.countDown();
        if (device == null) {
            return;
        }
        device.memory().release();
        device.endAllFromNowOn();
        other.endAllFromNowOn();
    }

    private void awaitRunsAreOver(Scene scene) {
        letGoOn();
        if (device == null) {
            assertThrows(Exception.class, runtime::waitAll);
        } else if (!scene.isLost()) {
            stepUntil(() -> engine.underWay().states().isEmpty());
        }
    }

    private void assertFailed(String why) {
        String message = assertThrows(TaskFailedException.class, task::await).getMessage();
        assertTrue(message.contains(why), message);
        assertEquals(1, ends.get());
    }

    /** Sees to it that the worker, or the one that is left, runs another task. */
    private void assertWorkerGoesOn(Scene scene) throws InterruptedException {
        Task next = runtime.task(anywhere(Access.W))
                .data(runtime.data().vector(new long[LENGTH]))
                .submit();
        if (device != null) {
            Worker able = scene.isLost() || scene == Scene.AWAITING_TEAM ? worker("cpu-0") : engine;
            await(() -> {
                able.runOnce();
                return next.state().isFinal();
            });
        }
        next.await();
        assertEquals(TaskState.DONE, next.state());
    }

    @ParameterizedTest
    @EnumSource(Scene.class)
    void shouldEndATaskOnceThatIsGivenUp(Scene scene) throws InterruptedException {
        begin(scene);
        long executed = engine.executedTasks();
        engine.giveUp((Job) task, new IllegalStateException("it was given up"));
        awaitRunsAreOver(scene);
        assertFailed("it was given up");
        int tasksAhead = scene.states.size() - 1;
        assertEquals(executed + tasksAhead, engine.executedTasks());
        assertWorkerGoesOn(scene);
    }

    @ParameterizedTest
    @EnumSource(Scene.class)
    void shouldFailATaskWhenAStepHasThrown(Scene scene) throws InterruptedException {
        begin(scene);
        ProgramStepper.runAs(engine, () -> engine.recover(new IllegalStateException("a step has thrown")));
        assertEquals(List.of(), engine.underWay().states());
        awaitRunsAreOver(scene);
        assertFailed("a step has thrown");
        assertWorkerGoesOn(scene);
    }

    @ParameterizedTest
    @EnumSource(Scene.class)
    void shouldRunATaskElsewhereAndOnceWhenTheDeviceIsLost(Scene scene) throws InterruptedException {
        begin(scene);
        if (device == null) {
            engine.lose(new DeviceLostException(engine.name(), "error 999", null));
            stepUntil(() -> engine.underWay().states().isEmpty());
        } else {
            device.lose("error 999");
            step();
            copiesGoOn.countDown();
            Worker left = worker("cpu-0");
            await(() -> {
                left.runOnce();
                step();
                return task.state().isFinal();
            });
        }
        task.await();
        assertEquals(TaskState.DONE, task.state());
        assertEquals(1, runs.get());
        assertEquals(1, ends.get());
        await(() -> engine.underWay().states().isEmpty());
    }

    @ParameterizedTest
    @EnumSource(
            value = Scene.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"RETURNING", "SPENDING", "SPENDING_FOR_A_CLAIM"}) // in these states no copy is under way
    void shouldConcernOnlyATaskWhoseDataAreClaimedWhenCopiesFail(Scene scene) {
        begin(scene);
        device.memory().fail(new IOException("the wire is cut"));
        letGoOn();
        Worker core = worker("cpu-0");
        await(() -> {
            step();
            core.runOnce();
            return task.state().isFinal();
        });
        if (scene == Scene.CLAIMING || scene == Scene.CLAIMING_BEHIND_ANOTHER) {
            assertFailed("the wire is cut");
        } else {
            assertEquals(TaskState.DONE, task.state());
        }
        await(() -> {
            step();
            return engine.underWay().states().isEmpty();
        });
    }
}
