package org.asterism.kit.policy.placement;

/**
 * Question of a {@link PlacementDecision}: the task to be placed, and the tasks of a queue that count.
 *
 * <p><b>Threads.</b> One at a time.
 */
final class Question {
    /** Whether only tasks count that run before one of this priority, and how: see {@link WorkerQueue#lengthAhead}. */
    final boolean ahead;

    final boolean ranged;
    final Prediction prediction;
    long now;
    int priority;

    Question(Prediction prediction, boolean ahead, boolean ranged) {
        this.prediction = prediction;
        this.ahead = ahead;
        this.ranged = ranged;
    }

    /** Whether a runner of a group may take the task; asks it only if the task is restricted. */
    boolean admits(Runner runner) {
        return !prediction.isRestricted() || prediction.canExecute(runner);
    }

    /** Whether the answer about a worker is the same for all tasks. */
    boolean isOrdinary() {
        return !prediction.isRestricted() && !ahead;
    }
}
