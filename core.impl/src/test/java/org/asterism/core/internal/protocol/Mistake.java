package org.asterism.core.internal.protocol;

/** What somebody who uses the machine might do wrong. */
enum Mistake {
    NONE,
    /** A worker begins its look without reading what others have announced. */
    DO_NOT_READ_AGAIN,
    /** A lock that is reserved is taken for held. */
    DO_NOT_AWAIT_THE_GRANT,
    /** A change begins while a look is under way. */
    DO_NOT_AWAIT_THE_LOOK,
    /** Workers are not woken after a change. */
    DO_NOT_WAKE,
    /** A worker does not look for calls before it sleeps. */
    SLEEP_WITHOUT_ANSWER,
    /** Who observes a worker does not leave that on record. */
    FORGET_THE_TAINT,
    /** A worker that waits for its lock does not say so. */
    DO_NOT_WANT
}
