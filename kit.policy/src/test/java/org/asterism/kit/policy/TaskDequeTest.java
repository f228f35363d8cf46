package org.asterism.kit.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.asterism.api.Architecture;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
class TaskDequeTest {
    /** Ways in which the tasks of a test are added. */
    enum Adding {
        BY_OTHERS,
        BY_OWNER,
        BY_BOTH
    }

    private static final long CPU = 1L << Architecture.CPU.index();
    private static final long CUDA = 1L << Architecture.CUDA.index();
    private static final Worker CORE = worker(Architecture.CPU);
    private static final Worker GPU = worker(Architecture.CUDA);

    @Parameter
    private Adding adding;

    private final List<Integer> exhausted = new ArrayList<>();
    private final TaskDeque deque = new TaskDeque(true, exhausted::add);
    private long stamp;

    private static Worker worker(Architecture architecture) {
        return (Worker) Proxy.newProxyInstance(
                Worker.class.getClassLoader(),
                new Class<?>[] {Worker.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "architecture" -> architecture;
                    case "canExecute" -> {
                        Task task = (Task) arguments[0];
                        // Of the restricted tasks, those of an odd priority are for this kind of worker.
                        yield (task.architectureSet() & (1L << architecture.index())) != 0
                                && (!task.isRestricted() || task.priority() % 2 != 0);
                    }
                    default -> throw new IllegalStateException("a deque must not ask a worker for " + method.getName());
                });
    }

    private Task add(long architectures, int priority, boolean restricted) {
        long id = stamp;
        Task task = (Task) Proxy.newProxyInstance(
                Task.class.getClassLoader(),
                new Class<?>[] {Task.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "architectureSet" -> architectures;
                    case "priority" -> priority;
                    case "isRestricted" -> restricted;
                    case "id" -> id;
                    case "toString" -> "#" + id + " of priority " + priority;
                    case "equals" -> proxy == arguments[0];
                    case "hashCode" -> (int) id;
                    default -> throw new IllegalStateException("a deque must not ask a task for " + method.getName());
                });
        add(deque, task, stamp++);
        return task;
    }

    private void add(TaskDeque to, Task task, long at) {
        if (adding == Adding.BY_OWNER || adding == Adding.BY_BOTH && at / 3 % 2 == 0) {
            to.addByOwner(task, at);
        } else {
            to.add(task, at);
        }
    }

    private Task add(int priority) {
        return add(CPU, priority, false);
    }

    @Test
    void shouldGiveItsOwnerTheOldestAndThievesTheNewestOfTheHighestPriority() {
        Task low = add(-1);
        Task first = add(3);
        Task second = add(3);
        Task third = add(3);
        assertSame(third, deque.stealFor(CORE));
        assertSame(first, deque.takeFor(CORE));
        assertSame(second, deque.stealFor(CORE));
        assertSame(low, deque.stealFor(CORE));
        assertNull(deque.takeFor(CORE));
        assertTrue(deque.isEmpty());
    }

    @Test
    void shouldGiveAThiefHalfOfTheTasksOfAPriority() {
        Task low = add(-1);
        List<Task> high = new ArrayList<>();
        for (int count = 0; count < 8; count++) {
            high.add(add(3));
        }
        List<Task> along = new ArrayList<>();
        List<Long> stamps = new ArrayList<>();
        assertSame(high.get(7), deque.stealFor(CORE, 2, (task, itsStamp) -> along.add(task)), "no more than asked for");
        assertEquals(List.of(high.get(6), high.get(5)), along);
        along.clear();
        Task stolen = deque.stealFor(CORE, 16, (task, itsStamp) -> {
            along.add(task);
            stamps.add(itsStamp);
        });
        assertSame(high.get(4), stolen);
        assertEquals(List.of(high.get(3), high.get(2)), along, "half of four");
        assertEquals(List.of(4L, 3L), stamps);
        along.clear();
        assertSame(high.get(1), deque.stealFor(CORE, 16, (task, itsStamp) -> along.add(task)));
        assertSame(high.get(0), deque.stealFor(CORE, 16, (task, itsStamp) -> along.add(task)));
        assertSame(low, deque.stealFor(CORE, 16, (task, itsStamp) -> along.add(task)));
        assertEquals(List.of(), along);
        assertNull(deque.stealFor(GPU, 16, (task, itsStamp) -> along.add(task)));
        assertEquals(List.of(Architecture.CUDA.index()), exhausted);
    }

    @Test
    void shouldGiveAThiefRestrictedTasksOneByOne() {
        Task first = add(CPU, 3, true);
        Task second = add(CPU, 3, true);
        add(CPU, 2, true);
        List<Task> along = new ArrayList<>();
        assertSame(first, deque.stealFor(CORE, 16, (task, itsStamp) -> along.add(task)));
        assertSame(second, deque.stealFor(CORE, 16, (task, itsStamp) -> along.add(task)));
        assertNull(deque.stealFor(CORE, 16, (task, itsStamp) -> along.add(task)));
        assertEquals(List.of(), along);
    }

    @Test
    void shouldIgnorePrioritiesWhenTold() {
        TaskDeque equals = new TaskDeque(false);
        Task low = add(1);
        Task high = add(2);
        add(equals, low, 0);
        add(equals, high, 1);
        assertSame(low, equals.takeFor(CORE));
        assertSame(high, equals.takeFor(CORE));
    }

    @Test
    void shouldHideNothingBehindTasksThatATakerCannotExecute() {
        add(CUDA, 9, false);
        add(CPU, 8, true);
        Task low = add(1);
        Task odd = add(CPU, 7, true);
        assertSame(odd, deque.stealFor(CORE));
        assertSame(low, deque.stealFor(CORE));
        assertNull(deque.stealFor(CORE));
        assertNull(deque.takeFor(CORE));
        assertEquals(2, deque.size());
    }

    @Test
    void shouldMergeTheTasksOfSeveralArchitecturesByAge() {
        Task first = add(CPU, 0, false);
        Task second = add(CPU | CUDA, 0, false);
        Task third = add(CPU, 1, true);
        Task fourth = add(CPU, 0, false);
        assertSame(third, deque.takeFor(CORE));
        assertSame(first, deque.takeFor(CORE));
        assertSame(fourth, deque.stealFor(CORE));
        assertSame(second, deque.takeFor(GPU));
    }

    @Test
    void shouldTellThatThereIsNothingForAnArchitectureOnlyIfThereIsNothing() {
        add(CPU, 0, false);
        assertNull(deque.stealFor(GPU));
        assertEquals(List.of(Architecture.CUDA.index()), exhausted);
        Task restricted = add(CPU, 2, true);
        assertEquals(0, deque.stealFor(CORE).priority());
        assertNull(deque.stealFor(CORE), "a task that this worker cannot execute");
        assertEquals(1, exhausted.size(), "another worker of the architecture can execute " + restricted);
        assertNull(new TaskDeque(true, any -> exhausted.add(any)).takeFor(CORE));
        assertEquals(1, exhausted.size(), "its owner does not come as a thief");
    }

    @Test
    void shouldHandOutEverythingOnceEvenIfItIsAddedAgain() {
        for (int i = 0; i < 20; i++) {
            add(CPU, i % 4, i % 3 == 0);
        }
        List<Long> stamps = new ArrayList<>();
        deque.takeAll((task, at) -> {
            stamps.add(at);
            add(deque, task, at);
        });
        assertEquals(LongStream.range(0, 20).boxed().toList(), stamps);
        assertEquals(20, deque.size());
    }

    /** The sink of a theft is called with the takers' lock held. */
    @Test
    @Timeout(60)
    void shouldLetOthersAddWhileAThiefTakes() {
        TaskDeque victim = new TaskDeque(true);
        for (int count = 0; count < 3; count++) {
            victim.add(add(0), stamp);
        }
        victim.stealFor(CORE, 1, (task, itsStamp) -> victim.add(task, stamp));
        assertEquals(2, victim.size());
    }

    /** Sorting each of them in takes time in the square of their number: 2.5 s for a quarter of them on one machine. */
    @Test
    @Timeout(20)
    void shouldTakeManyTasksOfLowerStampsInTheOrderInWhichTheyCome() {
        int half = 200_000;
        TaskDeque many = new TaskDeque(true);
        Task urgent = add(1);
        Task task = add(0);
        for (int count = 0; count < half; count++) {
            add(many, task, 2 * count + 1);
        }
        for (int count = 0; count < half; count++) {
            add(many, task, 2 * count);
        }
        add(many, urgent, 2 * half);
        assertSame(urgent, many.takeFor(CORE));
        assertEquals(2 * half, many.size());
        assertSame(task, many.stealFor(CORE));
    }

    @Test
    void shouldHandOutTasksOnceWhateverTheirStamps() {
        List<Task> taken = new ArrayList<>();
        TaskDeque shuffled = new TaskDeque(true);
        for (int count = 0; count < 100; count++) {
            add(shuffled, add(count % 3), 7 * count % 100);
        }
        for (Task task = shuffled.takeFor(CORE); task != null; task = shuffled.takeFor(CORE)) {
            taken.add(task);
            Task stolen = shuffled.stealFor(CORE, 2, (other, itsStamp) -> taken.add(other));
            if (stolen != null) {
                taken.add(stolen);
            }
        }
        assertEquals(100, taken.size());
        assertEquals(100, taken.stream().distinct().count());
        assertTrue(shuffled.isEmpty());
    }

    /** The seed is shown by a failure and repeated with {@code -Dasterism.seed=N}. */
    @Test
    void shouldAgreeWithASortedListWhateverIsAddedAndTaken() {
        agreeWithASortedList(4);
    }

    @Test
    void shouldAgreeWithAListWhileAllPrioritiesAre0() {
        agreeWithASortedList(1);
    }

    private void agreeWithASortedList(int priorities) {
        long seed = Long.getLong("asterism.seed", System.nanoTime());
        Random random = new Random(seed);
        List<Task> model = new ArrayList<>();
        for (int step = 0; step < 20_000; step++) {
            boolean growing = step / 2_000 % 2 == 0;
            if (random.nextInt(10) < (growing ? 7 : 3)) {
                model.add(add(
                        random.nextBoolean() ? CPU : CPU | CUDA, random.nextInt(priorities) - priorities / 2, false));
                continue;
            }
            boolean steals = random.nextBoolean();
            Task expected = null;
            for (Task each : model) {
                if (expected == null
                        || each.priority() > expected.priority()
                        || steals && each.priority() == expected.priority()) {
                    expected = each;
                }
            }
            List<Task> along = new ArrayList<>();
            Task taken = !steals
                    ? deque.takeFor(CORE)
                    : random.nextBoolean()
                            ? deque.stealFor(CORE)
                            : deque.stealFor(CORE, random.nextInt(4), (task, itsStamp) -> along.add(task));
            assertSame(expected, taken, "seed " + seed);
            model.remove(expected);
            for (Task other : along) {
                assertEquals(expected.priority(), other.priority(), "seed " + seed);
                assertTrue(model.remove(other), "taken along once, seed " + seed);
            }
            assertEquals(model.size(), deque.size(), "seed " + seed);
        }
    }
}
