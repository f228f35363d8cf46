package org.asterism.policy.heteroprio.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Comparator;
import java.util.Random;
import java.util.TreeMap;
import org.asterism.api.Architecture;
import org.asterism.api.Worker;
import org.asterism.kit.policy.RankedTasks;
import org.asterism.tck.FakeTask;
import org.asterism.tck.FakeWorker;
import org.junit.jupiter.api.Test;

class RankedTasksTest {
    private final FakeWorker worker = new FakeWorker(0, Architecture.CPU);
    private final RankedTasks tasks = new RankedTasks();
    private final RankedTasks.Taken taken = new RankedTasks.Taken();

    private record Place(long rank, long stamp) {}

    @Test
    void shouldGiveTheHighestRankAndThenTheLowestStampWhateverIsTakenInBetween() {
        long seed = 12345;
        Random random = new Random(seed);
        TreeMap<Place, FakeTask> expected =
                new TreeMap<>(Comparator.comparingLong(Place::rank).reversed().thenComparingLong(Place::stamp));
        RankedTasks.Taken[] found = new RankedTasks.Taken[8];
        java.util.Arrays.setAll(found, index -> new RankedTasks.Taken());
        for (int step = 1; step <= 5000; step++) {
            int kind = random.nextInt(5);
            if (kind < 3) {
                FakeTask task = new FakeTask(step, Scene.GEMM, 0);
                if (random.nextInt(4) == 0) {
                    task.where((Worker any) -> true);
                }
                long rank = random.nextInt(20) - 10;
                tasks.add(task, rank, step);
                expected.put(new Place(rank, step), task);
            } else if (kind == 3) {
                assertEquals(!expected.isEmpty(), tasks.take(worker, taken));
                if (!expected.isEmpty()) {
                    assertSame(expected.pollFirstEntry().getValue(), taken.task(), "seed " + seed);
                }
            } else {
                int count = tasks.peek(found);
                if (count > 0) {
                    RankedTasks.Taken chosen = found[random.nextInt(count)];
                    assertTrue(tasks.take(chosen));
                    assertFalse(tasks.take(chosen), "it has gone");
                    assertSame(chosen.task(), expected.remove(new Place(chosen.rank(), chosen.stamp())));
                }
            }
            assertEquals(expected.size(), tasks.size());
        }
    }

    @Test
    void shouldNotGiveARestrictedTaskToAWorkerThatCannotExecuteIt() {
        tasks.add(new FakeTask(1, Scene.GEMM, 0).where((Worker any) -> any.id() == 7), 9, 1);
        tasks.add(new FakeTask(2, Scene.GEMM, 0), 1, 2);
        assertEquals(1, tasks.firstRank(worker));
        assertTrue(tasks.take(worker, taken));
        assertEquals(2, taken.task().id());
        assertFalse(tasks.take(worker, taken));
        assertTrue(tasks.take(new FakeWorker(7, Architecture.CPU), taken));
        assertEquals(9, taken.rank());
    }
}
