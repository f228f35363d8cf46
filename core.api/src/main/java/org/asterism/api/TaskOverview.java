package org.asterism.api;

import java.time.Duration;
import java.util.List;

/**
 * The tasks of a runtime at a glance.
 *
 * @param submitted tasks ever submitted
 * @param blocked tasks that wait for others
 * @param ready tasks that wait for a worker
 * @param running tasks that a worker has
 * @param done tasks that have succeeded
 * @param failed tasks that failed
 * @param cancelled tasks that were cancelled
 * @param oldestWaiting the waiting tasks with the lowest ids, oldest first
 * @param overdue the tasks whose kernels have been running for longer than their {@link Codelet#timeLimit}, longest
 *     first
 * @param oldestRunning the tasks with the lowest ids that a worker has, oldest first; their number has the same limit
 *     as that of the waiting tasks
 */
public record TaskOverview(
        long submitted,
        long blocked,
        long ready,
        long running,
        long done,
        long failed,
        long cancelled,
        List<WaitingTask> oldestWaiting,
        List<OverdueTask> overdue,
        List<RunningTask> oldestRunning) {

    /** Copies the lists. */
    public TaskOverview {
        oldestWaiting = List.copyOf(oldestWaiting);
        overdue = List.copyOf(overdue);
        oldestRunning = List.copyOf(oldestRunning);
    }

    /**
     * An overview without overdue tasks.
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
    public TaskOverview(
            long submitted,
            long blocked,
            long ready,
            long running,
            long done,
            long failed,
            long cancelled,
            List<WaitingTask> oldestWaiting) {
        this(submitted, blocked, ready, running, done, failed, cancelled, oldestWaiting, List.of());
    }

    /**
     * An overview without running tasks.
     *
     * @param submitted tasks ever submitted
     * @param blocked tasks that wait for others
     * @param ready tasks that wait for a worker
     * @param running tasks that a worker has
     * @param done tasks that ended well
     * @param failed tasks that failed
     * @param cancelled tasks that were called off
     * @param oldestWaiting the waiting tasks with the lowest ids, oldest first
     * @param overdue the tasks that have been running for too long
     */
    public TaskOverview(
            long submitted,
            long blocked,
            long ready,
            long running,
            long done,
            long failed,
            long cancelled,
            List<WaitingTask> oldestWaiting,
            List<OverdueTask> overdue) {
        this(submitted, blocked, ready, running, done, failed, cancelled, oldestWaiting, overdue, List.of());
    }

    /**
     * The same with other overdue tasks.
     *
     * @param tasks the tasks that have been running for too long
     * @return a new overview
     */
    public TaskOverview withOverdue(List<OverdueTask> tasks) {
        return new TaskOverview(
                submitted, blocked, ready, running, done, failed, cancelled, oldestWaiting, tasks, oldestRunning);
    }

    /**
     * The same with other running tasks.
     *
     * @param tasks tasks that a worker has
     * @return a new overview
     */
    public TaskOverview withRunning(List<RunningTask> tasks) {
        return new TaskOverview(
                submitted, blocked, ready, running, done, failed, cancelled, oldestWaiting, overdue, tasks);
    }

    /**
     * A task that a worker has.
     *
     * @param id its number
     * @param codelet the name of its codelet
     * @param context the name of its context
     * @param state {@link TaskState#SCHEDULED}, {@link TaskState#ACQUIRING} or {@link TaskState#RUNNING}
     * @param priority its priority
     * @param worker the name of the worker; of a parallel task, the names of all
     */
    public record RunningTask(long id, String codelet, String context, TaskState state, int priority, String worker) {}

    /**
     * A task whose kernel has been running for longer than its time limit.
     *
     * @param id its number
     * @param codelet the name of its codelet
     * @param context the name of its context
     * @param worker the name of the worker that runs it
     * @param limit the codelet's time limit
     * @param elapsed the time for which the kernel has been running
     */
    public record OverdueTask(
            long id, String codelet, String context, String worker, Duration limit, Duration elapsed) {}

    /**
     * A task that does not run yet, or that a debugger holds.
     *
     * @param id its number
     * @param codelet the name of its codelet
     * @param context the name of its context
     * @param state {@link TaskState#SUBMITTED} or {@link TaskState#READY}; of a task that a debugger holds, any that is
     *     not final
     * @param priority its priority
     * @param waitsFor the conditions that are not met yet, each in a few words, such as {@code potrf#1 (running on
     *     cpu-0)}
     */
    public record WaitingTask(
            long id, String codelet, String context, TaskState state, int priority, List<String> waitsFor) {

        /** Copies the list. */
        public WaitingTask {
            waitsFor = List.copyOf(waitsFor);
        }
    }
}
