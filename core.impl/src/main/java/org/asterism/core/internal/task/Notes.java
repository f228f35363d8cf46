package org.asterism.core.internal.task;

import org.asterism.api.data.Footprint;
import org.asterism.core.internal.data.Handle;

/**
 * Notes of policies on a task, and values computed for them. A task without notes has no such object.
 *
 * <p>The fields are plain: policies synchronise themselves when they hand a task from thread to thread, and every
 * thread computes the same footprint. Only the thread that owns the task writes notes.
 */
public final class Notes {
    private long stamp;
    private float predictedNanos;
    private float predictedTransferNanos;

    /** The footprint of the data; 0 until it was asked for. */
    private int footprint;

    Notes() {}

    /** The notes on a task, or null. */
    private static Notes of(Job job) {
        Object known = job.extras();
        return known instanceof Notes notes
                ? notes
                : known instanceof Particulars particulars ? particulars.notes() : null;
    }

    /** The notes on a task, made if there are none. */
    private static Notes make(Job job) {
        Notes known = of(job);
        if (known != null) {
            return known;
        }
        Notes fresh = new Notes();
        return job.replaceExtras(null, fresh) ? fresh : job.particular().makeNotes();
    }

    /** Notes how long the kernel and the transfers of a task will take. */
    public static void predict(Job job, float nanos, float transferNanos) {
        Notes notes = make(job);
        notes.predictedNanos = nanos;
        notes.predictedTransferNanos = transferNanos;
    }

    /** Returns the predicted duration of the kernel; 0 if nothing was noted. */
    public static float predictedNanos(Job job) {
        Notes notes = of(job);
        return notes == null ? 0 : notes.predictedNanos;
    }

    /** Returns the predicted duration of the transfers; 0 if nothing was noted. */
    public static float predictedTransferNanos(Job job) {
        Notes notes = of(job);
        return notes == null ? 0 : notes.predictedTransferNanos;
    }

    /** Puts a number on a task. */
    public static void stamp(Job job, long number) {
        make(job).stamp = number;
    }

    /** The number that the policy has put on a task, or 0. */
    public static long stamp(Job job) {
        Notes notes = of(job);
        return notes == null ? 0 : notes.stamp;
    }

    /** The footprint of a task's data, which is kept if there are notes. */
    static int footprint(Job job, Handle[] data) {
        Notes notes = of(job);
        if (notes != null && notes.footprint != 0) {
            return notes.footprint;
        }
        int found = 0;
        for (Handle handle : data) {
            found = Footprint.mix(handle.footprint(), found);
        }
        if (notes != null) {
            notes.footprint = found;
        }
        return found;
    }

    /** Forgets the team and the predictions of a policy, with one look at the extras; the stamp stays. */
    static void forget(Job job) {
        Object known = job.extras();
        if (known instanceof Particulars said) {
            said.team = null;
            known = said.notes();
        }
        if (known instanceof Notes notes) {
            notes.predictedNanos = 0;
            notes.predictedTransferNanos = 0;
        }
    }
}
