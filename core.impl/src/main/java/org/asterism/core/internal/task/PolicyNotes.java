package org.asterism.core.internal.task;

/**
 * Which policy has a task, and which implementation that has chosen; the rest is in its {@link Notes}. Plain, since a policy hands a
 * task from thread to thread by means of its own.
 */
abstract class PolicyNotes extends Progress {
    private byte implementation;

    /** The number of the policy that has the task, 0 for none; see {@link #keeper}. */
    private short keeper; // small, so that it fills a gap: there may be millions of tasks

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
    }
}
