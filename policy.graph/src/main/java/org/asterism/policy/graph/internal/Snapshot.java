package org.asterism.policy.graph.internal;

import java.util.Arrays;
import org.asterism.api.Task;
import org.asterism.spi.policy.TaskGraph;

/**
 * The part of the task graph that is found from some tasks, with the tasks numbered as they are found. Found step by step, not by recursion,
 * so that long chains do not overflow the stack. It notes a limited number of edges: where each of many tasks has many
 * successors, as on both sides of a tag, all of them would fill the memory. For one thread.
 */
final class Snapshot {
    /** So many edges take 128 MiB. */
    static final int MOST_EDGES = 1 << 25;

    private Task[] tasks = new Task[1024];
    private int size;

    /** For each task, where its successors begin; they end where the next one's begin. */
    private int[] begins = new int[1024];

    private int[] successors = new int[4096];
    private final int mostEdges;
    private int edges;

    /** Numbers of tasks and one more, by their ids, with linear probing. */
    private long[] ids = new long[4096];

    private int[] numbers = new int[4096];

    /** The tasks from which all others were found first. */
    static Snapshot from(Iterable<? extends Task> roots, TaskGraph graph) {
        return from(roots, graph, MOST_EDGES);
    }

    /** A snapshot of so many edges at most; tasks that are left seem to have no successors. */
    static Snapshot from(Iterable<? extends Task> roots, TaskGraph graph, int mostEdges) {
        Snapshot snapshot = new Snapshot(mostEdges);
        for (Task root : roots) {
            snapshot.numberOf(root);
        }
        for (int number = 0; number < snapshot.size; number++) {
            snapshot.begins[number] = snapshot.edges;
            if (snapshot.edges < mostEdges) {
                graph.forEachSuccessor(snapshot.tasks[number], snapshot::addEdge);
            }
        }
        snapshot.begins = Arrays.copyOf(snapshot.begins, snapshot.size + 1);
        snapshot.begins[snapshot.size] = snapshot.edges;
        return snapshot;
    }

    private Snapshot(int mostEdges) {
        this.mostEdges = mostEdges;
    }

    private void addEdge(Task successor) {
        if (edges == mostEdges) {
            return;
        }
        if (edges == successors.length) {
            successors = Arrays.copyOf(successors, Math.min(2 * edges, mostEdges));
        }
        successors[edges++] = numberOf(successor);
    }

    private int numberOf(Task task) {
        int place = place(task.id());
        if (ids[place] != 0) {
            return numbers[place];
        }
        if (size == tasks.length) {
            tasks = Arrays.copyOf(tasks, 2 * size);
            begins = Arrays.copyOf(begins, 2 * size);
        }
        if (4 * size >= ids.length) {
            rehash();
            place = place(task.id());
        }
        ids[place] = task.id();
        numbers[place] = size;
        tasks[size] = task;
        return size++;
    }

    private void rehash() {
        ids = new long[4 * ids.length];
        numbers = new int[ids.length];
        for (int number = 0; number < size; number++) {
            int place = place(tasks[number].id());
            ids[place] = tasks[number].id();
            numbers[place] = number;
        }
    }

    private int place(long id) {
        int mask = ids.length - 1;
        int place = (int) (id * 0x9E3779B97F4A7C15L >>> 32) & mask;
        while (ids[place] != 0 && ids[place] != id) {
            place = (place + 1) & mask;
        }
        return place;
    }

    int size() {
        return size;
    }

    int edges() {
        return edges;
    }

    Task task(int number) {
        return tasks[number];
    }

    int firstEdge(int number) {
        return begins[number];
    }

    int edgesEnd(int number) {
        return begins[number + 1];
    }

    int successor(int edge) {
        return successors[edge];
    }

    /**
     * All tasks, each before its successors (Kahn 1962). The graph may have changed while it was looked at, so that a task which repeats
     * seems to wait for itself: such tasks come last, in any order.
     */
    int[] inOrder() {
        int[] waitingFor = new int[size];
        for (int edge = 0; edge < edges; edge++) {
            waitingFor[successors[edge]]++;
        }
        int[] order = new int[size];
        int ready = 0;
        for (int number = 0; number < size; number++) {
            if (waitingFor[number] == 0) {
                order[ready++] = number;
            }
        }
        for (int done = 0; done < ready; done++) {
            int number = order[done];
            for (int edge = begins[number]; edge < begins[number + 1]; edge++) {
                if (--waitingFor[successors[edge]] == 0) {
                    order[ready++] = successors[edge];
                }
            }
        }
        for (int number = 0; ready < size; number++) {
            if (waitingFor[number] > 0) {
                order[ready++] = number;
            }
        }
        return order;
    }
}
