package org.asterism.kit.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.asterism.api.Task;
import org.junit.jupiter.api.Test;

class PriorityBucketsTest {
    private static Task task() {
        return (Task) Proxy.newProxyInstance(
                Task.class.getClassLoader(), new Class<?>[] {Task.class}, (proxy, method, arguments) -> {
                    throw new IllegalStateException("the buckets must not ask the task for " + method.getName());
                });
    }

    /** The seed is shown by a failure and repeated with {@code -Dasterism.seed=N}. */
    @Test
    void shouldGiveTheOldestOfTheHighestPriorityWhateverWasAddedAndTaken() {
        long seed = Long.getLong("asterism.seed", System.nanoTime());
        Random random = new Random(seed);
        PriorityBuckets buckets = new PriorityBuckets();
        TreeMap<Integer, ArrayDeque<Task>> model = new TreeMap<>(Comparator.reverseOrder());
        long size = 0;
        for (int step = 0; step < 200_000; step++) {
            // Waves of growing and shrinking, over few priorities and over very many, which are forgotten again.
            boolean growing = (step / 20_000) % 2 == 0;
            if (random.nextInt(10) < (growing ? 7 : 3)) {
                int priority = step % 50_000 < 25_000 ? random.nextInt(5) - 2 : random.nextInt();
                Task added = task();
                buckets.add(added, priority, step);
                model.computeIfAbsent(priority, any -> new ArrayDeque<>()).add(added);
                size++;
            } else if (size == 0) {
                assertNull(buckets.take(), "seed " + seed);
            } else {
                assertEquals(model.firstKey(), buckets.highestPriority(), "seed " + seed);
                assertSame(model.firstEntry().getValue().poll(), buckets.take(), "seed " + seed + ", step " + step);
                if (model.firstEntry().getValue().isEmpty()) {
                    model.pollFirstEntry();
                }
                size--;
            }
            assertEquals(size, buckets.size(), "seed " + seed);
        }
    }

    /** Insertion at both ends and in the middle, and removal from there, across the ends of the rings. */
    @Test
    void shouldKeepWhatIsInsertedByItsStampAndRemoveWhatItIsToldTo() {
        record Kept(Task task, int priority, long stamp) {}
        long seed = Long.getLong("asterism.seed", System.nanoTime());
        Random random = new Random(seed);
        PriorityBuckets buckets = new PriorityBuckets();
        List<Kept> model = new ArrayList<>();
        Comparator<Kept> order =
                Comparator.<Kept>comparingInt(kept -> -kept.priority).thenComparingLong(kept -> kept.stamp);
        for (int step = 0; step < 20_000; step++) {
            boolean growing = (step / 100) % 2 == 0;
            if (random.nextInt(10) < (growing ? 7 : 3)) {
                boolean before = random.nextBoolean();
                Kept kept = new Kept(task(), random.nextInt(4), random.nextInt(60));
                buckets.insert(kept.task, kept.priority, kept.stamp, before);
                int place = 0;
                while (place < model.size() && order.compare(model.get(place), kept) < (before ? 0 : 1)) {
                    place++;
                }
                model.add(place, kept);
            } else if (!model.isEmpty() && random.nextBoolean()) {
                Kept removed = model.remove(random.nextInt(model.size()));
                assertTrue(buckets.remove(removed.task, removed.priority, removed.stamp), "seed " + seed);
                assertFalse(buckets.remove(removed.task, removed.priority, removed.stamp), "seed " + seed);
            } else {
                Kept first = model.isEmpty() ? null : model.removeFirst();
                assertSame(first == null ? null : first.task, buckets.take(), "seed " + seed + ", step " + step);
            }
            assertEquals(model.size(), buckets.size(), "seed " + seed);
            if (!model.isEmpty()) {
                assertSame(model.getFirst().task, buckets.first(), "seed " + seed);
                assertEquals(model.getFirst().stamp, buckets.highestStamp(), "seed " + seed);
            }
        }
    }

    @Test
    void shouldHandOutAllWithTheirStamps() {
        PriorityBuckets buckets = new PriorityBuckets();
        for (int stamp = 0; stamp < 100; stamp++) {
            buckets.add(task(), stamp % 7 == 0 ? Integer.MIN_VALUE : Integer.MAX_VALUE, stamp);
        }
        List<Long> stamps = new ArrayList<>();
        buckets.takeAll((task, stamp) -> stamps.add(stamp));
        assertEquals(100, stamps.stream().distinct().count());
        assertEquals(0, buckets.size());
    }
}
