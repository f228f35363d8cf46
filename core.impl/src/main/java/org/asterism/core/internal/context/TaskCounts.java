package org.asterism.core.internal.context;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.asterism.api.TaskState;

/**
 * The numbers of submitted and ended tasks.
 *
 * <p>The counts only grow, and a task is counted as submitted before it can end. Suppose that the number of ended
 * tasks, read first, equals the number of submitted ones, read second. Then no task was left at the moment between the
 * two readings.
 *
 * <p>Each worker counts in its own place, and threads of programs share a few others. If two cores wrote the same word
 * in turn, that would cost each of them more than everything else about a task. A
 * {@link java.util.concurrent.atomic.LongAdder} does not help, because it creates places only when writes collide. Here
 * writes hardly ever collide, but the cache line would move from core to core.
 */
public final class TaskCounts {
    /** A place: two cache lines, since processors fetch them in pairs. */
    private static final int PLACE = 128 / Long.BYTES;

    // Where in its place each count is. Ends are read before submissions, and told to the heir after them.
    private static final int SUBMITTED = 0;
    private static final int DONE = 1;
    private static final int FAILED = 2;
    private static final int CANCELLED = 3;

    /** Number of places for workers; a power of two. */
    private static final int OF_WORKERS =
            Math.clamp(2 * Integer.highestOneBit(java.lang.Runtime.getRuntime().availableProcessors()), 4, 64);

    /** Number of places that all other threads share. Few of these submit at the same time. A power of two. */
    private static final int OF_OTHERS = 4;

    private static final int FIRST_OF_OTHERS = (1 + OF_WORKERS) * PLACE;

    private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);

    /** The places, with a gap before the first. */
    private final long[] counts = new long[(1 + OF_WORKERS + OF_OTHERS) * PLACE];

    /** The counts that include these tasks as well, or null. */
    private volatile TaskCounts heir;

    /** The part of each count that the heir has counted; guarded by this. */
    private final long[] passed = new long[CANCELLED + 1];

    /** The counts as they are passed on; guarded by this, and kept so that an end needs no memory. */
    private final long[] read = new long[CANCELLED + 1];

    /**
     * Counts a submitted task.
     *
     * @param current the worker that the calling thread is, or null
     */
    void submitted(ContextWorker current) {
        add(placeOf(current) + SUBMITTED, 1);
        if (heir != null) {
            passOn();
        }
    }

    /**
     * Counts a task that has ended.
     *
     * @param current the worker that the calling thread is, or null
     */
    void ended(TaskState state, ContextWorker current) {
        add(placeOf(current) + (state == TaskState.DONE ? DONE : state == TaskState.FAILED ? FAILED : CANCELLED), 1);
        if (heir != null) {
            passOn();
        }
    }

    private static int placeOf(ContextWorker current) {
        if (current != null) {
            return (1 + (current.id() & OF_WORKERS - 1)) * PLACE;
        }
        long scattered = Thread.currentThread().threadId() * 0x9E3779B97F4A7C15L;
        return FIRST_OF_OTHERS + ((int) (scattered >>> 40) & OF_OTHERS - 1) * PLACE;
    }

    private void add(int at, long more) {
        COUNT.getAndAdd(counts, at, more);
    }

    private long sum(int count) {
        long sum = 0;
        for (int place = PLACE; place < counts.length; place += PLACE) {
            sum += read(place + count);
        }
        return sum;
    }

    private long read(int at) {
        return (long) COUNT.getVolatile(counts, at);
    }

    /**
     * Makes another context also count these tasks from now on: ended ones and others. A thread that counts a task
     * looks for the heir afterwards. The heir is set before it gets the previous counts, so that none is missed.
     */
    void passTo(TaskCounts inheriting) {
        heir = inheriting;
        passOn();
    }

    /** Tells the heir what it has not counted yet; submitted tasks before their ends, as everywhere. */
    private void passOn() {
        synchronized (this) {
            for (int count = CANCELLED; count >= SUBMITTED; count--) {
                read[count] = sum(count);
            }
            for (int count = SUBMITTED; count <= CANCELLED; count++) {
                heir.add(FIRST_OF_OTHERS + count, read[count] - passed[count]);
                passed[count] = read[count];
            }
        }
        if (heir.heir != null) {
            heir.passOn();
        }
    }

    /**
     * Returns the number of tasks that have not ended, or more: tasks that end between the two readings still count.
     */
    public long left() {
        long ended = endedSoFar();
        return submittedSoFar() - ended;
    }

    /** Returns the number of tasks that have ended in any way. */
    public long endedSoFar() {
        long sum = 0;
        for (int place = PLACE; place < counts.length; place += PLACE) { // each place is another core's cache line
            sum += read(place + CANCELLED) + read(place + FAILED) + read(place + DONE);
        }
        return sum;
    }

    /** Whether every task that was submitted has ended. */
    public boolean isQuiescent() {
        return left() == 0;
    }

    public long submittedSoFar() {
        return sum(SUBMITTED);
    }

    public long doneSoFar() {
        return sum(DONE);
    }

    public long failedSoFar() {
        return sum(FAILED);
    }

    public long cancelledSoFar() {
        return sum(CANCELLED);
    }
}
