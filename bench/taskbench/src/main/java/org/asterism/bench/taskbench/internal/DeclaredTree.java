package org.asterism.bench.taskbench.internal;

import org.asterism.api.Codelet;
import org.asterism.api.Task;

/**
 * A binary tree of forks and, below it, the same tree upside down. Each inner fork has a join, which waits for the
 * joins of its two children, or for the children themselves if they are leaves. The program knows the whole tree: it
 * makes all tasks with their dependencies, then submits them.
 */
final class DeclaredTree implements Load {
    private final Workbench bench;
    private final int depth;
    private final Codelet codelet;

    DeclaredTree(Workbench bench, int depth) {
        this.bench = bench;
        this.depth = depth;
        codelet = bench.codelet("tree");
    }

    @Override
    public int tasks() {
        return tasks(depth);
    }

    /** Returns the number of forks and joins that a tree has; one of depth 0 is a single fork. */
    static int tasks(int depth) {
        return forks(depth) + joins(depth);
    }

    private static int forks(int depth) {
        return (2 << depth) - 1;
    }

    private static int joins(int depth) {
        return (1 << depth) - 1;
    }

    @Override
    public Timing once() throws InterruptedException {
        // Numbered as in a heap: the children of node i are 2 i and 2 i + 1.
        int forks = forks(depth);
        int joins = joins(depth);
        Task[] forkOf = new Task[forks + 1];
        Task[] endOf = new Task[forks + 1];
        long begin = bench.now();
        for (int node = 1; node <= forks; node++) {
            Task fork = bench.task(codelet);
            if (node > 1) {
                fork.after(forkOf[node / 2]);
            }
            forkOf[node] = fork;
            endOf[node] = fork;
        }
        for (int node = joins; node >= 1; node--) {
            endOf[node] = bench.task(codelet).after(endOf[2 * node], endOf[2 * node + 1]);
        }
        for (int node = 1; node <= forks; node++) {
            forkOf[node].submit();
        }
        for (int node = joins; node >= 1; node--) {
            endOf[node].submit();
        }
        return bench.finish(begin);
    }
}
