package org.asterism.core.internal.task;

import org.asterism.api.TaskState;

/**
 * Begins another round of a task. The task takes its new place in the order of its data first, and then releases the
 * tasks that wait behind its former place. So tasks submitted meanwhile come in between, and none is overtaken.
 */
final class Rounds {
    private Rounds() {}

    /** Begins another round of a task whose last one has ended well. */
    static void begin(Job job) {
        CalledOff why = job.host().whyNoFurtherRound();
        if (!job.submitAgain()) { // first: nothing may be done for a task that was given up
            return;
        }
        job.particulars().roundEnded();
        Completion.markValid(job);
        Throwable refusal = why != null ? CalledOff.noFurtherRound(job, why) : Deadlock.ofRound(job);
        if (refusal != null) {
            Completion.endWithoutRunning(job, TaskState.SUBMITTED, refusal);
            return;
        }
        Arbiter.giveBack(job);
        try {
            job.host().placeAgain(job);
        } catch (RuntimeException | Error refused) { // the task ends then, and releases the tasks behind it
            job.poison(refused);
        }
        if (!Successors.isEmpty(job) && !Progress.isPromised(job)) {
            job.host().promised(job); // those that wait for its end may have places before its new one
        }
        job.removeSubmissionObstacle();
    }
}
