package org.asterism.policy.modular.internal.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.asterism.api.Architecture;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.tree.ComponentView;
import org.asterism.policy.modular.internal.tree.Node;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.tck.FakePolicyContext;
import org.asterism.tck.FakeTask;
import org.asterism.tck.FakeWorker;
import org.asterism.tck.VirtualClock;
import org.junit.jupiter.api.Test;

/** Trees whose workers come and go. */
class WorkerChangesTest {
    private static final Architecture CPU = Architecture.CPU;
    private static final Architecture CUDA = Architecture.CUDA;

    private static final List<String> TREES = List.of(
            "reservoir / chooser / each worker: passage",
            "reservoir / chooser / each architecture: reservoir(size=3) / chooser / each worker: reservoir(size=1)",
            "reservoir / chooser(a: chooser / each worker (arch=cuda): reservoir(size=2) / @end,"
                    + " b: chooser / each worker: passage / @end) where end = passage",
            "reservoir / chooser / each memory-node: each architecture: chooser");

    private static final class Named {
        private Named() {}

        static Map<String, List<String>> of(TreePolicy policy) {
            Map<String, List<String>> shapes = new LinkedHashMap<>();
            for (ComponentView view : policy.tree().orElseThrow().components()) {
                List<String> shape = new ArrayList<>(view.children());
                shape.add("workers " + view.workers());
                shape.add("area " + view.area());
                shapes.put(view.name(), shape);
            }
            return shapes;
        }
    }

    @Test
    void shouldLookLikeAFreshTreeAndLoseNoTaskHoweverWorkersChange() {
        long seed = Long.getLong("asterism.seed", System.nanoTime());
        System.out.println(
                "shouldLookLikeAFreshTreeAndLoseNoTaskHoweverWorkersChange: repeat with -Dasterism.seed=" + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 40; round++) {
            String description = TREES.get(round % TREES.size());
            String where = description + "; seed " + seed + ", round " + round;
            try (TreeUnderTest tree = new TreeUnderTest(new TestKinds(), description)) {
                Set<Task> inside = new HashSet<>();
                for (int step = 0; step < 30; step++) {
                    change(tree, random);
                    compareWithFresh(tree, description, where);
                    for (int tasks = random.nextInt(6); tasks > 0; tasks--) {
                        // Restricted ones have all stores emptied at each change: half of the trees have none.
                        inside.add(pushAny(tree, random, round % 8 < 4));
                    }
                    for (int pops = random.nextInt(4); pops > 0 && !tree.workers.isEmpty(); pops--) {
                        Task popped = tree.pop(random.nextInt(tree.workers.size()));
                        assertTrue(popped == null || inside.remove(popped), popped + " came out; " + where);
                    }
                }
                if (round % 2 == 0) {
                    List<Task> drained = tree.drain();
                    assertEquals(
                            drained.stream().map(Task::id).sorted().toList(),
                            drained.stream().map(Task::id).toList(),
                            where);
                    assertEquals(inside, new HashSet<>(drained), where);
                    assertEquals(inside.size(), drained.size(), where);
                } else {
                    tree.add(CPU, CPU, CUDA);
                    for (Task task : tree.runUntilAllSleep()) {
                        assertTrue(inside.remove(task), task + " came out; " + where);
                    }
                    assertEquals(Set.of(), inside, where);
                }
            }
        }
    }

    private static Task pushAny(TreeUnderTest tree, Random random, boolean restricted) {
        return switch (random.nextInt(restricted ? 3 : 2)) {
            case 0 -> tree.push(TreeUnderTest.CUDA);
            case 1 -> tree.push(TreeUnderTest.CPU);
            default -> tree.push(TreeUnderTest.CPU, worker -> worker.id() % 2 == 0 || worker.id() > 40);
        };
    }

    private static void change(TreeUnderTest tree, Random random) {
        int number = tree.workers.size();
        if (number > 0 && random.nextInt(3) == 0) {
            List<FakeWorker> leaving = new ArrayList<>();
            for (FakeWorker worker : tree.workers) {
                if (random.nextInt(3) == 0) {
                    leaving.add(worker);
                }
            }
            tree.remove(leaving.toArray(FakeWorker[]::new));
        } else if (number < 6) {
            tree.add(random.nextBoolean() ? CPU : CUDA);
        }
    }

    private static void compareWithFresh(TreeUnderTest tree, String description, String where) {
        FakePolicyContext context = new FakePolicyContext(Map.of(), new VirtualClock());
        context.setWorkers(tree.workers);
        TreePolicy fresh = new TestKinds().policy(description, context);
        fresh.addWorkers(List.<Worker>copyOf(tree.workers));
        assertEquals(Named.of(fresh), Named.of(tree.policy), where);
    }

    @Test
    void shouldKeepComponentsWhosePlaceStaysWithTheirTasks() {
        List<SchedulingComponent> made = new ArrayList<>();
        List<SchedulingComponent> closed = new ArrayList<>();
        TestKinds kinds = new TestKinds();
        kinds.add("store", List.of("size"), context -> {
            SchedulingComponent component = new Counting(context, closed);
            made.add(component);
            return component;
        });
        try (TreeUnderTest tree = new TreeUnderTest(kinds, "store / chooser / each worker: store(size=1)", CPU, CPU)) {
            assertEquals(3, made.size());
            for (int i = 0; i < 5; i++) {
                tree.push(TreeUnderTest.CPU);
            }
            tree.pop(0);
            tree.pop(1);
            tree.add(CPU);
            assertEquals(4, made.size(), "components made after a worker was added");
            tree.remove(tree.workers.getFirst());
            assertEquals(4, made.size(), "components made after a worker was removed");
            assertEquals(
                    List.of("store-2@cpu-0"),
                    closed.stream().map(Object::toString).toList());
            assertEquals(3, tree.runUntilAllSleep().size(), "tasks that were kept");
        }
        assertEquals(4, closed.size(), "components that were closed");
    }

    @Test
    void shouldNotTouchTasksThatCanStayWhereTheyAre() {
        List<Task> pushed = new ArrayList<>();
        TestKinds kinds = new TestKinds();
        kinds.add("watched", List.of(), context -> new TestKinds.Reservoir(context) {
            @Override
            public boolean push(Task task) {
                pushed.add(task);
                return super.push(task);
            }
        });
        try (TreeUnderTest tree = new TreeUnderTest(kinds, "watched / chooser / each worker", CPU, CPU)) {
            for (int i = 0; i < 5; i++) {
                tree.push(TreeUnderTest.CPU);
            }
            tree.add(CPU);
            tree.remove(tree.workers.getFirst());
            assertEquals(5, pushed.size(), "pushes to the root's store");
            assertEquals(5, tree.runUntilAllSleep().size());
        }
    }

    @Test
    void shouldNotTakeANewWorkerForOneOfItsNameThatHasLeft() {
        FakePolicyContext context = new FakePolicyContext(Map.of(), new VirtualClock());
        TreePolicy policy = new TestKinds().policy("reservoir / chooser / each worker: passage", context);
        FakeWorker one = new FakeWorker(0, CPU);
        FakeWorker other = new FakeWorker(0, CPU);
        policy.addWorkers(List.of(one));
        policy.removeWorkers(List.of(one));
        policy.addWorkers(List.of(other));
        FakeTask task = new FakeTask(1, TreeUnderTest.CPU, 0);
        policy.push(task);
        assertSame(task, policy.pop(other));
        assertNotSame(one, other);
    }

    @Test
    void shouldKeepTheWorkersOfEveryNodeRight() {
        List<ComponentContext> contexts = new ArrayList<>();
        TestKinds kinds = new TestKinds();
        kinds.add("watched", List.of(), context -> {
            contexts.add(context);
            return new TestKinds.Chooser(context);
        });
        try (TreeUnderTest tree =
                new TreeUnderTest(kinds, "reservoir / watched / each architecture: watched", CPU, CUDA, CPU)) {
            assertEquals("[cpu-0, cuda-1, cpu-2]", workersOf(contexts, "watched-1"));
            assertEquals("[cpu-0, cpu-2]", workersOf(contexts, "watched-2@cpu"));
            tree.remove(tree.workers.getFirst());
            assertEquals("[cuda-1, cpu-2]", workersOf(contexts, "watched-1"));
            assertEquals("[cpu-2]", workersOf(contexts, "watched-2@cpu"));
            assertTrue(context(contexts, "watched-2@cpu").workersInContext().isHomogeneous());
            tree.add(CUDA);
            assertEquals("[cuda-1, cuda-3]", workersOf(contexts, "watched-2@cuda"));
        }
    }

    private static String workersOf(List<ComponentContext> contexts, String name) {
        return context(contexts, name).workersInContext().toString();
    }

    private static ComponentContext context(List<ComponentContext> contexts, String name) {
        return contexts.stream()
                .filter(context -> context.name().equals(name))
                .findFirst()
                .map(context -> (Node) context)
                .orElseThrow();
    }

    private static final class Counting extends TestKinds.Reservoir {
        private final List<SchedulingComponent> closed;

        Counting(ComponentContext context, List<SchedulingComponent> closed) {
            super(context);
            this.closed = closed;
        }

        @Override
        public void close() {
            closed.add(this);
        }
    }
}
