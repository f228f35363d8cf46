package org.asterism.core.internal.task;

/** What scheduling policies note on a task, and which of them has it; plain, since a policy hands a task from thread to thread by means of its own. */
abstract class PolicyNotes extends Progress {
    private byte implementation;

    /** The number of the policy that has the task, 0 for none; see {@link #keeper}. */
    private short keeper; // small, so that it fills a gap: there may be millions of tasks

    private float predictedNanos;
    private float predictedTransferNanos;
    private long stamp;

    public final int implementation() {
        return implementation;
    }

    /** Chooses the implementation that will run. */
    public final void choose(int number) {
        implementation = (byte) number;
    }

    /**
     * Which policy has the task: the number of one in its context, or 0. Written and read by who is in the policy, or
     * has it changed; so a policy's own order from push to pop is enough for a plain field.
     */
    public final short keeper() {
        return keeper;
    }

    /** Notes which policy has the task from now on, 0 for none. */
    public final void keptBy(short policy) {
        keeper = policy;
    }

    /** Forgets what a policy has noted. */
    void forgetNotes() {
        implementation = 0; // a former policy may have chosen for a worker of another kind
        predictedNanos = 0;
        predictedTransferNanos = 0;
    }

    public final void predict(float nanos, float transferNanos) {
        predictedNanos = nanos;
        predictedTransferNanos = transferNanos;
    }

    public final float predictedNanos() {
        return predictedNanos;
    }

    public final float predictedTransferNanos() {
        return predictedTransferNanos;
    }

    public final void stamp(long number) {
        stamp = number;
    }

    public final long stamp() {
        return stamp;
    }
}
