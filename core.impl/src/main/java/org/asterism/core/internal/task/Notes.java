package org.asterism.core.internal.task;

/**
 * Notes of policies on a task, and what was computed for them. Tasks of policies that note nothing have none. The fields are plain
 * because a policy hands a task from thread to thread by means of its own, and every thread computes the same footprint.
 */
final class Notes {
    /** Number that the policy has put on the task. */
    long stamp;

    float predictedNanos;
    float predictedTransferNanos;

    /** Footprint of the data; 0 until somebody asks for it. */
    int footprint;

    void forgetPredictions() {
        predictedNanos = 0;
        predictedTransferNanos = 0;
    }
}
