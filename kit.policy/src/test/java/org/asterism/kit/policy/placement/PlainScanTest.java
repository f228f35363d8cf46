package org.asterism.kit.policy.placement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.asterism.api.Architecture;
import org.asterism.api.Task;
import org.asterism.api.TaskState;
import org.asterism.kit.policy.CostWeights;
import org.asterism.tck.FakeTask;
import org.asterism.tck.FakeWorker;
import org.junit.jupiter.api.Test;

/** That looking at the best of each group decides exactly as looking at every worker does. */
class PlainScanTest {
    private static final List<Traits> ALL =
            List.of(Family.DM, Family.DMDA, Family.DMDAP, Family.DMDAR, Family.DMDAS, Family.DMDASD);

    private record Running(int worker, Task task) {}

    @Test
    void shouldDecideAsAScanOfAllWorkersDoes() {
        long seed = Long.getLong("asterism.seed", System.nanoTime());
        System.out.println("shouldDecideAsAScanOfAllWorkersDoes: repeat with -Dasterism.seed=" + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 25; round++) {
            for (Traits traits : ALL) {
                for (int mostScanned : new int[] {0, 4}) {
                    compare(traits, mostScanned, random, "seed " + seed + ", round " + round + ", " + traits);
                }
            }
        }
    }

    private static void compare(Traits traits, int mostScanned, Random random, String where) {
        Weights weights = random.nextInt(2) == 0
                ? Weights.USUAL
                : new Weights(
                        new CostWeights(
                                0.25 * random.nextInt(5),
                                0.5 * random.nextInt(4),
                                random.nextInt(3),
                                random.nextInt(2) * 1000),
                        false,
                        true,
                        1024);
        boolean ranged = random.nextBoolean();
        String[] properties = ranged ? new String[] {"min-priority=-3", "max-priority=3"} : new String[0];
        Scene scene = new Scene(traits, () -> weights, mostScanned, properties);
        setUp(scene, random);
        PlainScan plain = new PlainScan(scene, traits, weights, ranged);
        List<Deque<Task>> taken = new ArrayList<>();
        scene.workers.forEach(worker -> taken.add(new ArrayDeque<>()));
        List<Running> running = new ArrayList<>();
        int tasks = 40 + random.nextInt(100);
        for (int step = 0; step < tasks * 4; step++) {
            switch (random.nextInt(5)) {
                case 0, 1 -> {
                    FakeTask task = scene.task(random.nextInt(7) - 3);
                    if (random.nextInt(10) == 0) {
                        int not = random.nextInt(3);
                        task.where((org.asterism.api.Worker worker) -> worker.id() % 3 != not);
                    } else if (random.nextInt(10) == 0) {
                        task.where(Architecture.CUDA);
                    }
                    int[] expected = plain.push(task);
                    String what = where + ", step " + step + ", " + task;
                    assertEquals(expected[0], scene.push(task), what);
                    if (expected[0] >= 0) {
                        assertEquals(expected[1], scene.context.chosen(task), what);
                    }
                }
                case 2 -> {
                    int worker = random.nextInt(scene.workers.size());
                    Task task = taken.get(worker).size() > 1 ? null : scene.pop(worker);
                    if (task != null) {
                        plain.popped(worker, task);
                        taken.get(worker).add(task);
                    }
                }
                case 3 -> {
                    int worker = random.nextInt(scene.workers.size());
                    Task task = taken.get(worker).poll();
                    if (task != null) {
                        plain.begun(worker, task);
                        ((FakeTask) task).setState(TaskState.RUNNING);
                        scene.policy.beforeExecution(task, scene.worker(worker));
                        running.add(new Running(worker, task));
                    } else if (!running.isEmpty()) {
                        Running ended = running.remove(random.nextInt(running.size()));
                        plain.ended(ended.worker, ended.task);
                        scene.end(ended.worker, ended.task);
                    }
                }
                default -> scene.pass(random.nextInt(4) == 0 ? random.nextInt(200) : random.nextInt(5));
            }
        }
    }

    /**
     * Up to sixty workers of up to five kinds on up to four nodes; few different times, so that there are many equals.
     */
    private static void setUp(Scene scene, Random random) {
        int kinds = 1 + random.nextInt(5);
        int[] kindOf = random.ints(60, 0, kinds).toArray();
        scene.predictor.kinds(worker -> kindOf[worker.id()]);
        scene.predictor.relativeSpeed(Architecture.CPU, 0.5);
        scene.predictor.relativeSpeed(Architecture.CUDA, 13.33);
        int[] times = random.ints(kinds, 1, 40).toArray();
        int unknownOneIn = random.nextInt(3) == 0 ? 10 : 1_000_000_000;
        scene.predictor.times((task, worker, number) -> {
            int chance = (int) (task.id() * 31 + kindOf[worker.id()] * 17 + number * 7);
            return switch (Math.floorMod(chance, unknownOneIn)) {
                case 3 -> Double.NaN;
                case 4 -> 0;
                default -> times[kindOf[worker.id()]] * (1 + (task.id() + number) % 3);
            };
        });
        scene.predictor.energies(
                (task, worker, number) -> number == 1 ? Double.NaN : (kindOf[worker.id()] + task.id()) % 3 * 1e-5);
        scene.data.travels = (task, node) -> (task.id() + node) % 4 * 10L;
        int number = 1 + random.nextInt(60);
        FakeWorker[] workers = new FakeWorker[number];
        for (int id = 0; id < number; id++) {
            boolean gpu = kindOf[id] == 0;
            workers[id] = new FakeWorker(
                    id, gpu ? Architecture.CUDA : Architecture.CPU, gpu ? 1 + random.nextInt(3) : random.nextInt(2));
        }
        scene.add(workers);
    }

    @Test
    void shouldSendEachTaskToAnotherWorkerWhileThereAreIdleOnes() {
        Scene scene = new Scene(Family.DMDAS).times(10, 10);
        scene.predictor.kinds(worker -> 0);
        scene.add(cpus(1000));
        for (int task = 0; task < 1000; task++) {
            assertEquals(task, scene.push());
        }
        assertEquals(0, scene.push());
        assertNotEquals(0, scene.push());
    }

    private static FakeWorker[] cpus(int number) {
        FakeWorker[] workers = new FakeWorker[number];
        for (int id = 0; id < number; id++) {
            workers[id] = new FakeWorker(id, Architecture.CPU, 0);
        }
        return workers;
    }

    @Test
    void shouldAskForPredictionsOncePerGroup() {
        Scene scene = new Scene(Family.DMDA);
        scene.predictor.kinds(worker -> worker.architecture().index());
        scene.add(cpus(1000));
        int[] asked = {0};
        scene.predictor.times((task, worker, number) -> 10 + 0 * asked[0]++);
        scene.push();
        assertEquals(1, asked[0]);
    }
}
