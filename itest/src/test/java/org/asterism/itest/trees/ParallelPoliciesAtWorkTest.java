package org.asterism.itest.trees;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Kernel;
import org.asterism.api.KernelContext;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Simulation;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.driver.sim.internal.SimulationDriver;
import org.asterism.policy.dmda.dmdap.internal.DmdapPolicyFactory;
import org.asterism.policy.modular.internal.ShippedTree;
import org.asterism.policy.modular.internal.ShippedTrees;
import org.asterism.policy.parallel.oneteam.internal.OneTeamPolicyFactory;
import org.asterism.policy.parallel.peager.internal.PeagerPolicyFactory;
import org.asterism.policy.parallel.pheft.internal.PheftPolicyFactory;
import org.asterism.policy.parallel.pprio.internal.PprioPolicyFactory;
import org.asterism.policy.prio.internal.PrioPolicyFactory;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The real core with the policies and trees for parallel tasks: each task runs once, by one worker or by a complete
 * team.
 */
@Timeout(60)
class ParallelPoliciesAtWorkTest {
    private static final int TASKS = 400;
    private static final int CORES = 4;
    private static final int VECTORS = 6;
    private static final long SEED = Long.getLong("asterism.seed", System.nanoTime());
    private static final List<String> NAMES =
            List.of("peager", "pprio", "pheft", "one-team", "modular-pheft", "modular-prandom", "modular-prandom-prio");

    @TempDir
    Path folder;

    private final AtomicIntegerArray runs = new AtomicIntegerArray(TASKS);
    private final AtomicIntegerArray parts = new AtomicIntegerArray(TASKS);
    private final Map<Integer, AtomicInteger> sizes = new ConcurrentHashMap<>();

    static List<String> names() {
        return NAMES;
    }

    private static SchedulingPolicyFactory factory(String name) {
        return switch (name) {
            case "peager" -> new PeagerPolicyFactory();
            case "pprio" -> new PprioPolicyFactory();
            case "pheft" -> new PheftPolicyFactory();
            case "one-team" -> new OneTeamPolicyFactory();
            case "prio" -> new PrioPolicyFactory();
            case "dmdap" -> new DmdapPolicyFactory();
            default -> {
                ShippedTree tree = ShippedTrees.all().stream()
                        .filter(one -> one.name().equals(name))
                        .findFirst()
                        .orElseThrow();
                yield context -> new ShippedKinds().policy(name, tree.description(), context);
            }
        };
    }

    private static Core core(String... names) {
        Core core = new Core();
        for (String name : names) {
            if (!name.equals("eager")) {
                core.policy(name, factory(name));
            }
        }
        return core;
    }

    // On real threads.

    private void note(KernelContext kernel) {
        int number = kernel.argument(Integer.class);
        if (kernel.rank() == 0) {
            runs.incrementAndGet(number);
            sizes.computeIfAbsent(kernel.teamSize(), size -> new AtomicInteger())
                    .incrementAndGet();
        }
        // Each rank of a team once: the sum of ranks plus one.
        parts.addAndGet(number, kernel.rank() + 1 - (kernel.rank() == 0 ? triangle(kernel) : 0));
    }

    private static int triangle(KernelContext kernel) {
        return kernel.task().codelet().name().equals("fork-join") ? 1 : kernel.teamSize() * (kernel.teamSize() + 1) / 2;
    }

    private List<Codelet> codelets() {
        return List.of(
                Codelet.named("sequential")
                        .access(Access.RW, Access.R)
                        .cpu(this::note)
                        .build(),
                Codelet.named("spmd")
                        .access(Access.RW, Access.R)
                        .cpu(this::note)
                        .spmd()
                        .build(),
                Codelet.named("fork-join")
                        .access(Access.RW, Access.R)
                        .cpu(this::note)
                        .implementation(Architecture.CUDA, (Kernel) this::note)
                        .forkJoin(2)
                        .build());
    }

    private void submitAll(TaskRuntime runtime, Random random) {
        List<Codelet> codelets = codelets();
        List<DataHandle> handles = new ArrayList<>();
        for (int vector = 0; vector < VECTORS; vector++) {
            handles.add(runtime.data().vector(new long[16]));
        }
        for (int number = 0; number < TASKS; number++) {
            int target = random.nextInt(VECTORS);
            Task task = runtime.task(codelets.get(random.nextInt(codelets.size())))
                    .data(handles.get(target), handles.get((target + 1 + random.nextInt(VECTORS - 1)) % VECTORS))
                    .argument(number)
                    .priority(random.nextInt(-2, 3));
            if (random.nextInt(10) == 0) {
                task.where(worker -> worker.id() != 1);
            }
            task.submit();
        }
    }

    private void expectOneRunEach(String policy) {
        for (int number = 0; number < TASKS; number++) {
            assertEquals(1, runs.get(number), "times that task " + number + " ran with " + policy + "; seed " + SEED);
            assertEquals(0, parts.get(number), "ranks of task " + number + " with " + policy + "; seed " + SEED);
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldRunEveryTaskOnceAloneOrTogether(String name) throws InterruptedException {
        try (Core core = core(name).workers(CORES, Architecture.CPU).workers(1, Architecture.CUDA)) {
            try (TaskRuntime runtime =
                    core.factory.create(RuntimeConfiguration.defaults().withPolicy(name))) {
                submitAll(runtime, new Random(SEED));
                runtime.waitAll();
                assertEquals(
                        Optional.of(name),
                        runtime.defaultContext().policy(),
                        runtime.defaultContext().trouble()::toString);
            }
        }
        expectOneRunEach(name);
        if (!name.endsWith("pheft")) { // without models these have no reason to run tasks together
            assertTrue(
                    sizes.containsKey(1) && sizes.size() > 1, () -> "sizes of the teams with " + name + ": " + sizes);
        }
    }

    @Test
    void shouldLoseNothingWhenPoliciesAreSwappedAndWorkersLeaveAndCome() throws InterruptedException {
        Random random = new Random(SEED);
        try (Core core = core(NAMES.toArray(String[]::new)).workers(CORES, Architecture.CPU)) {
            core.workers(1, Architecture.CUDA);
            try (TaskRuntime runtime =
                    core.factory.create(RuntimeConfiguration.defaults().withPolicy("peager"))) {
                SchedulingContext context = runtime.defaultContext();
                Thread program = Thread.ofPlatform().start(() -> submitAll(runtime, new Random(SEED + 1)));
                for (int round = 0; round < 60; round++) {
                    context.usePolicy(NAMES.get(random.nextInt(NAMES.size())), Map.of());
                    Worker worker = runtime.workers().get(random.nextInt(CORES));
                    if (context.workers().contains(worker)) {
                        context.removeWorkers(List.of(worker));
                    } else {
                        context.addWorkers(List.of(worker));
                    }
                }
                program.join();
                List<Worker> missing = new ArrayList<>(runtime.workers());
                missing.removeAll(context.workers());
                context.addWorkers(missing);
                runtime.waitAll();
                assertEquals(Optional.empty(), context.trouble());
            }
        }
        expectOneRunEach("policies that are swapped");
    }

    // In virtual time.

    private Path machine(int cores) throws IOException {
        Path file = folder.resolve("machine-" + cores + ".json");
        Files.writeString(file, """
                {"format": "asterism-machine-1", "name": "cores", "memories": [{"name": "ram"}],
                 "workers": [{"architecture": "cpu", "count": %d, "memory": "ram"}],
                 "kernels": {"*": {"cpu": {"law": {"gflops": 1}}}}}
                """.formatted(cores));
        return file;
    }

    private interface Program {
        void submit(TaskRuntime runtime);
    }

    /** How long a program takes, in nanoseconds of virtual time. */
    private long time(String policy, int cores, String efficiency, Program program) throws Exception {
        try (Core core = core(policy)) {
            core.driver(Simulation.DRIVER, new SimulationDriver());
            Simulation simulation = Simulation.of(machine(cores).toString()).with("parallel.efficiency", efficiency);
            try (TaskRuntime runtime = core.factory.create(
                    RuntimeConfiguration.defaults().withPolicy(policy).withSimulation(simulation))) {
                long begin = runtime.clock().nanoTime();
                program.submit(runtime);
                runtime.waitAll();
                assertEquals(Optional.of(policy), runtime.defaultContext().policy());
                return runtime.clock().nanoTime() - begin;
            }
        }
    }

    /** Submitting takes a little virtual time, too. */
    private static void expectNear(long millis, long nanos, String what) {
        assertEquals(millis, nanos / 1e6, 0.01 * millis, what);
    }

    private static Codelet codelet(boolean parallel) {
        Codelet.Builder builder =
                Codelet.named(parallel ? "parallel" : "sequential").access().cpu(kernel -> {});
        return parallel ? builder.spmd().build() : builder.build();
    }

    /** Tasks of 1 to 100 ms, some of which wait for others. */
    private static void submitGraph(TaskRuntime runtime, Codelet codelet, int tasks) {
        Random random = new Random(SEED);
        List<Task> submitted = new ArrayList<>();
        for (int number = 0; number < tasks; number++) {
            Task task =
                    runtime.task(codelet).flops(1e6 * (1 + random.nextInt(100))).priority(random.nextInt(3));
            if (number > 8 && random.nextBoolean()) {
                task.after(submitted.get(number - 1 - random.nextInt(8)));
            }
            submitted.add(task.submit());
        }
    }

    @Test
    void shouldScheduleSequentialTasksAsTheirSiblingsDo() throws Exception {
        SequencedMap<String, String> siblings = new TreeMap<>(
                Map.of("peager", "eager", "pprio", "prio", "pheft", "dmdap", "modular-pheft", "modular-heft"));
        for (Map.Entry<String, String> pair : siblings.entrySet()) {
            Program graph = runtime -> submitGraph(runtime, codelet(false), 200);
            assertEquals(
                    time(pair.getValue(), 6, "1", graph),
                    time(pair.getKey(), 6, "1", graph),
                    "the time with " + pair.getKey() + ", which for sequential tasks is as " + pair.getValue()
                            + "; seed " + SEED);
        }
    }

    @Test
    void shouldSpeedUpParallelTasksByTheNumberOfCores() throws Exception {
        Program chain = runtime -> {
            Task last = null;
            for (int number = 0; number < 10; number++) {
                Task task = runtime.task(codelet(true)).flops(80e6);
                last = (last == null ? task : task.after(last)).submit();
            }
        };
        long alone = time("eager", 8, "1", chain);
        for (String policy : List.of("peager", "pprio", "pheft", "one-team", "modular-pheft")) {
            double speedup = (double) alone / time(policy, 8, "1", chain);
            assertTrue(speedup > 7.9 && speedup < 8.1, () -> policy + " runs a chain " + speedup + " times as fast");
        }
    }

    @Test
    void shouldRunTasksSideBySideWhereTeamsGainNothing() throws Exception {
        Program many = runtime -> {
            for (int number = 0; number < 80; number++) {
                runtime.task(codelet(true)).flops(10e6).submit();
            }
        };
        for (String policy : List.of("pheft", "modular-pheft")) {
            expectNear(100, time(policy, 8, "0", many), "ten rounds of eight tasks with " + policy);
        }
        expectNear(800, time("one-team", 8, "0", many), "one team runs one task after the other");
    }

    @Test
    void shouldRunTheLastTaskOfAGraphTogether() throws Exception {
        Program graph = runtime -> {
            Task[] first = new Task[16];
            for (int number = 0; number < first.length; number++) {
                first[number] = runtime.task(codelet(false)).flops(10e6).submit();
            }
            runtime.task(codelet(true)).flops(80e6).after(first).submit();
        };
        expectNear(100, time("dmdap", 8, "1", graph), "20 ms for the first, 80 for the last");
        for (String policy : List.of("peager", "pprio", "pheft", "modular-pheft")) {
            expectNear(30, time(policy, 8, "1", graph), "20 ms, and 80 for eight cores, with " + policy);
        }
    }
}
