package org.asterism.kit.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import org.asterism.api.Codelet;
import org.asterism.api.Task;
import org.asterism.tck.FakeTask;
import org.junit.jupiter.api.Test;

class ArrivalsTest {
    private static final Codelet CODELET =
            Codelet.named("any").cpu(kernel -> {}).build();
    private static final int MOST_TAKEN = 15;

    private final Arrivals arrivals = new Arrivals();
    private final Set<Arrivals.Chunk> chunks = new HashSet<>();
    private final Queue<Task> expected = new ArrayDeque<>();
    private long added;

    private void add() {
        Task task = new FakeTask(added, CODELET, 0);
        expected.add(task);
        arrivals.add(task, 0, added++);
    }

    private void take() {
        assertSame(expected.poll(), arrivals.take());
    }

    /** Counts the tasks that a garbage collector would find in the chunks that were ever seen. */
    private long reachable() {
        for (Arrivals.Chunk chunk = arrivals.taking.chunk; chunk != null; chunk = chunk.next) {
            chunks.add(chunk);
        }
        long count = 0;
        for (Arrivals.Chunk chunk : chunks) {
            for (Task task : chunk.tasks) {
                count += task == null ? 0 : 1;
            }
        }
        return count;
    }

    @Test
    void shouldForgetTakenTasksWhenEmpty() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            for (int count = random.nextInt(30); count > 0; count--) {
                add();
            }
            while (!expected.isEmpty()) {
                take();
            }
            assertEquals(0, reachable(), "seed " + seed + ", round " + round);
        }
        assertTrue(chunks.size() > 1, "the taker reached a second chunk");
    }

    @Test
    void shouldKeepFewTakenTasksWhileOthersWait() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int step = 0; step < 5_000; step++) {
            if (random.nextInt(5) < 3) {
                add();
            } else {
                take();
            }
            assertTrue(reachable() <= expected.size() + MOST_TAKEN, "seed " + seed + ", step " + step);
        }
        while (!expected.isEmpty()) {
            take();
            assertTrue(reachable() <= expected.size() + MOST_TAKEN, "seed " + seed);
        }
        assertEquals(0, reachable(), "seed " + seed);
    }
}
