package org.asterism.cluster.internal;

/** The pauses before attempts, in milliseconds: each is twice as long as the last one, up to a limit. */
final class Pauses {
    private static final long FIRST = 500;
    private static final long LONGEST = 30_000;

    private long next = FIRST;

    long next() {
        long pause = next;
        next = Math.min(2 * next, LONGEST);
        return pause;
    }

    void reset() {
        next = FIRST;
    }
}
