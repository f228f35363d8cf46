package org.asterism.kit.policy.placement;

import org.asterism.api.CombinedWorker;
import org.asterism.api.Task;
import org.asterism.api.Worker;

/** A worker, or several workers that run a task together. Immutable, except for what a subclass counts. */
sealed class Runner permits Account {
    private final Worker leader;

    /** Null for one worker. */
    private final CombinedWorker combined;

    Runner(Worker worker) {
        leader = worker;
        combined = null;
    }

    Runner(CombinedWorker combined) {
        leader = combined.leader();
        this.combined = combined;
    }

    /** Returns the worker itself, or the leader of several. */
    final Worker leader() {
        return leader;
    }

    /** Returns the workers that run a task together, or null if the runner is one worker. */
    final CombinedWorker combined() {
        return combined;
    }

    final int size() {
        return combined == null ? 1 : combined.size();
    }

    final boolean canExecute(Task task) {
        return combined == null ? leader.canExecute(task) : combined.canExecute(task);
    }

    @Override
    public final String toString() {
        return combined == null ? leader.name() : combined.name();
    }
}
