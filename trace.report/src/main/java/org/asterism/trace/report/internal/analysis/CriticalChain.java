package org.asterism.trace.report.internal.analysis;

import org.asterism.trace.TraceEvent;

/**
 * The longest chain of tasks that depend on one another by the recorded dependencies, and the length of the longest one
 * if each kernel took the least time of its kind. Dependencies are recorded at the end of the task that is waited for,
 * so the chains grow while the recording is read, and only those of unfinished tasks are kept.
 */
final class CriticalChain {
    private final LiveTasks tasks;
    private final WorkKinds kinds;
    private ChainLink longest;
    private long least;

    CriticalChain(LiveTasks tasks, WorkKinds kinds) {
        this.tasks = tasks;
        this.kinds = kinds;
    }

    void executed(LiveTask task, TraceEvent.Executed it) {
        task.link = new ChainLink(it.task(), task.codelet, it.worker().name(), it.begin(), it.end(), task.before);
        task.before = null;
        task.least = task.leastBefore + kinds.least(task, it.end() - it.begin());
        least = Math.max(least, task.least);
        if (longest == null || task.link.length() > longest.length()) {
            longest = task.link;
        }
    }

    void released(LiveTask task, long successor) {
        LiveTask next = tasks.get(successor);
        // A task without work passes on what is before it.
        ChainLink link = task.link == null ? task.before : task.link;
        if (link != null && (next.before == null || link.length() > next.before.length())) {
            next.before = link;
        }
        next.leastBefore = Math.max(next.leastBefore, Math.max(task.least, task.leastBefore));
    }

    /** The last task of the longest chain; null without kernels. */
    ChainLink longest() {
        return longest;
    }

    /** A lower bound of the makespan, in nanoseconds. */
    long least() {
        return least;
    }
}
