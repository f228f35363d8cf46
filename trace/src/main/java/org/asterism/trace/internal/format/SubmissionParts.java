package org.asterism.trace.internal.format;

/** Parts that the record of a submission may have, as bits of its small number. */
public final class SubmissionParts {
    /** The number of operations: one word. */
    public static final int FLOPS = 1;

    /** The footprint, the number of accesses, and the accesses. */
    public static final int DATA = 2;

    /** The number of the iteration: one word. */
    public static final int ITERATION = 4;

    /** The number of the iteration nested in that: one word. */
    public static final int SUBITERATION = 8;

    private SubmissionParts() {}
}
