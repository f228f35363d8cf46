package org.asterism.core.internal.runtime.waiting;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.asterism.api.TaskState;
import org.asterism.core.internal.context.ScopeTasks;
import org.asterism.core.internal.data.Handle;
import org.asterism.core.internal.task.Arbiter;
import org.asterism.core.internal.task.GraphNode;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.Progress;
import org.asterism.core.internal.task.Round;
import org.asterism.core.internal.task.Successors;
import org.asterism.core.internal.task.TagBoard;
import org.asterism.core.internal.task.TurnQueue;

/**
 * The graph of waits between tasks, tags and data, built without any register of tasks.
 *
 * <p>Every blocked task waits for an open tag, for its turn on data, or for another task: one that is ready, running,
 * blocked itself or promised. Each of these knows its successors. Tasks move on during the search. A node that was
 * missed, or has ended meanwhile, is no error.
 */
final class WaitGraph {
    /** The nodes that each node waits for; a node may occur twice. */
    private final Map<GraphNode, List<GraphNode>> predecessors = new IdentityHashMap<>();

    /** The tasks that wait for turns on data, by data. */
    private final Map<Handle, TurnQueue> queues = new IdentityHashMap<>();

    /** The nodes that cannot end, once a thread has requested them. */
    private Set<GraphNode> stuck;

    WaitGraph(Collection<? extends GraphNode> roots, TagBoard tags) {
        Map<Handle, List<Job>> users = new IdentityHashMap<>();
        ArrayDeque<GraphNode> open = new ArrayDeque<>();
        roots.forEach(node -> add(node, open));
        tags.forEachOpen(round -> {
            if (!Successors.isEmpty(round)) {
                add(round, open);
            }
        });
        for (GraphNode node = open.poll(); node != null; node = open.poll()) {
            GraphNode predecessor = node;
            node.forEachNext(next -> add(next, open).add(predecessor));
            Job carrier = node instanceof Round round ? round.carrier() : null;
            if (carrier != null && !carrier.state().isFinal()) {
                add(carrier, open); // which leads here by itself
            }
            if (node instanceof Job job) {
                Arbiter.forEachTurn(job, data -> addUser(job, data, users, open));
            }
        }
        users.forEach(this::addQueue);
        queues.values().forEach(this::connect);
        for (GraphNode root : roots) {
            if (root instanceof ScopeTasks scope) {
                jobs().filter(job -> scope.has(job) && job.state() != TaskState.CREATED)
                        .forEach(predecessors.get(scope)::add);
            }
        }
    }

    /** Notes a task that takes its turn on data, and with the first one all that wait for theirs there. */
    private void addUser(Job job, Handle data, Map<Handle, List<Job>> users, ArrayDeque<GraphNode> open) {
        List<Job> known = users.get(data);
        if (known == null) {
            known = new ArrayList<>(2);
            users.put(data, known);
            Arbiter.waiting(data).forEach(waiting -> add(waiting, open));
        }
        if (Progress.hasTurns(job)) {
            known.add(job);
        }
    }

    private void addQueue(Handle data, List<Job> users) {
        TurnQueue queue = TurnQueue.of(data, users);
        if (queue != null) {
            queues.put(data, queue);
            predecessors.put(queue, new ArrayList<>(1));
        }
    }

    private void connect(TurnQueue queue) {
        List<GraphNode> before = predecessors.get(queue);
        before.addAll(queue.inTheWay());
        TurnQueue elsewhere = queue.elsewhere() == null ? null : queues.get(queue.elsewhere());
        if (elsewhere != null) {
            before.add(elsewhere);
        }
        queue.forEachNext(waiting -> predecessors
                .computeIfAbsent(waiting, late -> new ArrayList<>(1))
                .add(queue));
    }

    private List<GraphNode> add(GraphNode node, ArrayDeque<GraphNode> open) {
        List<GraphNode> known = predecessors.get(node);
        if (known == null) {
            known = new ArrayList<>(2);
            predecessors.put(node, known);
            open.add(node);
        }
        return known;
    }

    /** The tasks that were found. */
    Stream<Job> jobs() {
        return predecessors.keySet().stream().filter(Job.class::isInstance).map(Job.class::cast);
    }

    /** Returns the nodes that a node waits for, each once. */
    List<GraphNode> predecessors(GraphNode node) {
        return predecessors.getOrDefault(node, List.of()).stream().distinct().toList();
    }

    /**
     * Tasks that wait for each other.
     *
     * <p>A task or a join ends when all it waits for has, a tag when one of its carriers has, and a task gets its turn
     * when those have ended that have theirs. Whatever can end by that rule is crossed out, beginning with what waits
     * for nothing; what is left cannot end, however the others move while one looks: the first of them to end would
     * need one that has ended before.
     *
     * @param awaited the node that the circle keeps from ending; null for any
     * @return each waits for the next one, and the last one for the first; empty if there is no circle
     */
    List<GraphNode> circle(GraphNode awaited) {
        return circleAmong(stuck(), awaited);
    }

    /** Returns the nodes that cannot end. They are searched once for all threads that look at the graph. */
    private synchronized Set<GraphNode> stuck() {
        if (stuck == null) {
            stuck = findStuck();
        }
        return stuck;
    }

    private Set<GraphNode> findStuck() {
        Map<GraphNode, Integer> left = new IdentityHashMap<>();
        Map<GraphNode, List<GraphNode>> followers = new IdentityHashMap<>();
        ArrayDeque<GraphNode> ending = new ArrayDeque<>();
        predecessors.forEach((node, before) -> {
            before.forEach(predecessor -> followers
                    .computeIfAbsent(predecessor, unused -> new ArrayList<>(2))
                    .add(node));
            left.put(node, node instanceof Round ? Math.min(1, before.size()) : before.size());
            if (before.isEmpty() || hasEnded(node)) {
                ending.add(node);
            }
        });
        for (GraphNode node = ending.poll(); node != null; node = ending.poll()) {
            if (left.remove(node) == null) {
                continue;
            }
            for (GraphNode follower : followers.getOrDefault(node, List.of())) {
                Integer rest = left.computeIfPresent(follower, (unused, count) -> count - 1);
                if (rest != null && rest == 0) {
                    ending.add(follower);
                }
            }
        }
        return left.keySet();
    }

    /** All that a node waits for, directly or behind others, and the node itself. */
    Set<GraphNode> behind(GraphNode awaited) {
        Set<GraphNode> found = Collections.newSetFromMap(new IdentityHashMap<>());
        ArrayDeque<GraphNode> open = new ArrayDeque<>(List.of(awaited));
        for (GraphNode node = open.poll(); node != null; node = open.poll()) {
            if (found.add(node)) {
                open.addAll(predecessors.getOrDefault(node, List.of()));
                if (node instanceof TurnQueue queue) {
                    open.addAll(queue.holders()); // also those that may give their turn back before they end
                }
            }
        }
        return found;
    }

    private static boolean hasEnded(GraphNode node) {
        return node instanceof Job job ? job.state().isFinal() : node instanceof Round round && round.isDone();
    }

    private List<GraphNode> circleAmong(Set<GraphNode> stuck, GraphNode awaited) {
        GraphNode node = awaited == null ? oldest(stuck) : stuck.contains(awaited) ? awaited : null;
        List<GraphNode> way = new ArrayList<>();
        Map<GraphNode, Integer> places = new IdentityHashMap<>();
        while (node != null) {
            Integer before = places.putIfAbsent(node, way.size());
            if (before != null) {
                return way.subList(before, way.size());
            }
            way.add(node);
            node = predecessors.get(node).stream()
                    .filter(stuck::contains)
                    .findFirst()
                    .orElse(null);
        }
        return List.of(); // joins of tags alone, which no task waits for
    }

    private static GraphNode oldest(Set<GraphNode> nodes) {
        return nodes.stream()
                .filter(Job.class::isInstance)
                .map(Job.class::cast)
                .min(Comparator.comparingLong(Job::id))
                .orElse(null);
    }
}
