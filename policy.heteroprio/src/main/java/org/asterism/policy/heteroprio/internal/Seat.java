package org.asterism.policy.heteroprio.internal;

import java.util.Arrays;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.kit.policy.RankedTasks;
import org.asterism.spi.concurrent.SpinLock;

/**
 * Worker with the tasks that it holds: taken from buckets but not popped yet, while their data are being transferred.
 * Other workers of its team may steal them, the last one first, so none of them is restricted.
 *
 * <p><b>Threads.</b> Only the worker calls {@link #hold}; any thread of the team may take tasks.
 */
final class Seat {
    private final Worker worker;
    private final Team team;
    private final int home;
    private final SpinLock lock = new SpinLock();
    private final Task[] tasks;
    private final long[] ranks;
    private final long[] stamps;
    private int first;
    private volatile int held;

    private final RankedTasks.Taken[] found;
    private RankedTasks.Taken taken = new RankedTasks.Taken();

    /** Time at which the worker's current task began; used by the worker only. */
    long begin;

    /** Index in its team. */
    int place;

    Seat(Worker worker, Team team, int home, int window, int near) {
        this.worker = worker;
        this.team = team;
        this.home = home;
        tasks = new Task[window];
        ranks = new long[window];
        stamps = new long[window];
        found = new RankedTasks.Taken[near];
        Arrays.setAll(found, index -> new RankedTasks.Taken());
    }

    Worker worker() {
        return worker;
    }

    Team team() {
        return team;
    }

    /** Returns the place in the buckets that stands for its worker's memory node. */
    int home() {
        return home;
    }

    /** Returns the task that the worker took last; used by the worker only. */
    RankedTasks.Taken taken() {
        return taken;
    }

    /** Stores one of the found tasks as the taken one; used by the worker only. */
    void taken(RankedTasks.Taken chosen) {
        for (int index = 0; index < found.length; index++) {
            if (found[index] == chosen) {
                found[index] = taken;
            }
        }
        taken = chosen;
    }

    /** Returns holders for tasks to compare; used by the worker only. */
    RankedTasks.Taken[] found() {
        return found;
    }

    boolean isEmpty() {
        return held == 0;
    }

    int held() {
        return held;
    }

    /** Holds a taken task; there must be room. */
    void hold(RankedTasks.Taken task) {
        lock.lock();
        try {
            int end = (first + held) % tasks.length;
            tasks[end] = task.task();
            ranks[end] = task.rank();
            stamps[end] = task.stamp();
            held++;
        } finally {
            lock.unlock();
        }
        team.holdsMore(this);
    }

    /** Takes the task that has been held longest, or returns null. */
    Task takeFirst() {
        if (held == 0) {
            return null;
        }
        Task task = null;
        lock.lock();
        try {
            if (held > 0) {
                task = tasks[first];
                tasks[first] = null;
                first = (first + 1) % tasks.length;
                held--;
            }
        } finally {
            lock.unlock();
        }
        if (task != null) {
            team.holdsLess();
        }
        return task;
    }

    /** Takes the task that was held last, or returns null. */
    Task takeLast() {
        if (held == 0) {
            return null;
        }
        Task task = null;
        lock.lock();
        try {
            if (held > 0) {
                int last = (first + held - 1) % tasks.length;
                task = tasks[last];
                tasks[last] = null;
                held--;
            }
        } finally {
            lock.unlock();
        }
        if (task != null) {
            team.holdsLess();
        }
        return task;
    }

    /** Takes all tasks. No other method may run meanwhile. */
    void takeAll(RankedTasks.Sink sink) {
        while (held > 0) {
            long rank = ranks[first];
            long stamp = stamps[first];
            sink.accept(takeFirst(), rank, stamp);
        }
    }

    @Override
    public String toString() {
        return worker.name();
    }
}
