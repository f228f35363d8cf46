package org.asterism.core.internal.balance;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.asterism.core.internal.protocol.FieldHandle;

/**
 * One worker's work for one context. The worker counts, and other threads read. A reader may miss the last task, or see
 * only some of its numbers.
 */
final class Tally {
    private static final VarHandle RUNS = FieldHandle.of(MethodHandles.lookup(), "runs", long.class);
    private static final VarHandle TASKS = FieldHandle.of(MethodHandles.lookup(), "tasks", long.class);
    private static final VarHandle NANOS = FieldHandle.of(MethodHandles.lookup(), "nanos", long.class);
    private static final VarHandle FLOPS = FieldHandle.of(MethodHandles.lookup(), "flops", double.class);

    private long runs;
    private long tasks;
    private long nanos;
    private double flops;

    /** Counts a task; by the worker. */
    void add(long took, double operations) {
        FLOPS.setOpaque(this, flops + operations);
        TASKS.setOpaque(this, tasks + 1);
        addPart(took);
    }

    /** Counts time that the worker has spent on a task that another one counts; by the worker. */
    void addPart(long took) {
        NANOS.setOpaque(this, nanos + took);
        RUNS.setOpaque(this, runs + 1);
    }

    /** Returns the number of times that the worker has run a task, or taken part in one. */
    long runs() {
        return (long) RUNS.getOpaque(this);
    }

    long tasks() {
        return (long) TASKS.getOpaque(this);
    }

    long nanos() {
        return (long) NANOS.getOpaque(this);
    }

    double flops() {
        return (double) FLOPS.getOpaque(this);
    }
}
