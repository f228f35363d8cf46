package org.asterism.profile;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.asterism.api.TaskState;

/**
 * What a profiler knows of a task. Moments before the profiler was switched on are missing.
 *
 * @param id the task's number
 * @param codelet the name of its codelet
 * @param context the name of its context
 * @param priority its priority
 * @param state its state; final for a finished task
 * @param moments the nanoseconds of the runtime's clock at each moment that was passed, in the order of time
 * @param worker the name of the worker that took it last; of a parallel task, the leader of the team
 * @param policy the name of the policy that handed it out; empty if the program bound it to the worker, or nobody has
 *     taken it
 * @param decision the policy's last decision about it, if the policy reports its decisions
 * @param predecessors the ids of tasks that it waited for and that ended while it waited, in this order
 * @param successors the ids of tasks that waited for its end
 * @param data the data that it uses
 * @param iterations the numbers of the iterations that it belongs to, the outermost first; empty if the program marks
 *     none
 */
public record TaskHistory(
        long id,
        String codelet,
        String context,
        int priority,
        TaskState state,
        Map<Moment, Long> moments,
        Optional<String> worker,
        Optional<String> policy,
        Optional<Decision> decision,
        List<Long> predecessors,
        List<Long> successors,
        List<Use> data,
        List<Long> iterations) {
    /** The greatest number of predecessors, successors and data that are kept of a task. */
    public static final int MOST_NEIGHBOURS = 64;

    /** Copies the lists. */
    public TaskHistory {
        predecessors = List.copyOf(predecessors);
        successors = List.copyOf(successors);
        data = List.copyOf(data);
        iterations = List.copyOf(iterations);
    }

    /**
     * Data that the task uses.
     *
     * @param name the name of the handle
     * @param access how the task uses it, such as {@code RW}
     * @param bytes the size
     */
    public record Use(String name, String access, long bytes) {}
}
