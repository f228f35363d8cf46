package org.asterism.debug.internal;

import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.debug.Occasion;
import org.asterism.debug.Point;

/** A stop that a step asks for, at the next point of a task or with the next task of a worker. */
sealed interface Step {
    /** The runtime that it is in. */
    ObservedRuntime runtime();

    /** Whether the runtime is to be paused again. */
    boolean wholeRuntime();

    boolean stops(Occasion occasion);

    /** Whether it cannot happen any more, because a task has ended. */
    boolean endsWith(Task task);

    /**
     * Stops a task at its next point. Since {@code sched} and {@code pop} are at the same place, only {@code pop}
     * counts, and it does not count for a task that comes from {@code sched}.
     */
    record OfTask(ObservedRuntime runtime, boolean wholeRuntime, Task task, Point from) implements Step {
        @Override
        public boolean stops(Occasion occasion) {
            return occasion.task() == task
                    && occasion.point() != Point.SCHED
                    && (from != Point.SCHED || occasion.point() != Point.POP);
        }

        @Override
        public boolean endsWith(Task ended) {
            return ended == task;
        }
    }

    /**
     * Stops a worker with the next task that it takes. There may be none for long, so it ends when somebody continues a
     * stop that came after the {@code lastStop} known when the step was asked for.
     */
    record OfWorker(ObservedRuntime runtime, boolean wholeRuntime, Worker worker, int lastStop) implements Step {
        @Override
        public boolean stops(Occasion occasion) {
            return occasion.point() == Point.POP && occasion.worker().orElse(null) == worker;
        }

        @Override
        public boolean endsWith(Task ended) {
            return false;
        }
    }
}
