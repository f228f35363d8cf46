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
 * The length of the longest chain of tasks that wait for each other, if each takes the least time it can. Found while
 * the tasks run, without keeping the graph: when a task has been executed, all that it waited for has been, so its
 * chain is known; it is handed to those that wait for the task already and, for those that are still to come, to its
 * data. Chains through tasks without work go on behind these.
 *
 * <p>What a task waited for that had ended before it was submitted counts if it is known by the data: a predecessor
 * that was named then is not. Either way the length is a bound. One thread at a time.
 */
final class CriticalPath {
    /**
     * The chains that end on one piece of data: those of the tasks there that the next one need not wait for, if it has
     * the same mode, and those before.
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

    /** Notes what a task's data say about when it can begin. */
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

    /** Notes that a task has been executed, which takes so long at least. */
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
                // Nobody will say that a task without work was executed. Once is enough for a chain that is no longer
                // than another one.
                if (successor.codelet().isWithoutWork() && chain > begins.get(successor.id())) {
                    open.add(successor);
                }
                begins.raise(successor.id(), chain);
            });
        }
    }

    /** How many tasks are waited for. */
    int waiting() {
        return begins.size();
    }

    /** The length of the longest chain so far. */
    double longest() {
        return longest;
    }
}
