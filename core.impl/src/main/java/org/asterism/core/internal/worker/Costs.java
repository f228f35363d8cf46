package org.asterism.core.internal.worker;

/**
 * What it costs to hand tasks about, in virtual time: in a simulated runtime the core's own work takes none otherwise.
 *
 * @param submitNanos what the submission of a task costs its program
 * @param pushNanos what it costs to give a ready task to the policy
 * @param fetchNanos what asking for one of a task's data costs its worker
 * @param turnNanos what a look around costs a worker, per memory that it has to see to: that passes before a worker
 *     that was woken pops, and between the end of a task and the next look for one
 */
public record Costs(long submitNanos, long pushNanos, long fetchNanos, long turnNanos) {
    /**
     * What work of the core that has a place in the order of data costs whoever lets it begin: like the reference we
     * count one task that is pushed, and one that is submitted and pushed.
     */
    public long holdNanos() {
        return submitNanos + 2 * pushNanos;
    }

    /** Whether nothing costs anything. */
    public boolean areNone() {
        return submitNanos + pushNanos + fetchNanos + turnNanos == 0;
    }
}
