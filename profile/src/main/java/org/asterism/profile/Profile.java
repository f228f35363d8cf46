package org.asterism.profile;

import java.util.List;

/**
 * A snapshot of what a profiler has counted since its last reset.
 *
 * @param since the time of the reset, in nanoseconds of the runtime's clock
 * @param until the time of the snapshot
 * @param finished the number of tasks that were completed
 * @param unfinished the number of submitted tasks that were not
 * @param workers what each worker did, by id
 * @param links what travelled, by the ids of the nodes
 * @param codelets the times of kernels, by name and architecture
 * @param iterations the last iterations that the program has marked, 1,000 at most, in the order of their first tasks
 * @param idle why workers were idle, the longest first
 * @param counters the counters of the runtime, the workers and the codelets
 * @param energy the energy
 */
public record Profile(
        long since,
        long until,
        long finished,
        long unfinished,
        List<WorkerProfile> workers,
        List<LinkProfile> links,
        List<CodeletProfile> codelets,
        List<IterationProfile> iterations,
        List<IdleCause> idle,
        List<CounterSample> counters,
        Energy energy) {
    /** Copies the lists. */
    public Profile {
        workers = List.copyOf(workers);
        links = List.copyOf(links);
        codelets = List.copyOf(codelets);
        iterations = List.copyOf(iterations);
        idle = List.copyOf(idle);
        counters = List.copyOf(counters);
    }

    /**
     * The time that the profile covers.
     *
     * @return in nanoseconds
     */
    public long nanos() {
        return until - since;
    }
}
