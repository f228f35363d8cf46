package org.asterism.kit.policy.placement;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.asterism.api.Worker;

/**
 * The part of a worker's queue that decisions read: the time at which the worker is expected to begin its waiting
 * tasks, how long it will need for them, and its load, which counts waiting tasks and those that it has taken.
 *
 * <p><b>Threads.</b> The holder of the queue's lock publishes, any thread reads. Accesses are opaque, so the numbers
 * that a thread reads may be of different moments.
 */
abstract sealed class PublishedTimes extends Account permits WorkerQueue {
    private static final VarHandle START;
    private static final VarHandle LENGTH;
    private static final VarHandle LOAD;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            START = lookup.findVarHandle(PublishedTimes.class, "start", long.class);
            LENGTH = lookup.findVarHandle(PublishedTimes.class, "length", long.class);
            LOAD = lookup.findVarHandle(PublishedTimes.class, "load", int.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private long start;
    private long length;
    private int load;

    PublishedTimes(Worker worker, long now) {
        super(worker);
        start = now;
    }

    final long start() {
        return (long) START.getOpaque(this);
    }

    final long length() {
        return (long) LENGTH.getOpaque(this);
    }

    /** Returns the time at which the worker is expected to be done with its tasks. */
    final long ready(long now) {
        return Math.max(start(), now) + length();
    }

    /** Returns the load without tasks that are {@link Incoming}: a waiting task counts twice, a taken one once. */
    final int publishedLoad() {
        return (int) LOAD.getOpaque(this);
    }

    final void publish(long newStart, long newLength, int newLoad) {
        START.setOpaque(this, newStart);
        LENGTH.setOpaque(this, newLength);
        publishLoad(newLoad);
    }

    final void publishLoad(int newLoad) {
        LOAD.setOpaque(this, newLoad);
    }
}
