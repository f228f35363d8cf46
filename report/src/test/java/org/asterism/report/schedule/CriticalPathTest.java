package org.asterism.report.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.Task;
import org.asterism.api.data.DataHandle;
import org.asterism.report.fixture.Fakes;
import org.junit.jupiter.api.Test;

class CriticalPathTest {
    private static final Codelet WORK =
            Codelet.named("work").access().cpu(kernel -> {}).build();
    private static final Codelet ORDER = Codelet.without("order");

    /** A task with all that it waits for. */
    private static final class Node {
        final Task task;
        final Set<Node> predecessors = new LinkedHashSet<>();
        final double length;
        boolean executed;
        double chain;

        Node(long id, Codelet codelet, List<DataHandle> data, List<Access> modes, double length) {
            this.length = length;
            task = Fakes.partly(
                    Task.class,
                    Map.of(
                            "id",
                            arguments -> id,
                            "codelet",
                            arguments -> codelet,
                            "dataCount",
                            arguments -> data.size(),
                            "handle",
                            arguments -> data.get((int) arguments[0]),
                            "accessMode",
                            arguments -> modes.get((int) arguments[0])));
        }
    }

    /** Who is to be waited for on a piece of data. */
    private static final class Order {
        Access mode;
        List<Node> before = new ArrayList<>();
        List<Node> latest = new ArrayList<>();
    }

    private final List<Node> nodes = new ArrayList<>();
    private final CriticalPath path = new CriticalPath((task, visitor) -> nodes.stream()
            .filter(node -> node.predecessors.stream().anyMatch(each -> each.task == task))
            .forEach(node -> visitor.accept(node.task)));

    private Node submit(Codelet codelet, double length, List<DataHandle> data, List<Access> modes, Node... after) {
        Node node = new Node(nodes.size() + 1, codelet, data, modes, length);
        node.predecessors.addAll(List.of(after));
        nodes.add(node);
        path.submitted(node.task);
        return node;
    }

    private void execute(Node node) {
        node.executed = true;
        if (node.task.codelet() == WORK) {
            path.executed(node.task, node.length);
        }
    }

    @Test
    void shouldAddUpAChainThatIsNamed() {
        Node first = submit(WORK, 3, List.of(), List.of());
        Node second = submit(WORK, 4, List.of(), List.of(), first);
        submit(WORK, 5, List.of(), List.of());
        nodes.forEach(this::execute);

        assertEquals(7, path.longest());
        assertEquals(second, nodes.get(1));
        assertEquals(0, path.waiting());
    }

    @Test
    void shouldGoOnBehindTasksWithoutWork() {
        Node first = submit(WORK, 3, List.of(), List.of());
        Node second = submit(WORK, 6, List.of(), List.of());
        Node meeting = submit(ORDER, 0, List.of(), List.of(), first, second);
        submit(WORK, 4, List.of(), List.of(), submit(ORDER, 0, List.of(), List.of(), meeting));
        nodes.forEach(this::execute);

        assertEquals(10, path.longest());
    }

    @Test
    void shouldFollowALongChainOfTasksWithoutWork() {
        List<Node> chain = new ArrayList<>();
        for (int id = 1; id <= 100_000; id++) {
            chain.add(new Node(id, id == 1 ? WORK : ORDER, List.of(), List.of(), 1));
        }
        CriticalPath searched = new CriticalPath((task, visitor) -> {
            if (task.id() < chain.size()) {
                visitor.accept(chain.get((int) task.id()).task);
            }
        });
        searched.executed(chain.getFirst().task, 3);
        assertEquals(chain.size() - 1, searched.waiting());
    }

    @Test
    void shouldRememberTasksOnDataThatHaveEnded() {
        DataHandle handle = Fakes.validOn(0);
        for (Access mode : List.of(Access.W, Access.R, Access.R, Access.RW, Access.SCRATCH)) {
            execute(submit(WORK, 2, List.of(handle), List.of(mode)));
        }
        assertEquals(6, path.longest(), "two readers side by side between two writers");
    }

    @Test
    void shouldFindTheLongestChainOfRandomGraphsWhenTheyAreExecutedInAnyOrder() {
        long seed = System.nanoTime();
        for (int round = 0; round < 100; round++) {
            nodes.clear();
            assertRandom(new Random(seed + round), "seed " + seed + ", round " + round);
        }
    }

    private void assertRandom(Random random, String where) {
        CriticalPath searched = new CriticalPath((task, visitor) -> nodes.stream()
                .filter(node -> node.predecessors.stream().anyMatch(each -> each.task == task))
                .forEach(node -> visitor.accept(node.task)));
        Access[] modes = {Access.R, Access.R, Access.W, Access.RW, Access.COMMUTE, Access.REDUX};
        List<DataHandle> handles = List.of(Fakes.validOn(0), Fakes.validOn(0), Fakes.validOn(0));
        Order[] orders = {new Order(), new Order(), new Order()};
        double longest = 0;
        for (int step = 0; step < 150; step++) {
            if (step < 75 && random.nextBoolean()) {
                List<Access> chosen = new ArrayList<>();
                List<DataHandle> data = new ArrayList<>();
                Set<Node> predecessors = new LinkedHashSet<>();
                List<Order> touched = new ArrayList<>();
                for (int handle = 0; handle < 3; handle++) {
                    if (random.nextInt(2) == 0) {
                        Access mode = modes[random.nextInt(modes.length)];
                        chosen.add(mode);
                        data.add(handles.get(handle));
                        predecessors.addAll(enter(orders[handle], mode));
                        touched.add(orders[handle]);
                    }
                }
                List<Node> waiting =
                        nodes.stream().filter(node -> !node.executed).toList();
                if (!waiting.isEmpty() && random.nextInt(3) == 0) {
                    predecessors.add(waiting.get(random.nextInt(waiting.size())));
                }
                Node node = new Node(step + 1, WORK, data, chosen, 1 + random.nextInt(20));
                node.predecessors.addAll(predecessors);
                touched.forEach(order -> order.latest.add(node));
                nodes.add(node);
                searched.submitted(node.task);
            } else {
                List<Node> ready = nodes.stream()
                        .filter(node ->
                                !node.executed && node.predecessors.stream().allMatch(each -> each.executed))
                        .toList();
                if (!ready.isEmpty()) {
                    Node node = ready.get(random.nextInt(ready.size()));
                    node.chain = node.length
                            + node.predecessors.stream()
                                    .mapToDouble(each -> each.chain)
                                    .max()
                                    .orElse(0);
                    longest = Math.max(longest, node.chain);
                    searched.executed(node.task, node.length);
                    node.executed = true;
                }
            }
        }
        assertEquals(longest, searched.longest(), where);
    }

    /** Adds an access to the order of its data: says whom it waits for. */
    private static List<Node> enter(Order order, Access mode) {
        boolean shared = mode == Access.R || mode == Access.COMMUTE || mode == Access.REDUX;
        if (!shared || mode != order.mode) {
            if (!order.latest.isEmpty()) {
                order.before = order.latest;
            }
            order.latest = new ArrayList<>();
            order.mode = mode;
        }
        return order.before;
    }
}
