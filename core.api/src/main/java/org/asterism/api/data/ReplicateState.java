package org.asterism.api.data;

/** State of the copy of a piece of data on a memory node, as in the MSI protocol. */
public enum ReplicateState {
    /** There is no copy there, or what it contains is out of date. */
    INVALID,
    /** It is up to date, and so is at least one on another node. */
    SHARED,
    /** It is the only one that is up to date. */
    OWNED;

    /**
     * Whether it is up to date.
     *
     * @return true unless {@link #INVALID}
     */
    public boolean isValid() {
        return this != INVALID;
    }
}
