package org.asterism.kit.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.asterism.api.Task;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class StampedTasksTest {
    private record Entry(Task task, long stamp) {}

    private final StampedTasks tasks = new StampedTasks();
    private final List<Entry> added = new ArrayList<>();

    private void add(long stamp) {
        int number = added.size();
        Task task = (Task) Proxy.newProxyInstance(
                Task.class.getClassLoader(),
                new Class<?>[] {Task.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "toString" -> "#" + number + " at " + stamp;
                    case "equals" -> proxy == arguments[0];
                    case "hashCode" -> number;
                    default -> throw new IllegalStateException("nobody must ask a task for " + method.getName());
                });
        added.add(new Entry(task, stamp));
        tasks.accept(task, stamp);
    }

    private void assertTakenByStamp() {
        assertEquals(added.size(), tasks.size());
        List<Entry> taken = new ArrayList<>();
        tasks.takeAll((task, stamp) -> taken.add(new Entry(task, stamp)));
        added.sort(Comparator.comparingLong(Entry::stamp)); // which keeps equals in their order
        assertEquals(added, taken);
        assertEquals(0, tasks.size());
        tasks.takeAll(task -> taken.add(null));
        assertEquals(added, taken, "the second time there must be none");
    }

    @Test
    void shouldGiveOutTasksThatCameInOrder() {
        for (int stamp = -500; stamp < 500; stamp++) {
            add(stamp / 2);
        }
        assertTakenByStamp();
    }

    @Test
    void shouldGiveOutTasksThatCameTheNewestFirst() {
        for (int round = 0; round < 2; round++) { // a round may be in order, and the next one in reverse
            for (int stamp = 40; stamp > 0; stamp -= 7) {
                add(stamp);
            }
            assertTakenByStamp();
            added.clear();
            add(1);
            add(2);
            assertTakenByStamp();
            added.clear();
        }
    }

    @Test
    void shouldMixTheTasksOfSeveralQueues() {
        for (int queue = 0; queue < 7; queue++) {
            for (int stamp = queue; stamp < 1000; stamp += 7) {
                add(stamp);
            }
        }
        assertTakenByStamp();
    }

    @Test
    void shouldKeepTasksOfTheSameStampInTheirOrder() {
        for (int number = 0; number < 1000; number++) {
            add(number % 10);
        }
        assertTakenByStamp();
    }

    @Test
    void shouldSortStampsThatAreFarApart() {
        add(Long.MAX_VALUE);
        add(0);
        add(Long.MIN_VALUE);
        add(1L << 40);
        add(-1);
        assertTakenByStamp();
    }

    @RepeatedTest(20)
    void shouldGiveOutAnyStampsInOrder() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        List<Long> stamps = new ArrayList<>();
        int range = 1 << random.nextInt(12);
        for (int number = random.nextInt(500); number >= 0; number--) {
            stamps.add((long) random.nextInt(range));
        }
        Collections.shuffle(stamps, random);
        System.out.println("shouldGiveOutAnyStampsInOrder: seed " + seed);
        stamps.forEach(this::add);
        assertTakenByStamp();
    }
}
