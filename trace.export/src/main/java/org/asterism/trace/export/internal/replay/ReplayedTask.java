package org.asterism.trace.export.internal.replay;

/** An unfinished task of a recording that is being read. */
final class ReplayedTask {
    /** None, for a place in a list. */
    static final int NONE = -1;

    /** Name of its codelet; null if the recording does not know its submission. */
    String codelet;

    int priority;

    /** Name of its context; null if it is not known. */
    String context;

    /** Its place in the page's list, once a step is about it. */
    int place = NONE;

    /** Whether a component keeps it. */
    boolean isStored;

    /** Whether the page shows that a worker has it. */
    boolean isTaken;
}
