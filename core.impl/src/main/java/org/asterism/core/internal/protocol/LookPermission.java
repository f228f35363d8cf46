package org.asterism.core.internal.protocol;

/** The answer to a worker that wants to look for a task. */
public enum LookPermission {
    /** Nothing is in its way. */
    FREE(true),

    /**
     * It may search, but was observed since its last search. A thread that calls it to a team has to wait for one more
     * search.
     */
    OBSERVED(true),

    /** Somebody has its lock, for a moment. */
    LOCKED(false),

    /** Its contexts are being changed; it is woken when that is done. */
    NOTICED(false),

    /** It is called to a team, or belongs to one: it has to answer. */
    CALLED(false);

    private final boolean granted;

    LookPermission(boolean granted) {
        this.granted = granted;
    }

    /** Whether the look has begun. */
    public boolean isGranted() {
        return granted;
    }
}
