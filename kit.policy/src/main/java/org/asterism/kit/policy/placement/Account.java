package org.asterism.kit.policy.placement;

import org.asterism.api.CombinedWorker;
import org.asterism.api.Worker;

/**
 * A runner with the work that is assigned to it. Decisions read it without a lock, so it may change during a decision.
 */
abstract sealed class Account extends Runner permits PublishedTimes, Team {
    /** Of placements that cost the same, the one of least rank wins: workers before teams, then the lower id. */
    final long rank;

    Account(Worker worker) {
        super(worker);
        rank = worker.id();
    }

    Account(CombinedWorker combined) {
        super(combined);
        rank = (1L << Integer.SIZE) + combined.leader().id();
    }

    /** Returns when the runner is expected to begin the task, without its data. */
    abstract long ready(Question question);

    /** Returns how many tasks are ahead: one that waits counts twice, one that was taken once. */
    abstract int load(Question question);
}
