package org.asterism.kit.policy;

import java.util.function.Predicate;
import org.asterism.api.Task;
import org.asterism.api.Worker;

/**
 * Task queue whose policy divides tasks into kinds, of which each worker takes some. A worker spends no time on tasks
 * of other kinds.
 *
 * <p><b>Threads.</b> Any thread may use it at any time.
 */
public interface SelectiveTaskQueue extends TaskQueue {
    /**
     * Adds a task with a kind.
     *
     * @param task any task
     * @param kind kind from 0 to 63; {@link #add(Task)} uses kind 0. Ignored for a {@link Task#isRestricted restricted}
     *     task
     */
    void add(Task task, int kind);

    /**
     * Takes the first task of some kinds that a worker can execute.
     *
     * @param worker that will run it
     * @param kinds the accepted kinds, one bit per kind
     * @param wanted accepts {@link Task#isRestricted restricted} tasks, which have no kind; called without a lock
     * @return the task, or null if there is none
     */
    Task takeFor(Worker worker, long kinds, Predicate<? super Task> wanted);
}
