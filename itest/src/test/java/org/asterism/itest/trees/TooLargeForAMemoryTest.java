package org.asterism.itest.trees;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Kernel;
import org.asterism.api.KernelContext;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Simulation;
import org.asterism.api.TaskRuntime;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.VectorView;
import org.asterism.api.model.PerformanceModel;
import org.asterism.driver.sim.internal.SimulationDriver;
import org.asterism.policy.dmda.dm.internal.DmPolicyFactory;
import org.asterism.policy.dmda.dmda.internal.DmdaPolicyFactory;
import org.asterism.policy.dmda.dmdar.internal.DmdarPolicyFactory;
import org.asterism.policy.dmda.dmdas.internal.DmdasPolicyFactory;
import org.asterism.policy.dmda.heft.internal.HeftPolicyFactory;
import org.asterism.policy.eager.internal.EagerPolicyFactory;
import org.asterism.policy.heteroprio.internal.HeteroprioPolicyFactory;
import org.asterism.policy.modular.internal.ShippedTree;
import org.asterism.policy.modular.internal.ShippedTrees;
import org.asterism.policy.prio.internal.PrioPolicyFactory;
import org.asterism.policy.random.internal.RandomPolicyFactory;
import org.asterism.policy.ws.lws.internal.LwsPolicyFactory;
import org.asterism.policy.ws.ws.internal.WsPolicyFactory;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The real core on a described machine whose devices have little memory, with each policy: tasks whose data do not fit
 * there run on cores, the others anywhere, each once.
 */
@Timeout(60)
class TooLargeForAMemoryTest {
    private static final int TASKS = 150;
    private static final int VECTORS = 10;
    private static final int MOST = 8 << 20;
    private static final long SEED = Long.getLong("asterism.seed", System.nanoTime());

    private final AtomicIntegerArray runs = new AtomicIntegerArray(TASKS);
    private final AtomicInteger onDevices = new AtomicInteger();
    private final AtomicInteger starts = new AtomicInteger();

    static List<String> names() {
        List<String> names = new ArrayList<>(
                List.of("eager", "prio", "random", "ws", "lws", "dm", "dmda", "dmdar", "dmdas", "heft", "heteroprio"));
        ShippedTrees.all().forEach(tree -> names.add(tree.name()));
        return names;
    }

    private static SchedulingPolicyFactory factory(String name) {
        return switch (name) {
            case "eager" -> new EagerPolicyFactory();
            case "prio" -> new PrioPolicyFactory();
            case "random" -> new RandomPolicyFactory();
            case "ws" -> new WsPolicyFactory();
            case "lws" -> new LwsPolicyFactory();
            case "dm" -> new DmPolicyFactory();
            case "dmda" -> new DmdaPolicyFactory();
            case "dmdar" -> new DmdarPolicyFactory();
            case "dmdas" -> new DmdasPolicyFactory();
            case "heft" -> new HeftPolicyFactory();
            case "heteroprio" -> new HeteroprioPolicyFactory();
            default -> {
                ShippedTree tree = ShippedTrees.all().stream()
                        .filter(one -> one.name().equals(name))
                        .findFirst()
                        .orElseThrow();
                yield context -> new ShippedKinds().policy(name, tree.description(), context);
            }
        };
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldRunTasksElsewhereThatDoNotFitADevice(String name) throws InterruptedException {
        Random random = new Random(SEED);
        Codelet add = Codelet.named("add")
                .access(Access.RW, Access.R)
                .model(PerformanceModel.history("chol_model_gemm"))
                .implementation(Architecture.CUDA, (Kernel) this::run)
                .cpu(this::run)
                .build();
        long[][] vectors = new long[VECTORS][];
        long[] expected = new long[VECTORS];
        Simulation simulation = Simulation.of("node-2gpu")
                .with("workers.cpu", "2")
                .with("memory.limit", Integer.toString(MOST))
                .executing(true);
        try (Core core = new Core()) {
            core.driver(Simulation.DRIVER, new SimulationDriver());
            if (!name.equals("eager")) {
                core.policy(name, factory(name));
            }
            try (TaskRuntime runtime = core.factory.create(
                    RuntimeConfiguration.defaults().withPolicy(name).withSimulation(simulation))) {
                List<DataHandle> handles = new ArrayList<>();
                for (int vector = 0; vector < VECTORS; vector++) {
                    vectors[vector] = new long[vector < 7 ? 100_000 + random.nextInt(150_000) : 1_200_000];
                    handles.add(runtime.data().vector(vectors[vector]));
                }
                for (int number = 0; number < TASKS; number++) {
                    int target = random.nextInt(VECTORS);
                    int source = (target + 1 + random.nextInt(VECTORS - 1)) % VECTORS;
                    expected[target] = expected[target] * 31 + expected[source] + number;
                    runtime.task(add)
                            .data(handles.get(target), handles.get(source))
                            .argument(number)
                            .priority(random.nextInt(-2, 3))
                            .onStart(begun -> starts.incrementAndGet())
                            .submit();
                }
                runtime.waitAll();
                assertEquals(
                        Optional.of(name),
                        runtime.defaultContext().policy(),
                        runtime.defaultContext().trouble()::toString);
                handles.forEach(DataHandle::close);
            }
        }
        for (int number = 0; number < TASKS; number++) {
            assertEquals(1, runs.get(number), "times that task " + number + " ran; seed " + SEED);
        }
        for (int vector = 0; vector < VECTORS; vector++) {
            assertEquals(expected[vector], vectors[vector][0], "vector " + vector + "; seed " + SEED);
        }
        assertTrue(onDevices.get() > 0, "some tasks fit the devices; seed " + SEED);
        assertTrue(starts.get() > TASKS, "some tasks did not where they were tried; seed " + SEED);
    }

    private void run(KernelContext kernel) {
        int number = kernel.argument(Integer.class);
        runs.incrementAndGet(number);
        if (kernel.worker().architecture() == Architecture.CUDA) {
            onDevices.incrementAndGet();
        }
        kernel.view(0, VectorView.class)
                .setLong(
                        0,
                        kernel.view(0, VectorView.class).getLong(0) * 31
                                + kernel.view(1, VectorView.class).getLong(0)
                                + number);
    }
}
