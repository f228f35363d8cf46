package org.asterism.driver.remote.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.asterism.api.Clock;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.Worker;
import org.asterism.api.WorkerState;
import org.asterism.api.data.DataHandle;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.DriverRequest;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class LostMemberTest {
    private static final int VECTORS = 12;
    private static final int ROUNDS = 40;
    private static final int LENGTH = 256;

    /** Data that are written through to main memory survive; others may be lost, and then their tasks fail. */
    @RepeatedTest(20)
    void shouldLoseNoTaskAndCountNoneTwiceWhenMembersAreCutOff() throws Exception {
        Random random = new Random(Seed.take("shouldLoseNoTaskAndCountNoneTwiceWhenMembersAreCutOff"));
        try (Cluster cluster = new Cluster(1)) {
            cluster.add("node1", 2);
            cluster.add("node2", 2);
            TaskRuntime runtime = cluster.laboratory.runtime();
            AtomicInteger ended = new AtomicInteger();
            double[][] content = new double[VECTORS][LENGTH];
            List<DataHandle> handles = new ArrayList<>();
            for (double[] one : content) {
                handles.add(runtime.data().vector(one).writeThrough(0));
            }
            int cut = random.nextInt(VECTORS * ROUNDS);
            int secondCut = random.nextInt(VECTORS * ROUNDS * 2);
            List<List<Task>> tasks = new ArrayList<>();
            for (int vector = 0; vector < VECTORS; vector++) {
                tasks.add(new ArrayList<>());
            }
            for (int round = 0; round < ROUNDS; round++) {
                for (int vector = 0; vector < VECTORS; vector++) {
                    Task task = runtime.task(TestCodelets.INCREMENT)
                            .data(handles.get(vector))
                            .onCompletion(_ -> ended.incrementAndGet());
                    tasks.get(vector).add(task.submit());
                    int number = round * VECTORS + vector;
                    if (number == cut) {
                        cluster.nodes.get("node1").link().cut();
                    }
                    if (number == secondCut) {
                        cluster.nodes.get("node2").link().cut();
                    }
                }
            }
            for (List<Task> chain : tasks) {
                for (Task task : chain) {
                    awaitEnd(task);
                }
            }
            Cluster.await(() -> ended.get() == VECTORS * ROUNDS, "not every task has told its end");
            for (int vector = 0; vector < VECTORS; vector++) {
                boolean survived = tasks.get(vector).stream().allMatch(task -> task.state() == TaskState.DONE);
                if (survived) {
                    handles.get(vector).close();
                    for (double element : content[vector]) {
                        assertEquals(ROUNDS, element, "vector " + vector);
                    }
                } else {
                    assertTrue(
                            tasks.get(vector).stream()
                                    .filter(task -> task.state() == TaskState.FAILED)
                                    .allMatch(task -> task.failure().isPresent()),
                            "a task has failed without a reason");
                }
            }
            assertEquals(VECTORS * ROUNDS, ended.get(), "ends of tasks that were told");
        }
    }

    /** One of the members is cut off while the other computes again what it had. */
    @RepeatedTest(10)
    void shouldFailNoTaskOnDataWithALineageWhenMembersAreCutOff() throws Exception {
        Random random = new Random(Seed.take("shouldFailNoTaskOnDataWithALineageWhenMembersAreCutOff"));
        try (Cluster cluster = new Cluster(1)) {
            cluster.add("node1", 2);
            cluster.add("node2", 2);
            TaskRuntime runtime = cluster.laboratory.runtime();
            double[][] content = new double[VECTORS][LENGTH];
            List<DataHandle> handles = new ArrayList<>();
            for (double[] one : content) {
                handles.add(runtime.data().vector(one).withLineage());
            }
            int cut = random.nextInt(VECTORS * ROUNDS);
            int secondCut = random.nextInt(VECTORS * ROUNDS * 2);
            AtomicInteger ended = new AtomicInteger();
            for (int number = 0; number < VECTORS * ROUNDS; number++) {
                runtime.task(TestCodelets.INCREMENT)
                        .data(handles.get(number % VECTORS))
                        .onCompletion(_ -> ended.incrementAndGet())
                        .submit();
                if (number == cut) {
                    cluster.nodes.get("node1").link().cut();
                }
                if (number == secondCut) {
                    cluster.nodes.get("node2").link().cut();
                }
            }
            runtime.waitAll();
            assertEquals(VECTORS * ROUNDS, ended.get(), "ends of tasks that were told");
            for (int vector = 0; vector < VECTORS; vector++) {
                handles.get(vector).close();
                for (double element : content[vector]) {
                    assertEquals(ROUNDS, element, "vector " + vector);
                }
            }
        }
    }

    private static void awaitEnd(Task task) throws InterruptedException {
        try {
            task.await();
        } catch (RuntimeException failed) {
            // The data of its task were only on the member that was lost.
        }
    }

    @Test
    void shouldRunElsewhereWhatWasUnderWayOnALostMember() throws Exception {
        try (Cluster cluster = new Cluster(1)) {
            Cluster.Node node = cluster.add("node1", 1);
            TaskRuntime runtime = cluster.laboratory.runtime();
            Worker remote = runtime.workers().stream()
                    .filter(worker -> worker.name().startsWith("node1"))
                    .findFirst()
                    .orElseThrow();
            CountDownLatch go = new CountDownLatch(1);
            TestCodelets.go = go;
            List<Task> tasks = new ArrayList<>();
            for (int number = 0; number < 10; number++) {
                tasks.add(runtime.task(TestCodelets.WAIT).submit());
            }
            Cluster.await(() -> remote.state() == WorkerState.EXECUTING, "the member gets no task");
            node.link().cut();
            go.countDown();
            runtime.waitAll();
            for (Task task : tasks) {
                assertEquals(TaskState.DONE, task.state());
            }
            Cluster.await(() -> runtime.workers().size() == 1, "the lost worker is not retired");
        }
    }

    @Test
    void shouldTakeAsManyTasksAtATimeAsTheRuntimeWants() {
        try (Cluster cluster = new Cluster(0)) {
            cluster.add("node1", 2);
            Function<Map<String, String>, List<Integer>> pipelines = properties ->
                    cluster.driver.open(new DriverRequest(OptionalInt.empty(), Clock.system(), properties)).stream()
                            .map(ComputeUnit::pipeline)
                            .toList();
            assertEquals(List.of(3, 3), pipelines.apply(Map.of()));
            assertEquals(List.of(8, 8), pipelines.apply(Map.of("pipeline", "8", "members", "node1")));
            IllegalArgumentException refused =
                    assertThrows(IllegalArgumentException.class, () -> pipelines.apply(Map.of("pipeline", "17")));
            assertTrue(refused.getMessage().contains("a number from 1 to 16"), refused.getMessage());
            refused = assertThrows(IllegalArgumentException.class, () -> pipelines.apply(Map.of("pipe", "2")));
            assertTrue(refused.getMessage().contains("there are members, pipeline"), refused.getMessage());
        }
    }

    @Test
    void shouldTakeAMemberThatComesBackAsANewOne() throws Exception {
        try (Cluster cluster = new Cluster(1)) {
            Cluster.Node node = cluster.add("node1", 1);
            TaskRuntime runtime = cluster.laboratory.runtime();
            node.link().cut();
            Cluster.await(() -> cluster.members.present().isEmpty(), "the member is not missed");
            Cluster.await(() -> runtime.workers().size() == 1, "the worker of an idle member is not retired");
            node.session().awaitEnd();
            cluster.add("node1", 2);
            assertEquals(2, runtime.rescanDevices().size());
            for (int number = 0; number < 20; number++) {
                runtime.task(TestCodelets.WAIT).submit();
            }
            runtime.waitAll();
        }
    }
}
