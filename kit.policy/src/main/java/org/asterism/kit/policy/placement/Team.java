package org.asterism.kit.policy.placement;

import java.util.List;
import org.asterism.api.CombinedWorker;

/**
 * Workers that run tasks together. Their tasks wait in the leader's queue. Such a task counts in the queues of all
 * members from its placement until it has run.
 */
final class Team extends Account {
    /** The leader's first. */
    private final WorkerQueue[] members;

    Team(CombinedWorker combined, WorkerQueue[] members) {
        super(combined);
        this.members = members;
    }

    WorkerQueue leadersQueue() {
        return members[0];
    }

    boolean hasSomeOf(List<WorkerQueue> queues) {
        return List.of(members).stream().anyMatch(queues::contains);
    }

    @Override
    long ready(Question question) {
        long latest = question.now;
        for (WorkerQueue member : members) {
            latest = Math.max(latest, member.ready(question));
        }
        return latest;
    }

    /** Returns when all members are expected to have done what they have. */
    long ready(long now) {
        long latest = now;
        for (WorkerQueue member : members) {
            latest = Math.max(latest, member.ready(now));
        }
        return latest;
    }

    @Override
    int load(Question question) {
        int most = 0;
        for (WorkerQueue member : members) {
            most = Math.max(most, member.load(question));
        }
        return most;
    }

    /**
     * Counts a change of a task with all members but the leader, which counts it itself: see {@link WorkerQueue#share}.
     */
    void share(int tasks, long running, long waits, long now) {
        for (int index = 1; index < members.length; index++) {
            members[index].share(tasks, running, waits, now);
        }
    }
}
