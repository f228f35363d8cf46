package org.asterism.api;

/**
 * What a task does with a piece of data. The modes of the tasks on a handle, in the order of submission, decide which of
 * them wait for each other: readers run side by side, a writer runs alone. Further modes may come: ask {@link #reads} and
 * {@link #writes} instead of listing them.
 */
public enum AccessMode {
    /** The task reads the data. */
    R(true, false),
    /** The task overwrites the data without looking at their former value. */
    W(false, true),
    /** The task changes the data. */
    RW(true, true);

    private final boolean reads;
    private final boolean writes;

    AccessMode(boolean reads, boolean writes) {
        this.reads = reads;
        this.writes = writes;
    }

    /**
     * Whether the former value of the data matters to the task.
     *
     * @return true for {@link #R} and {@link #RW}
     */
    public boolean reads() {
        return reads;
    }

    /**
     * Whether the data have another value after the task.
     *
     * @return true for {@link #W} and {@link #RW}
     */
    public boolean writes() {
        return writes;
    }

    /**
     * The mode of a task that names the same handle twice.
     *
     * @param other the second mode
     * @return the mode that allows what either allows
     */
    public AccessMode and(AccessMode other) {
        return this == other ? this : RW;
    }
}
