package org.asterism.api;

/**
 * Way in which a task uses a piece of data. The modes of the tasks on a handle, in the order of submission, decide
 * which tasks wait for each other: readers run side by side, a writer runs alone. Later versions may add modes, so call
 * {@link #reads} and {@link #writes} instead of listing the modes.
 */
public enum Access {
    /** The task reads the data. */
    R(true, false),
    /** The task overwrites the data without looking at their former value. */
    W(false, true),
    /** The task changes the data. */
    RW(true, true),
    /**
     * The task needs memory of the data's layout to work in, with undefined content before and after. Each worker has
     * its own, so such tasks never wait for each other.
     */
    SCRATCH(false, false),
    /**
     * The task adds a contribution to the data. Such tasks run side by side, each on a contribution of its worker;
     * before the data are used in any other way the contributions are put together. See
     * {@link org.asterism.api.data.DataHandle#reduction}.
     */
    REDUX(true, true),
    /**
     * The task changes the data, and it does not matter in which order such tasks do so: they run in any, one at a
     * time.
     */
    COMMUTE(true, true);

    private final boolean reads;
    private final boolean writes;

    Access(boolean reads, boolean writes) {
        this.reads = reads;
        this.writes = writes;
    }

    /**
     * Whether the former value of the data matters to the task.
     *
     * @return true for {@link #R}, {@link #RW}, {@link #REDUX} and {@link #COMMUTE}
     */
    public boolean reads() {
        return reads;
    }

    /**
     * Whether the data have another value after the task.
     *
     * @return true for {@link #W}, {@link #RW}, {@link #REDUX} and {@link #COMMUTE}
     */
    public boolean writes() {
        return writes;
    }

    /**
     * The mode of a task that names the same handle twice.
     *
     * @param other the second mode
     * @return the mode that allows what either allows
     * @throws IllegalArgumentException if one is {@link #SCRATCH} or {@link #REDUX} and the other is not: the task
     *     would see two different copies of the same data
     */
    public Access and(Access other) {
        if (this == other) {
            return this;
        }
        if (isApart() || other.isApart()) {
            throw new IllegalArgumentException("the same data cannot be accessed " + this + " and " + other
                    + " by one task: give SCRATCH and REDUX a handle of their own");
        }
        return RW;
    }

    private boolean isApart() {
        return this == SCRATCH || this == REDUX;
    }
}
