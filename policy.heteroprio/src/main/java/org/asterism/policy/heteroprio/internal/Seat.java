package org.asterism.policy.heteroprio.internal;

import java.util.Arrays;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.kit.policy.RankedTasks;
import org.asterism.spi.concurrent.SpinLock;

/**
 * A worker and the tasks that it holds: taken from buckets, their data on the way, not popped yet. Others of its team
 * may steal them, the last one first, so none of them is restricted.
 *
 * <p><b>Threads.</b> {@link #hold} the worker only; taking any thread of the team.
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

    /** When the task that its worker executes began; the worker only. */
    long begin;

    /** Its number in its team. */
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

    /** Where its worker's data are: the number of a place in the buckets. */
    int home() {
        return home;
    }

    /** What its worker took last; the worker only. */
    RankedTasks.Taken taken() {
        return taken;
    }

    /** Makes one of those that were found what was taken; the worker only. */
    void taken(RankedTasks.Taken chosen) {
        for (int index = 0; index < found.length; index++) {
            if (found[index] == chosen) {
                found[index] = taken;
            }
        }
        taken = chosen;
    }

    /** Places for tasks to look at; the worker only. */
    RankedTasks.Taken[] found() {
        return found;
    }

    boolean isEmpty() {
        return held == 0;
    }

    int held() {
        return held;
    }

    /** Holds what was taken; there must be room. */
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

    /** Takes the task that is held longest, or null. */
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

    /** Takes the task that was held last, or null. */
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

    /** Takes all tasks; while no other method runs. */
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
