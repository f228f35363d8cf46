package org.asterism.spi.policy;

import java.util.Arrays;
import org.asterism.api.Task;
import org.asterism.api.TaskGraph;

/**
 * Snapshot of a part of the {@link TaskGraph}: some given tasks, and all tasks that wait for them, directly or not. It
 * has the depth and the number of descendants of each task. Tasks are numbered from 0. The given tasks come first, in
 * the given order:
 *
 * <pre>{@code
 * int[] depths = GraphSnapshot.of(context.graph(), collected).depths();
 * for (int number = 0; number < collected.size(); number++) {
 *     bag.add(collected.get(number), depths[number], stamps.incrementAndGet()); // RankedTasks
 * }
 * }</pre>
 *
 * <p>The runtime records nothing for snapshots. Taking one costs time and memory in proportion to its tasks and
 * dependencies. A snapshot keeps its tasks alive, and does not show later changes of the graph. So discard it soon, and
 * take it in {@link SchedulingPolicy#schedule} rather than for each pushed task.
 *
 * <p>A snapshot has at most {@value #MOST_DEPENDENCIES} dependencies. Without this limit, it could fill the memory if
 * many tasks have many successors each, as on both sides of a tag. Tasks beyond the limit seem to have no successors.
 *
 * <p><b>Threads.</b> Any; one at a time.
 */
public final class GraphSnapshot {
    /** So many dependencies are noted at most; they take 128 MiB. Each task takes 60 to 200 bytes besides. */
    public static final int MOST_DEPENDENCIES = 1 << 25;

    private Task[] tasks = new Task[1024];
    private int size;

    /** For each task, where its successors begin; they end where the next one's begin. */
    private int[] begins = new int[1024];

    private int[] successors = new int[4096];
    private final int most;
    private int dependencies;

    /** Numbers of tasks and one more, by their ids, with linear probing. */
    private long[] ids = new long[4096];

    private int[] numbers = new int[4096];

    /**
     * Takes a snapshot of some tasks and all that wait for them, directly or not. Tasks that are submitted later are
     * not in the snapshot; dependencies that {@link TaskGraph#forEachSuccessor} leaves out are not followed.
     *
     * @param graph of the runtime
     * @param roots tasks of the runtime that were submitted, such as those that a policy has collected
     * @return the graph as it is found during the call, which takes time in proportion to its size
     */
    public static GraphSnapshot of(TaskGraph graph, Iterable<? extends Task> roots) {
        return new GraphSnapshot(graph, roots, MOST_DEPENDENCIES);
    }

    /**
     * Takes a snapshot of so many dependencies at most. Step by step, not by recursion, so that long chains do not
     * overflow the stack.
     */
    GraphSnapshot(TaskGraph graph, Iterable<? extends Task> roots, int most) {
        this.most = most;
        for (Task root : roots) {
            add(root);
        }
        for (int number = 0; number < size; number++) {
            begins[number] = dependencies;
            if (dependencies < most) {
                graph.forEachSuccessor(tasks[number], this::addDependency);
            }
        }
        begins = Arrays.copyOf(begins, size + 1);
        begins[size] = dependencies;
    }

    private void addDependency(Task successor) {
        if (dependencies == most) {
            return;
        }
        if (dependencies == successors.length) {
            successors = Arrays.copyOf(successors, Math.min(2 * dependencies, most));
        }
        successors[dependencies++] = add(successor);
    }

    private int add(Task task) {
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

    /**
     * Returns the number of tasks.
     *
     * @return at least the number of different roots
     */
    public int size() {
        return size;
    }

    /**
     * A task.
     *
     * @param number from 0 to one less than {@link #size}
     * @return the task with that number
     * @throws IndexOutOfBoundsException if no task has that number
     */
    public Task task(int number) {
        if (number < 0 || number >= size) {
            throw new IndexOutOfBoundsException(
                    "the snapshot has no task " + number + ": its tasks have numbers from 0 to " + (size - 1));
        }
        return tasks[number];
    }

    /**
     * The number of a task.
     *
     * @param task any task of the runtime
     * @return from 0; -1 if it is not in the snapshot
     */
    public int number(Task task) {
        int place = place(task.id());
        return ids[place] == 0 ? -1 : numbers[place];
    }

    /**
     * Returns the length of the longest chain of tasks behind each task: its rank from the bottom up, as if all tasks
     * took equally long. Takes time in proportion to tasks and dependencies.
     *
     * @return by the tasks' numbers; 0 for a task without successors
     */
    public int[] depths() {
        int[] order = inOrder();
        int[] depths = new int[size];
        for (int place = order.length - 1; place >= 0; place--) {
            int number = order[place];
            int depth = 0;
            for (int edge = begins[number]; edge < begins[number + 1]; edge++) {
                depth = Math.max(depth, 1 + depths[successors[edge]]);
            }
            depths[number] = depth;
        }
        return depths;
    }

    /**
     * Returns how many tasks wait for each task, directly or not, each counted once. Exact for graphs of some ten
     * thousand tasks, for which it takes up to a second. Larger graphs would take hours to count, so their numbers are
     * estimated, and are a quarter off at most in most cases (E. Cohen, "Size-estimation framework with applications to
     * transitive closure and reachability", 1997).
     *
     * @param seed the start of the estimates' random numbers, such as {@link PolicyContext#seed}
     * @return by the tasks' numbers; 0 for a task without successors, and only then
     */
    public int[] descendants(long seed) {
        return new Descendants(this, inOrder()).ofAll(seed);
    }

    int dependencies() {
        return dependencies;
    }

    /** Returns the position at which the successors of a task begin. They end where those of the next number begin. */
    int firstSuccessor(int number) {
        return begins[number];
    }

    /** The number of a task that another one's successors, from {@link #firstSuccessor} on, name. */
    int successor(int place) {
        return successors[place];
    }

    /**
     * All tasks, each before its successors (Kahn 1962). The graph may have changed while it was looked at, so that a
     * task which repeats seems to wait for itself: such tasks come last, in any order.
     */
    private int[] inOrder() {
        int[] waitingFor = new int[size];
        for (int edge = 0; edge < dependencies; edge++) {
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
