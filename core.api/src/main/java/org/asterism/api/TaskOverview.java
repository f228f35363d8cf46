package org.asterism.api;

import java.util.List;

/**
 * The tasks of a runtime at a glance.
 *
 * @param submitted tasks ever submitted
 * @param blocked tasks that wait for others
 * @param ready tasks that wait for a worker
 * @param running tasks that a worker has
 * @param done tasks that ended well
 * @param failed tasks that failed
 * @param cancelled tasks that were called off
 * @param oldestWaiting the waiting tasks with the lowest ids, oldest first
 */
public record TaskOverview(
        long submitted,
        long blocked,
        long ready,
        long running,
        long done,
        long failed,
        long cancelled,
        List<WaitingTask> oldestWaiting) {

    /** Copies the list. */
    public TaskOverview {
        oldestWaiting = List.copyOf(oldestWaiting);
    }

    /**
     * A task that does not run yet.
     *
     * @param id its number
     * @param codelet the name of its codelet
     * @param context the name of its context
     * @param state {@link TaskState#SUBMITTED} or {@link TaskState#READY}
     * @param priority its priority
     * @param waitsFor what has to happen first, each in a few words, such as {@code potrf#1 (running on cpu-0)}
     */
    public record WaitingTask(
            long id, String codelet, String context, TaskState state, int priority, List<String> waitsFor) {

        /** Copies the list. */
        public WaitingTask {
            waitsFor = List.copyOf(waitsFor);
        }
    }
}
