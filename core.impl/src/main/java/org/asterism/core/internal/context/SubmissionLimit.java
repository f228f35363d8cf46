package org.asterism.core.internal.context;

/**
 * How many tasks of a context may be submitted and not have ended: at {@code most} submission waits, until {@code goOn}
 * are left.
 *
 * @param goOn how many may be left when it goes on
 * @param most how many there may be
 */
record SubmissionLimit(long goOn, long most) {
    SubmissionLimit {
        if (goOn < 0 || goOn >= most) {
            throw new IllegalArgumentException("limit of submitted tasks: goes on at " + goOn + ", waits at " + most
                    + ": give two numbers from 0, the first less than the second");
        }
    }

    /** The limit, or null for none. */
    static SubmissionLimit of(long goOn, long most) {
        SubmissionLimit limit = new SubmissionLimit(goOn, most);
        return most == Long.MAX_VALUE ? null : limit;
    }
}
