package org.asterism.policy.modular.internal.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Implementation;
import org.asterism.api.Task;
import org.asterism.policy.modular.internal.tree.BrokenRulesException;
import org.asterism.spi.component.ComponentContext;
import org.asterism.tck.FakePolicyContext;
import org.asterism.tck.FakeTask;
import org.asterism.tck.FakeWorker;
import org.asterism.tck.VirtualClock;
import org.junit.jupiter.api.Test;

/**
 * Trees made at random: those that keep the rules give every task to a worker, and those in which one was broken are
 * refused by name.
 */
class RandomTreesTest {
    private static final int TREES = Integer.getInteger("asterism.trees", 300);
    private static final Codelet ANYWHERE = Codelet.named("anywhere")
            .access()
            .cpu(kernel -> {})
            .implementation(Architecture.CUDA, new Implementation() {})
            .build();

    private final long seed = Long.getLong("asterism.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final TestKinds kinds = RealKinds.make().add("still", List.of(), Still::new);

    /** Keeps tasks until they are pulled, and pushes nothing. */
    private static final class Still extends TestKinds.Reservoir {
        Still(ComponentContext context) {
            super(context);
        }

        @Override
        public boolean isPump() {
            return false;
        }
    }

    private String any(String... some) {
        return some[random.nextInt(some.length)];
    }

    /** Keeps any number of tasks. */
    private String store() {
        return any("fifo", "prio", "prio(exp)", "fifo(ready)", "fifo(ready-first)");
    }

    private String boundedStore() {
        return any("fifo", "prio") + "(ntasks=" + (1 + random.nextInt(4)) + any("", ", exp", ", ready", ", exp, ready")
                + ")";
    }

    private String anyStore() {
        return random.nextBoolean() ? store() : boundedStore();
    }

    /** Lets workers pull, or pushes to those who have asked. */
    private String chooserAboveWorkers() {
        return any("eager", "random");
    }

    private String chooserAboveStores() {
        return any("eager", "random", "mct", "heft", "eager-prio", "gemm");
    }

    private String end() {
        return any("", ": best-implementation");
    }

    /** What is below a store without a bound. */
    private String below(int depth) {
        return switch (random.nextInt(depth == 0 ? 1 : 6)) {
            case 0 -> chooserAboveWorkers() + " / each worker" + end();
            case 1 -> chooserAboveStores() + " / each worker: " + anyStore() + any("", " / best-implementation");
            case 2 ->
                chooserAboveStores() + " / each " + any("memory-node", "architecture") + ": " + anyStore() + " / "
                        + chooserAboveWorkers() + " / each worker" + end();
            case 3 -> store() + " / " + below(depth - 1);
            case 4 -> any("gemm", "mct", "heft") + " / each memory-node: " + select();
            default -> select();
        };
    }

    private String select() {
        return "perfmodel-select(perf: " + any("mct", "heft", "heteroprio") + " / each worker: " + anyStore()
                + any("", " / best-implementation") + ", calibrate: " + any("", "fifo / ") + "eager-calibration, else: "
                + any("", "prio / ") + "eager / " + any("", "each memory-node: eager / ") + "each worker" + end() + ")";
    }

    @Test
    void shouldGiveEveryTaskToAWorkerInTreesThatKeepTheRules() {
        for (int tree = 0; tree < TREES; tree++) {
            String description =
                    random.nextInt(8) == 0 ? "work-stealing / each worker" + end() : store() + " / " + below(2);
            try {
                run(description);
            } catch (RuntimeException | AssertionError failure) {
                throw new AssertionError(description + " with seed " + seed + ": " + failure.getMessage(), failure);
            }
        }
    }

    private void run(String description) {
        FakePolicyContext context = new FakePolicyContext(Map.of(), new VirtualClock());
        int firstWithModel = random.nextBoolean() ? 1 : random.nextInt(2, 60);
        context.predictor()
                .times((task, worker, implementation) -> task.id() < firstWithModel
                        ? 0
                        : switch ((int) (task.id() % 5)) {
                            case 0 -> 0;
                            case 1 -> Double.NaN;
                            default -> 1e6 * (1 + task.id() % 3);
                        });
        List<FakeWorker> workers = new ArrayList<>();
        for (int id = 0; id <= random.nextInt(6); id++) {
            boolean isCpu = id == 0 || random.nextBoolean();
            workers.add(new FakeWorker(id, isCpu ? Architecture.CPU : Architecture.CUDA, isCpu ? 0 : id));
        }
        context.setWorkers(workers);
        TreePolicy policy = kinds.policy(description, context);
        policy.addWorkers(List.copyOf(workers));
        Set<Task> inside = new HashSet<>();
        for (int id = 1; id <= 60; id++) {
            FakeTask task = new FakeTask(id, id % 3 == 0 ? TreeUnderTest.CPU : ANYWHERE, random.nextInt(-1, 3));
            if (random.nextInt(6) == 0) {
                task.where(worker -> worker.id() == 0);
            }
            inside.add(task);
            policy.push(task);
            if (random.nextBoolean()) {
                pop(policy, context, workers.get(random.nextInt(workers.size())), inside);
            }
        }
        // Whoever sleeps is not asked again: it must have been woken for what it could run.
        while (workers.stream().anyMatch(worker -> !worker.isAsleep())) {
            for (FakeWorker worker : workers) {
                if (!worker.isAsleep() && !pop(policy, context, worker, inside)) {
                    worker.fallAsleep();
                    if (pop(policy, context, worker, inside)) {
                        worker.wakeUp();
                    }
                }
            }
        }
        assertEquals(Set.of(), inside, "tasks that wait while all workers sleep");
        policy.close();
    }

    private static boolean pop(TreePolicy policy, FakePolicyContext context, FakeWorker worker, Set<Task> inside) {
        Task task = context.popAs(worker, () -> policy.pop(worker));
        if (task == null) {
            return false;
        }
        assertTrue(inside.remove(task), () -> task + " came out twice");
        assertTrue(worker.canExecute(task), () -> worker + " was given " + task);
        worker.run((FakeTask) task, policy);
        return true;
    }

    @Test
    void shouldNameTheComponentByWhichATreeBreaksARule() {
        for (int tree = 0; tree < TREES; tree++) {
            String below = below(1);
            switch (random.nextInt(5)) {
                case 0 -> expectRefused(any("fifo#bad(ntasks=2)", "prio#bad(exp-len=1ms)") + " / " + below);
                case 1 -> expectRefused(any("eager#bad", "mct#bad", "gemm#bad") + " / each worker" + end());
                case 2 -> expectRefused(store() + any("#bad / each worker", "#bad / each architecture: eager"));
                case 3 -> expectRefused("still#bad / " + any("", "eager / ") + store() + " / " + below);
                default ->
                    expectRefused(store() + " / perfmodel-select(perf: " + any("mct", "gemm") + "#bad / each worker"
                            + end() + ", calibrate: eager-calibration, else: eager)");
            }
        }
    }

    private void expectRefused(String description) {
        String withName = description.replaceAll("\\(([^()]*)\\)#bad", "#bad($1)");
        FakePolicyContext context = new FakePolicyContext(Map.of(), new VirtualClock());
        List<FakeWorker> workers = List.of(
                new FakeWorker(0, Architecture.CPU),
                new FakeWorker(1, Architecture.CPU),
                new FakeWorker(2, Architecture.CUDA, 1));
        context.setWorkers(workers);
        TreePolicy policy = kinds.policy(withName, context);
        BrokenRulesException refused = assertThrows(
                BrokenRulesException.class,
                () -> policy.addWorkers(List.copyOf(workers)),
                () -> withName + " with seed " + seed);
        assertTrue(
                refused.sentences().stream().anyMatch(sentence -> sentence.contains("'bad'")),
                () -> withName + " with seed " + seed + ": " + refused.getMessage());
    }
}
