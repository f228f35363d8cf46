package org.asterism.kit.policy.placement;

/**
 * Differences between the policies that place each task where it costs least. Immutable.
 *
 * @param costs whether transfers, energy and idle power count, besides the expected end
 * @param sorted whether workers take their tasks by priority
 * @param readiness whether workers take first, of equal priority, the task of which the fewest bytes are missing
 * @param ahead whether a decision counts only those tasks of a queue that will run before the new one
 * @param crowding whether transfers count for less while few tasks wait for devices: see {@link Crowding}
 * @param teams whether parallel tasks may be placed with several workers together; as in StarPU, the next task of a
 *     worker may then begin as soon as one ends early, and otherwise not before that one was expected to end
 */
public record Traits(boolean costs, boolean sorted, boolean readiness, boolean ahead, boolean crowding, boolean teams) {
    /** Only the expected end counts; workers take their tasks in the order of pushes. */
    public static final Traits ENDS_ONLY = new Traits(false, false, false, false, false, false);

    /** Ends, transfers and energy count; workers take their tasks in the order of pushes. */
    public static final Traits ALL_COSTS = new Traits(true, false, false, false, false, false);

    /**
     * Lets workers take their tasks by priority.
     *
     * @return changed traits
     */
    public Traits sortedByPriority() {
        return new Traits(costs, true, readiness, ahead, crowding, teams);
    }

    /**
     * Lets workers take first, of equal priority, the task of which the fewest bytes are missing.
     *
     * @return changed traits
     */
    public Traits readyDataFirst() {
        return new Traits(costs, sorted, true, ahead, crowding, teams);
    }

    /**
     * Counts in decisions only those tasks of a queue that will run before the new one.
     *
     * @return changed traits
     */
    public Traits aheadOnly() {
        return new Traits(costs, sorted, readiness, true, crowding, teams);
    }

    /**
     * Counts transfers for less than predicted while few tasks wait for devices, and for more while many do.
     *
     * @return changed traits
     */
    public Traits crowded() {
        return new Traits(costs, sorted, readiness, ahead, true, teams);
    }

    /**
     * Places parallel tasks with several workers together where that costs less.
     *
     * @return changed traits
     */
    public Traits withTeams() {
        return new Traits(costs, sorted, readiness, ahead, crowding, true);
    }
}
