package org.asterism.api.observation;

import org.asterism.api.MemoryNode;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Observes the events of a runtime for as long as it is {@link org.asterism.api.TaskRuntime#observe registered}.
 *
 * <p><b>Threads.</b> Many at once. A method must return soon and must not call the runtime, with these exceptions: it
 * may query tasks and handles, and ask the runtime for its {@link org.asterism.api.TaskRuntime#predictor predictor} and
 * its {@link org.asterism.api.TaskRuntime#graph graph}. If a method throws, the exception is reported and the
 * observation ends. Times are those of the runtime's clock.
 */
@ConsumerType
public interface RuntimeObserver {
    /**
     * A task was submitted; its place in the order of its data is decided, and the call comes in that order for tasks
     * that one thread submits.
     *
     * @param task with all that was said of it
     */
    default void submitted(Task task) {}

    /**
     * A task's kernel has ended, well or not. Called before the tasks that depend on it are released.
     *
     * @param task the task
     * @param worker ran it
     * @param begin when its kernel began, in nanoseconds; for a unit with several tasks under way, not before the one
     *     ahead ended
     * @param end when it ended, in nanoseconds
     */
    default void executed(Task task, Worker worker, long begin, long end) {}

    /**
     * A worker took part in a parallel task that another worker led. Called before {@link #executed}, which reports the
     * leader, for each other member of the team.
     *
     * @param task the task
     * @param worker ran a kernel of it, or lent its core to the leader's
     * @param rank the worker's rank in the team, from 1
     * @param begin the time of the task's begin, in nanoseconds
     * @param end the time of its end, in nanoseconds
     */
    default void tookPart(Task task, Worker worker, int rank, long begin, long end) {}

    /**
     * A copy from one memory to another has ended.
     *
     * @param handle the copied data
     * @param from the source
     * @param to the target
     * @param bytes the size of the copy
     * @param begin the time of its begin, in nanoseconds
     * @param end the time of its end, in nanoseconds
     */
    default void transferred(DataHandle handle, MemoryNode from, MemoryNode to, long bytes, long begin, long end) {}
}
