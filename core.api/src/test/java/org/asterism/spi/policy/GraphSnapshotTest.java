package org.asterism.spi.policy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.asterism.api.Task;
import org.asterism.api.TaskGraph;
import org.junit.jupiter.api.Test;

class GraphSnapshotTest {
    private static final int NO_LIMIT = GraphSnapshot.MOST_DEPENDENCIES;

    private final Map<Task, List<Task>> successors = new HashMap<>();
    private final TaskGraph graph =
            (task, visitor) -> successors.getOrDefault(task, List.of()).forEach(visitor);
    private long ids;

    private Task task(Task... waiting) {
        Task task = task(++ids);
        successors.put(task, List.of(waiting));
        return task;
    }

    private static Task task(long id) {
        return (Task) Proxy.newProxyInstance(
                Task.class.getClassLoader(),
                new Class<?>[] {Task.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "id" -> id;
                    case "toString" -> "#" + id;
                    case "equals" -> proxy == arguments[0];
                    case "hashCode" -> Long.hashCode(id);
                    default -> throw new IllegalStateException("nobody must ask a task for " + method.getName());
                });
    }

    @Test
    void shouldTellDepthsAndNumbersOfDescendants() {
        Task end = task();
        Task middle = task(end, end); // which shares two data with it
        Task side = task(end);
        Task deep = task(middle, side);
        Task wide = task(task(), task(), task(), task());
        Task alone = task();
        GraphSnapshot found = GraphSnapshot.of(graph, List.of(alone, wide, deep, middle));
        assertEquals(10, found.size());
        assertArrayEquals(
                new int[] {0, 1, 2, 1}, IntStream.of(found.depths()).limit(4).toArray());
        assertArrayEquals(
                new int[] {0, 4, 3, 1},
                IntStream.of(found.descendants(1)).limit(4).toArray());
    }

    @Test
    void shouldNumberTasks() {
        Task end = task();
        Task first = task(end);
        GraphSnapshot found = GraphSnapshot.of(graph, List.of(first, first));
        assertEquals(2, found.size());
        assertSame(end, found.task(1));
        assertEquals(0, found.number(first));
        assertEquals(1, found.number(end));
        assertEquals(-1, found.number(task()));
        assertEquals(
                "the snapshot has no task 2: its tasks have numbers from 0 to 1",
                assertThrows(IndexOutOfBoundsException.class, () -> found.task(2))
                        .getMessage());
    }

    @Test
    void shouldBeEmptyWithoutTasks() {
        GraphSnapshot found = GraphSnapshot.of(graph, List.of());
        assertEquals(0, found.size());
        assertEquals(0, found.depths().length);
        assertEquals(0, found.descendants(1).length);
    }

    @Test
    void shouldFollowAMillionTasksInARow() {
        int length = 1_000_000;
        List<Task> chain = new ArrayList<>(length);
        for (int id = 1; id <= length; id++) {
            chain.add(task(id));
        }
        TaskGraph row = (task, visitor) -> {
            if (task.id() < length) {
                visitor.accept(chain.get((int) task.id()));
            }
        };
        GraphSnapshot found = GraphSnapshot.of(row, chain.subList(0, 1));
        assertEquals(length, found.size());
        assertEquals(length - 1, found.depths()[0]);
    }

    @Test
    void shouldNoteALimitedNumberOfDependencies() {
        List<Task> tasks = new ArrayList<>();
        for (int id = 1; id <= 200; id++) {
            tasks.add(task(id));
        }
        List<Task> last = tasks.subList(100, 200);
        TaskGraph all = (task, visitor) -> {
            if (task.id() <= 100) {
                last.forEach(visitor);
            }
        };
        GraphSnapshot found = new GraphSnapshot(all, tasks, 7_050);
        assertEquals(200, found.size());
        assertEquals(7_050, found.dependencies());
        for (int[] ranks : List.of(found.depths(), found.descendants(1))) {
            assertTrue(ranks[0] > 0 && ranks[70] > 0, "tasks whose dependencies were noted");
            assertEquals(0, ranks[71], "a task whose dependencies were not");
        }
    }

    @Test
    void shouldCountDescendantsOnce() {
        Random random = new Random(7);
        List<Task> tasks = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            List<Task> waiting = new ArrayList<>();
            for (int edge = 0; edge < 2 && i > 0; edge++) {
                waiting.add(tasks.get(random.nextInt(i)));
            }
            tasks.add(task(waiting.toArray(Task[]::new)));
        }
        GraphSnapshot found = new GraphSnapshot(graph, tasks, NO_LIMIT);
        // Here each task comes before its successors if the last ones come first.
        Descendants descendants = new Descendants(
                found, IntStream.range(0, 300).map(place -> 299 - place).toArray());
        int[] estimates = descendants.estimate(1);
        assertArrayEquals(descendants.count(), found.descendants(1));
        double off = 0;
        for (int number = 0; number < estimates.length; number++) {
            int counted = reached(found.task(number)).size();
            assertEquals(counted, found.descendants(1)[number]);
            off += Math.abs(estimates[number] - counted) / (counted + 1.0);
        }
        assertTrue(off / estimates.length < 0.4, "mean error of the estimates: " + off / estimates.length);
    }

    private Set<Task> reached(Task from) {
        Set<Task> reached = new HashSet<>();
        List<Task> open = new ArrayList<>(successors.get(from));
        while (!open.isEmpty()) {
            Task next = open.removeLast();
            if (reached.add(next)) {
                open.addAll(successors.get(next));
            }
        }
        return reached;
    }

    @Test
    void shouldRankTasksThatSeemToWaitForThemselves() {
        Task one = task(1);
        Task other = task(2);
        TaskGraph circle = (task, visitor) -> visitor.accept(task == one ? other : one);
        assertEquals(2, GraphSnapshot.of(circle, List.of(one)).depths().length);
    }
}
