package org.asterism.driver.remote.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tasks whose data members copy to each other. */
@Timeout(120)
class DirectTasksTest {
    private static final int MEMBERS = 3;
    private static final int VECTORS = 6;
    private static final int ROUNDS = 40;
    private static final int LENGTH = 256;

    /** Chains of tasks, each of which increments a vector. */
    private static final class Chains {
        final double[][] content = new double[VECTORS][LENGTH];
        final List<DataHandle> handles = new ArrayList<>();
        final List<List<Task>> tasks = new ArrayList<>();

        Chains(TaskRuntime runtime) {
            for (double[] one : content) {
                handles.add(runtime.data().vector(one));
                tasks.add(new ArrayList<>());
            }
        }

        /** Checks what did not fail; returns the number of vectors. */
        int check() throws InterruptedException {
            int good = 0;
            for (int vector = 0; vector < VECTORS; vector++) {
                for (Task task : tasks.get(vector)) {
                    try {
                        task.await();
                    } catch (RuntimeException failed) {
                        assertTrue(task.failure().isPresent(), "a task has failed without a reason");
                    }
                }
                if (tasks.get(vector).stream().allMatch(task -> task.state() == TaskState.DONE)) {
                    try {
                        handles.get(vector).close();
                    } catch (RuntimeException lost) {
                        continue; // the last value was on a lost member only
                    }
                    for (double element : content[vector]) {
                        assertEquals(tasks.get(vector).size(), element, "vector " + vector);
                    }
                    good++;
                }
            }
            return good;
        }
    }

    private static Cluster cluster() {
        Cluster cluster = new Cluster(0);
        for (int member = 1; member <= MEMBERS; member++) {
            cluster.addReachable("node" + member, 1);
        }
        return cluster;
    }

    @Test
    void shouldRunTasksOnDataThatMembersHaveCopiedToEachOther() throws Exception {
        try (Cluster cluster = cluster()) {
            TaskRuntime runtime = cluster.laboratory.runtime();
            List<Worker> workers = runtime.workers();
            Chains chains = new Chains(runtime);
            for (int round = 0; round < ROUNDS; round++) {
                for (int vector = 0; vector < VECTORS; vector++) {
                    chains.tasks
                            .get(vector)
                            .add(runtime.task(TestCodelets.INCREMENT)
                                    .data(chains.handles.get(vector))
                                    .on(workers.get((round + vector) % MEMBERS))
                                    .submit());
                }
            }
            assertEquals(VECTORS, chains.check());
            assertEquals((long) VECTORS * (ROUNDS - 1) * LENGTH * Double.BYTES, cluster.streets.bytes());
        }
    }

    @RepeatedTest(10)
    void shouldLoseNothingWhenLinksBetweenMembersAreCut() throws Exception {
        Random random = new Random(Seed.take("shouldLoseNothingWhenLinksBetweenMembersAreCut"));
        try (Cluster cluster = cluster()) {
            TaskRuntime runtime = cluster.laboratory.runtime();
            List<Worker> workers = runtime.workers();
            Chains chains = new Chains(runtime);
            for (int round = 0; round < ROUNDS; round++) {
                for (int vector = 0; vector < VECTORS; vector++) {
                    chains.tasks
                            .get(vector)
                            .add(runtime.task(TestCodelets.INCREMENT)
                                    .data(chains.handles.get(vector))
                                    .on(workers.get(random.nextInt(MEMBERS)))
                                    .submit());
                    List<LinkPair> links = cluster.streets.links;
                    if (random.nextInt(30) == 0 && !links.isEmpty()) {
                        links.get(random.nextInt(links.size())).cut();
                    }
                }
            }
            assertEquals(VECTORS, chains.check());
        }
    }

    @RepeatedTest(20)
    void shouldChangeNoDataThatSurviveWhenMembersAreCutOff() throws Exception {
        Random random = new Random(Seed.take("shouldChangeNoDataThatSurviveWhenMembersAreCutOff"));
        try (Cluster cluster = cluster()) {
            TaskRuntime runtime = cluster.laboratory.runtime();
            Chains chains = new Chains(runtime);
            int cut = random.nextInt(VECTORS * ROUNDS);
            int secondCut = random.nextInt(VECTORS * ROUNDS * 2);
            for (int round = 0; round < ROUNDS; round++) {
                for (int vector = 0; vector < VECTORS; vector++) {
                    chains.tasks
                            .get(vector)
                            .add(runtime.task(TestCodelets.INCREMENT)
                                    .data(chains.handles.get(vector))
                                    .submit());
                    int number = round * VECTORS + vector;
                    if (number == cut) {
                        cluster.nodes.get("node1").link().cut();
                    }
                    if (number == secondCut) {
                        cluster.nodes.get("node2").link().cut();
                    }
                }
            }
            chains.check();
        }
    }
}
