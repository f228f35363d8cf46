package org.asterism.report.schedule;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.asterism.api.Access;
import org.asterism.api.Task;
import org.asterism.api.TaskGraph;
import org.asterism.api.data.DataHandle;

/**
 * Length of the longest chain of dependent tasks, if each takes its least time. It is computed while the tasks run,
 * without storing the graph. When a task has been executed, all its predecessors have been, so the length of its chain
 * is known. That length is passed to the successors that already exist and, for later ones, to the task's data. Chains
 * continue through tasks without work.
 *
 * <p>A predecessor that ended before a task's submission is included if it used the same data, but not if the program
 * named it explicitly. Either way the length is a lower bound. Used by one thread at a time.
 */
final class CriticalPath {
    /**
     * Chains that end at one piece of data: those of the tasks that a next task with the same access mode does not wait
     * for, and those before.
     */
    private static final class OnData {
        private Access mode;
        private double before;
        private double latest;

        double chainFor(Access next) {
            return next == mode && isShared(next) ? before : Math.max(before, latest);
        }

        void executed(Access last, double chain) {
            if (last == mode && isShared(last)) {
                latest = Math.max(latest, chain);
            } else {
                before = Math.max(before, latest);
                latest = chain;
                mode = last;
            }
        }

        private static boolean isShared(Access mode) {
            return mode == Access.R || mode == Access.REDUX || mode == Access.COMMUTE;
        }
    }

    private final TaskGraph graph;
    private final Map<DataHandle, OnData> data = new WeakHashMap<>();
    private final TaskTimes begins = new TaskTimes();
    private double longest;

    CriticalPath(TaskGraph graph) {
        this.graph = graph;
    }

    /** Computes from a task's data when it can begin. */
    void submitted(Task task) {
        double begin = 0;
        for (int index = 0; index < task.dataCount(); index++) {
            OnData onData = data.get(task.handle(index));
            if (onData != null && task.accessMode(index) != Access.SCRATCH) {
                begin = Math.max(begin, onData.chainFor(task.accessMode(index)));
            }
        }
        if (begin > 0) {
            begins.raise(task.id(), begin);
        }
    }

    /** Records that a task has been executed, with its least time. */
    void executed(Task task, double least) {
        double chain = begins.remove(task.id()) + least;
        longest = Math.max(longest, chain);
        for (int index = 0; index < task.dataCount(); index++) {
            Access mode = task.accessMode(index);
            if (mode != Access.SCRATCH) {
                data.computeIfAbsent(task.handle(index), handle -> new OnData()).executed(mode, chain);
            }
        }
        hand(task, chain);
    }

    private void hand(Task executed, double chain) {
        ArrayDeque<Task> open = new ArrayDeque<>(List.of(executed));
        while (!open.isEmpty()) {
            graph.forEachSuccessor(open.poll(), successor -> {
                // The core does not report the execution of a task without work. One update suffices if the chain is
                // not longer than another one.
                if (successor.codelet().isWithoutWork() && chain > begins.get(successor.id())) {
                    open.add(successor);
                }
                begins.raise(successor.id(), chain);
            });
        }
    }

    /** Returns how many tasks have unexecuted predecessors. */
    int waiting() {
        return begins.size();
    }

    /** Returns the length of the longest chain so far. */
    double longest() {
        return longest;
    }
}
