package org.asterism.core.internal.task;

import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.asterism.api.TaskState;

/**
 * Tasks and tags that wait for each other in a circle. Detects a circle before it is closed, and describes it in words.
 */
public final class Circle {
    /** Of a long circle, so many nodes are named. */
    private static final int MOST_NAMED = 16;

    private Circle() {}

    /**
     * Refuses a dependency that would close a circle. If two threads add dependencies at the same time, a circle may
     * remain undetected here; a wait for these tasks reports it.
     *
     * @param successor the node that is to wait
     * @param predecessor the node that it is to wait for
     * @throws IllegalArgumentException if the predecessor waits for the successor already; the message names the circle
     */
    public static void refuse(GraphNode successor, GraphNode predecessor) {
        if (successor == predecessor) {
            throw new IllegalArgumentException(successor + " cannot wait for itself");
        }
        if (leadsNowhere(successor, predecessor)) {
            return;
        }
        List<GraphNode> circle = path(successor, predecessor);
        if (circle.isEmpty()) {
            return;
        }
        Collections.rotate(circle, 1); // it is about the successor
        boolean given = successor instanceof Round && predecessor instanceof Job;
        throw new IllegalArgumentException(
                given
                        ? predecessor + " cannot carry " + successor + ", since it comes after it: " + describe(circle)
                        : successor + " cannot wait for " + predecessor + ", since it comes before it: "
                                + describe(circle));
    }

    /**
     * Returns true if a quick check excludes a circle, which is the normal case. Nothing waits for the successor; or
     * the predecessor waits for nothing, or only for submitted tasks, while the successor is not submitted.
     */
    private static boolean leadsNowhere(GraphNode successor, GraphNode predecessor) {
        if (predecessor instanceof Job job
                && (job.waitsForNobody() || !job.mayBePartOfCircle() && !isSubmitted(successor))) {
            return true;
        }
        if (successor instanceof Round round) {
            return Successors.isEmpty(round);
        }
        if (!(successor instanceof Job job) || !Successors.isEmpty(job)) {
            return false;
        }
        for (Round round : job.tags()) {
            if (round == predecessor || !Successors.isEmpty(round)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isSubmitted(GraphNode node) {
        return node instanceof Job job && job.state() != TaskState.CREATED;
    }

    /** Whether a circle may be closed through a task that others wait for. */
    private static boolean mayLeadBack(Job predecessor) {
        return predecessor.mayBePartOfCircle() || predecessor.state() == TaskState.CREATED;
    }

    /**
     * Marks a task that is about to wait for another one, if a circle may be closed through both.
     *
     * @return whether the mark is new, for {@link #noteDependency}
     */
    static boolean markBefore(Job successor, Job predecessor) {
        return mayLeadBack(predecessor) && successor.markPartOfCircle();
    }

    /**
     * Passes the mark of a task on to those that wait for it. After the dependency was made: the compare-and-set that
     * made it stands between the mark and the look here, so the common case needs no fence of its own. Where a
     * processor lets the look pass, a circle that two threads close is found by the threads that wait for it.
     */
    static void noteDependency(Job successor, Job predecessor, boolean isMarkNew) {
        if (isMarkNew) {
            noteWaiting(successor);
        } else if (mayLeadBack(predecessor)) { // it may have been marked meanwhile
            notePartOfCircle(successor);
        }
    }

    /**
     * Notes that a circle may be closed through a task, and through all tasks that wait for it. Each task is visited
     * once in its life.
     */
    static void notePartOfCircle(Job task) {
        if (task.markPartOfCircle()) {
            // A thread that makes a task wait for this one meanwhile looks at the mark after its compare-and-set.
            VarHandle.fullFence();
            noteWaiting(task);
        }
    }

    /** Notes the same of all tasks that wait for one that was marked: mostly there are none yet. */
    static void noteWaiting(Job marked) {
        if (Successors.isEmpty(marked)) {
            return;
        }
        ArrayDeque<Job> open = new ArrayDeque<>();
        for (Job job = marked; job != null; job = open.poll()) {
            Successors.forEach(
                    job,
                    next -> { // what waits for a tag was marked then
                        if (next instanceof Job waiting && waiting.markPartOfCircle()) {
                            open.add(waiting);
                        }
                    });
            VarHandle.fullFence(); // between these marks and the looks at who waits for the tasks
        }
    }

    /**
     * The way from one node to another along those that wait, from the end to the beginning; empty if there is none.
     */
    private static List<GraphNode> path(GraphNode from, GraphNode to) {
        Map<GraphNode, GraphNode> reachedFrom = new IdentityHashMap<>();
        ArrayDeque<GraphNode> open = new ArrayDeque<>();
        open.add(from);
        while (!open.isEmpty() && !reachedFrom.containsKey(to)) {
            GraphNode node = open.poll();
            node.forEachNext(next -> {
                if (next != from && reachedFrom.putIfAbsent(next, node) == null) {
                    open.add(next);
                }
            });
        }
        if (!reachedFrom.containsKey(to)) {
            return List.of();
        }
        List<GraphNode> path = new ArrayList<>();
        for (GraphNode node = to; node != null; node = reachedFrom.get(node)) {
            path.add(node);
        }
        return path;
    }

    /**
     * Tells a circle.
     *
     * @param circle each waits for the next one, and the last one for the first
     * @return such as {@code a#1 waits for tag 7, which b#2 carries; b#2 waits for a#1}
     */
    public static String describe(List<GraphNode> circle) {
        List<GraphNode> named = new ArrayList<>(circle);
        named.removeIf(node -> node instanceof TagJoin); // the tags before and behind it tell it all
        int first = firstTask(named);
        Collections.rotate(named, -first);
        int unnamed = Math.max(0, named.size() - MOST_NAMED);
        named.add(named.getFirst());
        StringBuilder text = new StringBuilder();
        for (int index = 0; index + 1 < named.size(); index++) {
            if (unnamed > 0 && index == MOST_NAMED / 2) {
                text.append("; and so on, ").append(unnamed).append(" more");
                index += unnamed;
            }
            tell(named.get(index), named.get(index + 1), text);
        }
        return text.toString();
    }

    private static int firstTask(List<GraphNode> nodes) {
        for (int index = 0; index < nodes.size(); index++) {
            if (nodes.get(index) instanceof Job) {
                return index;
            }
        }
        return 0;
    }

    private static void tell(GraphNode node, GraphNode next, StringBuilder text) {
        boolean begins = node instanceof Job || text.isEmpty();
        if (begins) {
            text.append(text.isEmpty() ? "" : "; ")
                    .append(node)
                    .append(" waits for ")
                    .append(next);
        } else if (next instanceof Job) {
            text.append(", which ").append(next).append(node instanceof TurnQueue ? " has" : " carries");
        } else if (next instanceof TurnQueue) {
            text.append(", behind a task that waits for ").append(next);
        } else {
            text.append(", which waits for ").append(next);
        }
    }
}
