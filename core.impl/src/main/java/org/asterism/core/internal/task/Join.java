package org.asterism.core.internal.task;

import org.asterism.api.Codelet;
import org.asterism.api.TaskState;

/**
 * What stands between two groups of tasks on the same data, so that n tasks which wait for m others need n + m
 * dependencies. It looks like a task to {@link Successors} and to nobody else: no context knows of it, it is not
 * counted, and it has ended when the last task before it has.
 */
final class Join implements TaskHost {
    private static final Join HOST = new Join();
    private static final Codelet CODELET = Codelet.without("join");

    private Join() {}

    /** Makes a join behind some tasks. */
    static Job of(Job[] predecessors) {
        Job join = new Job(HOST, CODELET, 0);
        Progress.advance(join, TaskState.CREATED, TaskState.SUBMITTED);
        for (Job predecessor : predecessors) {
            Successors.addOrder(join, predecessor);
        }
        join.removeSubmissionObstacle();
        return join;
    }

    static boolean isOne(Job job) {
        return job.host() == HOST;
    }

    @Override
    public void ready(Job join) {
        Completion.passThrough(join);
    }

    @Override
    public void settled(Job join, boolean awaited) {
        // Nobody counts it, and nobody can wait for it.
    }

    @Override
    public boolean isSameRuntime(TaskHost other) {
        return false;
    }
}
