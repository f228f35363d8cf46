package org.asterism.kit.policy.team;

import java.util.List;
import java.util.function.Predicate;
import org.asterism.api.CombinedWorker;
import org.asterism.api.Parallelism;
import org.asterism.api.Task;

/**
 * A worker and the combinations that it is the first member of. As a predicate: which restricted tasks are for it.
 * Immutable.
 *
 * @param among all leaders
 * @param led larger ones first; none, perhaps
 * @param kinds the tasks for it that are not restricted, as bits: see {@link Leaders#kind}
 * @param device whether it is no core, and runs what it can alone
 */
record Leader(Leaders among, List<CombinedWorker> led, long kinds, boolean device) implements Predicate<Task> {
    /** The largest combination that it leads and that can execute a task; null if there is none. */
    CombinedWorker largestFor(Task task) {
        for (CombinedWorker one : led) {
            if (one.canExecute(task)) {
                return one;
            }
        }
        return null;
    }

    @Override
    public boolean test(Task task) {
        return task.codelet().parallelism() == Parallelism.SEQUENTIAL
                || device
                || largestFor(task) != null
                || !among.canExecute(task);
    }

    @Override
    public String toString() {
        return led.toString();
    }
}
