package org.asterism.core.internal.task;

import java.util.ArrayList;
import java.util.List;
import org.asterism.api.Codelet;

/**
 * Rare settings of the accesses to a piece of data, kept apart so that other data need no memory for them. Guarded by
 * the lock of the data.
 */
final class Terms {
    private static final int FEW = 16;

    /** Writes the data if they are read before any task has written them, or null. */
    Codelet initialiser;

    /** The last task that did so, or that put contributions together, which unordered tasks wait for; or null. */
    Job initialisation;

    /** Puts contributions together, or null if there can be none. */
    Reducer reducer;

    /** Whether the data had a value before the first of the contributions that have not been put together. */
    boolean hadValue;

    /** Turns of tasks on the data. */
    final Turns turns = new Turns();

    private final List<Job> unordered = new ArrayList<>(0);
    private int most = FEW;

    /** Remembers a task that has no place in the order, until it has ended and room is needed. */
    void addUnordered(Job job) {
        if (unordered.size() == most) {
            unordered.removeIf(Progress::isSettled);
            most = Math.max(FEW, 2 * unordered.size());
        }
        unordered.add(job);
    }

    /** The tasks that have no place in the order, perhaps with some that have ended. */
    List<Job> unordered() {
        return unordered;
    }
}
