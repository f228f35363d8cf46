package org.asterism.itest.trees;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Kernel;
import org.asterism.api.KernelContext;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Simulation;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.VectorView;
import org.asterism.api.model.Calibration;
import org.asterism.api.model.ModelSettings;
import org.asterism.api.model.PerformanceModel;
import org.asterism.driver.sim.internal.SimulationDriver;
import org.asterism.policy.modular.internal.ShippedTree;
import org.asterism.policy.modular.internal.ShippedTrees;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The real core with each of the trees that come with Asterism: tasks with data and dependencies run once each, and
 * their results are right.
 */
@Timeout(60)
class ShippedPoliciesAtWorkTest {
    private static final int TASKS = 500;
    private static final int VECTORS = 12;
    private static final int LENGTH = 32;
    private static final long SEED = Long.getLong("asterism.seed", System.nanoTime());

    /** One task of the program: {@code vectors[target] = vectors[target] * 31 + vectors[source] + number}. */
    private record Step(int number, int target, int source) {
        void on(long[] targetNumbers, long[] sourceNumbers) {
            for (int index = 0; index < LENGTH; index++) {
                targetNumbers[index] = targetNumbers[index] * 31 + sourceNumbers[index] + number;
            }
        }
    }

    @TempDir
    Path models;

    private final AtomicIntegerArray runs = new AtomicIntegerArray(TASKS);

    static List<String> names() {
        return ShippedTrees.all().stream().map(ShippedTree::name).toList();
    }

    private static SchedulingPolicy policy(String name, PolicyContext context) {
        ShippedTree tree = ShippedTrees.all().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow();
        return new ShippedKinds().policy(name, tree.description(), context);
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldRunAProgramOnCores(String name) throws InterruptedException {
        try (Core core = new Core().workers(3, Architecture.CPU)) {
            core.workers(1, Architecture.CUDA);
            core.policy(name, context -> policy(name, context));
            runAndCheck(core, name, RuntimeConfiguration.defaults());
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldRunAProgramOnADescribedMachineWithDevices(String name) throws InterruptedException {
        try (Core core = new Core()) {
            core.driver(Simulation.DRIVER, new SimulationDriver());
            core.policy(name, context -> policy(name, context));
            Simulation simulation =
                    Simulation.of("node-2gpu").with("workers.cpu", "4").executing(true);
            runAndCheck(core, name, RuntimeConfiguration.defaults().withSimulation(simulation));
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldRunTasksWhoseTimesBecomeKnownWhileTheyWait(String name) throws InterruptedException {
        CountDownLatch goOn = new CountDownLatch(1);
        try (Core core = new Core().workers(2, Architecture.CPU)) {
            core.policy(name, context -> policy(name, context));
            try (TaskRuntime runtime = core.factory.create(
                    RuntimeConfiguration.defaults().withPolicy(name).withModels(learning()))) {
                Codelet wait = Codelet.named("wait")
                        .access()
                        .cpu(kernel -> goOn.await())
                        .build();
                runtime.task(wait).submit();
                runtime.task(wait).submit();
                Codelet count = Codelet.named("count")
                        .access()
                        .model(PerformanceModel.history("count"))
                        .cpu(kernel -> runs.incrementAndGet(kernel.argument(Integer.class)))
                        .build();
                for (int number = 0; number < TASKS; number++) {
                    runtime.task(count).argument(number).submit();
                }
                goOn.countDown();
                runtime.waitAll();
                expectInCharge(name, runtime);
            }
        }
        expectOneRunEach();
    }

    private void runAndCheck(Core core, String name, RuntimeConfiguration wanted) throws InterruptedException {
        Random random = new Random(SEED);
        List<Codelet> codelets = List.of(
                codelet("modelled").model(PerformanceModel.history("modelled")).build(),
                codelet("other").model(PerformanceModel.history("other")).build(),
                codelet("without a model").build());
        long[][] expected = new long[VECTORS][LENGTH];
        long[][] vectors = new long[VECTORS][LENGTH];
        try (TaskRuntime runtime = core.factory.create(wanted.withPolicy(name).withModels(learning()))) {
            assertEquals(
                    Optional.of(name),
                    runtime.defaultContext().policy(),
                    runtime.defaultContext().trouble()::toString);
            List<DataHandle> handles = new ArrayList<>();
            for (long[] vector : vectors) {
                handles.add(runtime.data().vector(vector));
            }
            for (int number = 0; number < TASKS; number++) {
                int target = random.nextInt(VECTORS);
                Step step = new Step(number, target, (target + 1 + random.nextInt(VECTORS - 1)) % VECTORS);
                step.on(expected[step.target], expected[step.source]);
                Task task = runtime.task(codelets.get(random.nextInt(codelets.size())))
                        .data(handles.get(step.target), handles.get(step.source))
                        .argument(step)
                        .priority(random.nextInt(-2, 3));
                if (random.nextBoolean()) {
                    task.hint(random.nextInt(2));
                }
                task.submit();
            }
            runtime.waitAll();
            expectInCharge(name, runtime);
            handles.forEach(DataHandle::close);
        }
        expectOneRunEach();
        for (int vector = 0; vector < VECTORS; vector++) {
            assertEquals(boxed(expected[vector]), boxed(vectors[vector]), "vector " + vector + "; seed " + SEED);
        }
    }

    private ModelSettings learning() {
        return ModelSettings.defaults()
                .withCalibration(Calibration.ON)
                .withMinimumSamples(3)
                .withFolder(models);
    }

    private static void expectInCharge(String name, TaskRuntime runtime) {
        assertEquals(
                Optional.of(name),
                runtime.defaultContext().policy(),
                () -> "in charge at the end; " + runtime.defaultContext().trouble());
    }

    private void expectOneRunEach() {
        for (int number = 0; number < TASKS; number++) {
            assertEquals(1, runs.get(number), "times that task " + number + " ran; seed " + SEED);
        }
    }

    private static List<Long> boxed(long[] numbers) {
        return Arrays.stream(numbers).boxed().toList();
    }

    private Codelet.Builder codelet(String name) {
        return Codelet.named(name)
                .access(Access.RW, Access.R)
                .implementation(Architecture.CUDA, (Kernel) this::run)
                .cpu(this::run);
    }

    private void run(KernelContext kernel) {
        Step step = kernel.argument(Step.class);
        runs.incrementAndGet(step.number);
        VectorView target = kernel.view(0, VectorView.class);
        VectorView source = kernel.view(1, VectorView.class);
        for (long index = 0; index < LENGTH; index++) {
            target.setLong(index, target.getLong(index) * 31 + source.getLong(index) + step.number);
        }
    }
}
