package org.asterism.profile;

import java.util.Map;

/**
 * What a worker did since the last reset. Times are in nanoseconds.
 *
 * @param id the worker's number
 * @param name its name
 * @param architecture its kind of processor
 * @param tasks how many tasks it ran to their end; of a parallel task, the leader counts it
 * @param flops the operations of these tasks, as far as the program states them
 * @param joules the energy of these tasks by the models; 0 if they know none
 * @param exclusive the time in each activity, when every instant belongs to the first that is true; the sum is the time
 *     since the reset
 * @param inclusive the time in each activity, each on its own; they may overlap
 * @param idle the time without kernel and callback, by its reason; only reasons that occurred
 */
public record WorkerProfile(
        int id,
        String name,
        String architecture,
        long tasks,
        double flops,
        double joules,
        Map<Activity, Long> exclusive,
        Map<Activity, Long> inclusive,
        Map<IdleReason, Long> idle) {
    /** Copies the maps. */
    public WorkerProfile {
        exclusive = Map.copyOf(exclusive);
        inclusive = Map.copyOf(inclusive);
        idle = Map.copyOf(idle);
    }
}
