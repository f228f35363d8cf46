package org.asterism.core.internal.context;

/**
 * A limit on the submitted, unfinished tasks of a context. When {@code most} tasks are unfinished, submission waits
 * until only {@code goOn} are left.
 *
 * @param goOn the number of tasks left at which submission continues
 * @param most the number of tasks at which submission waits
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
