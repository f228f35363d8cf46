package org.asterism.kit.policy.placement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.tck.FakeTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The stack of tasks that nobody has put in order yet. */
class IncomingTest {
    private static final int PUSHERS = 3;
    private static final int EACH = 20_000;

    private final Incoming incoming = new Incoming(false);

    private static Placed placed(long id) {
        return placed(id, 0);
    }

    private static Placed placed(long id, int priority) {
        return new Placed(new FakeTask(id, Scene.WORK, priority), null, id, 0, 0);
    }

    @Test
    void shouldGiveTheOldestFirst() {
        Placed one = placed(1);
        Placed two = placed(2);
        Placed three = placed(3);
        incoming.add(one);
        incoming.add(two);
        incoming.add(three);
        assertSame(one, incoming.takeAll());
        assertSame(two, one.next);
        assertSame(three, two.next);
        assertNull(three.next);
    }

    @Test
    void shouldTakeBackWhatCouldNotBePutInOrder() {
        Placed one = placed(1);
        Placed two = placed(2);
        incoming.add(one);
        incoming.add(two);
        Placed oldest = incoming.takeAll();
        Placed meanwhile = placed(3);
        incoming.add(meanwhile);
        incoming.addAll(oldest);
        assertEquals(3, incoming.size());
        assertSame(meanwhile, incoming.takeAll());
        assertSame(one, meanwhile.next);
        assertSame(two, one.next);
    }

    @Test
    void shouldKnowWhetherOneMayPrecedeInASortedQueue() {
        Incoming sorted = new Incoming(true);
        assertFalse(sorted.mayPrecede(Integer.MIN_VALUE), "there is none");
        sorted.add(placed(1, 5));
        sorted.add(placed(2, 3));
        assertTrue(sorted.mayPrecede(4));
        assertFalse(sorted.mayPrecede(5), "an equal one comes behind");
        sorted.forgetUrgent();
        Placed oldest = sorted.takeAll();
        assertFalse(sorted.mayPrecede(4));
        sorted.addAll(null);
        assertFalse(sorted.mayPrecede(4), "nothing came back");
        sorted.addAll(oldest);
        assertTrue(sorted.mayPrecede(4));
    }

    @Test
    void shouldCountWhatCameSinceAllWereTaken() {
        assertTrue(incoming.isEmpty());
        assertNull(incoming.takeAll());
        for (int round = 0; round < 2; round++) {
            for (int count = 0; count < 5; count++) {
                assertEquals(count, incoming.size());
                incoming.add(placed(count));
                assertFalse(incoming.isEmpty());
            }
            incoming.takeAll();
            assertTrue(incoming.isEmpty());
            assertEquals(0, incoming.size());
        }
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void shouldNeitherLoseNorDoubleNorMiscountWhatManyThreadsAdd() throws InterruptedException {
        AtomicInteger pushing = new AtomicInteger(PUSHERS);
        List<Thread> threads = new ArrayList<>();
        for (int pusher = 0; pusher < PUSHERS; pusher++) {
            int first = pusher;
            threads.add(Thread.ofPlatform().daemon().start(() -> {
                for (int number = 0; number < EACH; number++) {
                    incoming.add(placed((long) number * PUSHERS + first));
                }
                pushing.decrementAndGet();
            }));
        }
        long[] next = new long[PUSHERS];
        boolean isLast;
        do {
            isLast = pushing.get() == 0;
            int height = 0;
            for (Placed placed = incoming.takeAll(); placed != null; placed = placed.next) {
                height++;
                assertEquals(height, placed.height, "the number of those up to a task");
                int pusher = (int) (placed.stamp % PUSHERS);
                assertEquals(next[pusher]++, placed.stamp / PUSHERS, "the order of a thread's tasks");
            }
        } while (!isLast);
        for (Thread thread : threads) {
            thread.join();
        }
        for (long count : next) {
            assertEquals(EACH, count);
        }
    }
}
