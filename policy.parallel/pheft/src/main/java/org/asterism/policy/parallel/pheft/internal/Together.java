package org.asterism.policy.parallel.pheft.internal;

import org.asterism.api.CombinedWorker;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.model.Predictor;

/**
 * Workers that run tasks together. They have no account of their own: each member counts its part.
 *
 * @param combined who they are
 * @param members their accounts, the leader's first
 * @param speed all of theirs together
 */
record Together(CombinedWorker combined, Single[] members, double speed) implements Account {
    @Override
    public Worker leader() {
        return combined.leader();
    }

    @Override
    public boolean canExecute(Task task) {
        return combined.canExecute(task);
    }

    @Override
    public long ready(long now) {
        long latest = now;
        for (Single member : members) {
            latest = Math.max(latest, member.ready(now));
        }
        return latest;
    }

    @Override
    public double load() {
        int most = 0;
        for (Single member : members) {
            most = Math.max(most, member.tasks());
        }
        return most / speed;
    }

    @Override
    public double nanos(Predictor predictor, Task task, int implementation) {
        return predictor.executionNanos(task, combined, implementation);
    }

    @Override
    public double joules(Predictor predictor, Task task, int implementation) {
        return predictor.energyJoules(task, combined, implementation);
    }

    @Override
    public boolean isTeam() {
        return true;
    }

    @Override
    public String toString() {
        return combined.name();
    }
}
