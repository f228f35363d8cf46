package org.asterism.itest.trees;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.asterism.trace.TraceComponent;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.TraceTree;

/**
 * Follows tasks through the trees of a recording. Each task must come from the root, go down through components that
 * keep nothing, from one that keeps it to the next, and leave at a worker below the last one.
 */
final class WaysOfTasks {
    private final Map<String, TraceComponent> components = new HashMap<>();
    private String root;

    /** The component that keeps each task. */
    private final Map<Long, String> keepers = new HashMap<>();

    private final Map<String, Integer> stored = new HashMap<>();
    private final Set<Long> taken = new TreeSet<>();
    private int trees;

    void add(TraceEvent event) {
        switch (event) {
            case TraceEvent.TreeChanged it -> plant(it.tree().orElseThrow());
            case TraceEvent.Stored it -> store(it);
            case TraceEvent.Popped it -> pop(it);
            default -> {
                // Other events say nothing of places.
            }
        }
    }

    private void plant(TraceTree tree) {
        trees++;
        components.clear();
        tree.components().forEach(component -> components.put(component.name(), component));
        root = tree.components().isEmpty() ? null : tree.components().getFirst().name();
    }

    private void store(TraceEvent.Stored event) {
        assertTrue(components.containsKey(event.component()), () -> event + ": not one of " + components.keySet());
        leave(event);
        Set<String> from = keepers.containsKey(event.task()) ? below(keepers.get(event.task())) : reach(root);
        assertTrue(from.contains(event.component()), () -> event + ": no way to it from where the task was, " + from);
        keepers.put(event.task(), event.component());
        stored.merge(event.component(), 1, Integer::sum);
    }

    private void pop(TraceEvent.Popped event) {
        assertTrue(taken.add(event.task()), () -> event + ": the task was taken before");
        leave(event);
        String keeper = keepers.remove(event.task());
        assertNotNull(keeper, () -> event + ": no component has kept the task");
        TraceComponent last = components.get(keeper);
        String worker = event.worker().name();
        Predicate<String> isEnd = name -> {
            TraceComponent end = components.get(name);
            return end.kind().equals("worker") && end.workers().contains(worker);
        };
        assertTrue(
                isEnd.test(keeper) || below(keeper).stream().anyMatch(isEnd),
                () -> event + ": no way to the worker from " + last);
    }

    private void leave(TraceEvent.OfTask event) {
        String keeper = keepers.get(event.task());
        if (keeper != null) {
            int left = stored.merge(keeper, -1, Integer::sum);
            assertTrue(left >= 0, () -> event + ": " + keeper + " has " + left + " tasks");
        }
    }

    /** The components that a task can come to from one that keeps it, without being kept in between. */
    private Set<String> below(String keeper) {
        Set<String> all = new HashSet<>();
        components.get(keeper).children().forEach(child -> all.addAll(reach(child)));
        return all;
    }

    private Set<String> reach(String first) {
        Set<String> reached = new HashSet<>();
        Deque<String> open = new ArrayDeque<>();
        open.add(first);
        while (!open.isEmpty()) {
            TraceComponent component = components.get(open.poll());
            if (reached.add(component.name()) && !component.reservoir()) {
                open.addAll(component.children());
            }
        }
        return reached;
    }

    /** Checks that so many tasks have come and gone, and returns the number of trees. */
    int expectAllTaken(int tasks) {
        assertEquals(tasks, taken.size(), "tasks that workers took");
        assertEquals(Map.of(), keepers, "tasks that nobody took");
        assertEquals(Set.of(0), Set.copyOf(stored.values()), () -> "tasks in components: " + stored);
        return trees;
    }
}
