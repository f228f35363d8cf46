package org.asterism.api;

/** Way in which an implementation for CPUs uses several cores. */
public enum Parallelism {
    /** One worker runs it. */
    SEQUENTIAL,
    /**
     * Every worker of a team runs it at the same time, each with its own {@link KernelContext#rank rank}: single
     * program, multiple data.
     */
    SPMD,
    /**
     * One worker of a team runs it. The others stay out of the way meanwhile: the kernel uses their cores with threads
     * of its own, see {@link KernelContext#processingUnits}.
     */
    FORK_JOIN
}
