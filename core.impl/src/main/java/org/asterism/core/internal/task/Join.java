package org.asterism.core.internal.task;

import org.asterism.api.Codelet;
import org.asterism.api.TaskState;

/**
 * A node between two groups of tasks on the same data. With it, n tasks that wait for m others need n + m dependencies
 * and not n times m.
 *
 * <p>Only {@link Successors} treats it as a task. No context knows it, and it is not counted. It has ended when the
 * last task before it has.
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
