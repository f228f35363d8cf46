package org.asterism.kit.policy.team;

import java.util.List;
import java.util.function.Predicate;
import org.asterism.api.CombinedWorker;
import org.asterism.api.Parallelism;
import org.asterism.api.Task;

/**
 * Worker with the combinations that it leads. The predicate accepts the restricted tasks that this worker may take.
 * Immutable.
 *
 * @param among all leaders
 * @param led combinations, larger ones first; may be empty
 * @param kinds kinds of the unrestricted tasks that it may take, one bit per {@link Leaders#kind kind}
 * @param device whether it is not a core, and so runs all its tasks alone
 */
record Leader(Leaders among, List<CombinedWorker> led, long kinds, boolean device) implements Predicate<Task> {
    /** Returns the largest combination that it leads and that can execute a task, or null if there is none. */
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
