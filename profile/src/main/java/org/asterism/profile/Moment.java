package org.asterism.profile;

/** A moment in the life of a task. Of a moment that is passed several times, the last one counts. */
public enum Moment {
    /** The task was submitted. */
    SUBMITTED,
    /** It waits for nothing any more. */
    READY,
    /** It is given to the policy, or to the worker that the program bound it to. */
    PUSHED,
    /** A worker has taken it. */
    POPPED,
    /** The worker has requested its data. */
    FETCHING,
    /** Its data have arrived. */
    FETCHED,
    /** Its kernel began. */
    STARTED,
    /** Its kernel ended. */
    ENDED,
    /** Its successors were released, and its callbacks have returned. */
    COMPLETED
}
