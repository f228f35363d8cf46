package org.asterism.core.internal.context;

import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.Consumer;
import org.asterism.api.TaskState;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.Progress;
import org.asterism.spi.concurrent.Padded;
import org.asterism.spi.concurrent.PaddedLock;

/**
 * The tasks given to a policy through one slot, so that none is lost even if the policy loses it.
 *
 * <p>When the list is full, tasks that have left the policy are removed. A clearing removes at least half of the list,
 * or else the list doubles before the next clearing. So remembering a task costs a few nanoseconds on average. The core
 * never needs to ask a policy for the tasks that it holds.
 */
final class HeldTasks extends Padded {
    private static final Job[] NONE = {};
    private static final int LEAST = 1024;
    private static final int MOST_LOOKED_AT = 16 * 1024;

    private final PaddedLock lock = new PaddedLock();

    /** Empty until the first task: a context has four places for each processor, and most are never used. */
    private Job[] jobs = NONE;

    private int size;
    private long given;

    void add(Job job) {
        lock.lock();
        try {
            remember(job);
            given++; // last: without memory for the list, the policy does not get the task
        } finally {
            lock.unlock();
        }
    }

    private void remember(Job job) {
        if (size == jobs.length) {
            makeRoom();
        }
        jobs[size++] = job;
    }

    private void makeRoom() {
        if (jobs.length == 0) {
            jobs = new Job[LEAST];
        } else {
            forgetThoseThatLeft();
        }
    }

    /** Whether it takes no room, since nothing was added since the list was made or cleared. */
    boolean isUnused() {
        return jobs.length == 0;
    }

    /** Moves the tasks that are kept to another place. They were given from here. */
    void moveTo(HeldTasks other) {
        other.lock.lock(); // the two are never taken in another order: nobody moves to a worker's place
        try {
            forEachReady(other::remember);
            forEachTaken(other::remember);
        } finally {
            other.lock.unlock();
        }
        clear();
    }

    /** Returns the number of tasks that were added so far; while nobody adds. */
    long given() {
        return given;
    }

    /** Makes room for many tasks at once. */
    void makeRoomFor(int more) {
        lock.lock();
        try {
            if (jobs.length - size < more) {
                jobs = Arrays.copyOf(jobs, Math.max(Math.max(LEAST, 2 * jobs.length), size + more));
            }
        } finally {
            lock.unlock();
        }
    }

    private void forgetThoseThatLeft() {
        int kept = 0;
        int index = 0;
        Set<Job> again = Set.of();
        try {
            for (; index < size; index++) {
                Job job = jobs[index];
                if (!isKept(job)) {
                    continue;
                }
                if (Progress.recurs(job)) { // it may be here once for each time that it became ready
                    again = again.isEmpty() ? Collections.newSetFromMap(new IdentityHashMap<>()) : again;
                    if (!again.add(job)) {
                        continue;
                    }
                }
                jobs[kept++] = job;
            }
        } finally { // the tasks that were not looked at stay, should there be no memory for the set
            System.arraycopy(jobs, index, jobs, kept, size - index);
            kept += size - index;
            Arrays.fill(jobs, kept, size, null);
            size = kept;
        }
        if (2 * kept > jobs.length) {
            jobs = Arrays.copyOf(jobs, 2 * jobs.length);
        } else if (jobs.length > LEAST && 8 * kept < jobs.length) {
            jobs = Arrays.copyOf(jobs, jobs.length / 2);
        }
    }

    /**
     * Forgets the tasks that have left, so that a quiet runtime keeps no former program in memory, and gives back the
     * room that a burst of tasks has taken. Costs a glance if nothing was added since the last time.
     */
    void tidy() {
        if (size == 0 && jobs.length <= LEAST) { // read without the lock: a task that comes just now has not left
            return;
        }
        lock.lock();
        try {
            forgetThoseThatLeft();
            if (size < LEAST && jobs.length > LEAST) {
                jobs = Arrays.copyOf(jobs, LEAST);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Until its worker shows a task that it has taken, whoever looks for all tasks finds it only here. */
    private static boolean isKept(Job job) {
        TaskState now = job.state();
        return now == TaskState.READY || now == TaskState.SCHEDULED;
    }

    /** Visits the tasks that are ready still, on a copy: the visitor may take its time. */
    void forEachReady(Consumer<Job> visitor) {
        forEachIn(TaskState.READY, visitor);
    }

    /** Visits the tasks that a worker has taken and not begun, likewise. */
    void forEachTaken(Consumer<Job> visitor) {
        forEachIn(TaskState.SCHEDULED, visitor);
    }

    private void forEachIn(TaskState wanted, Consumer<Job> visitor) {
        Job[] copy;
        lock.lock();
        try {
            copy = Arrays.copyOf(jobs, size);
        } finally {
            lock.unlock();
        }
        for (Job job : copy) {
            if (job.state() == wanted) {
                visitor.accept(job);
            }
        }
    }

    /**
     * Shows ready tasks to a visitor, the newest first, until it has seen enough; on copies of pieces of the list. Of a
     * long list only some thousand places are looked at, evenly spread, and each task found stands for as many. While
     * tasks come and go, one may be shown twice or not at all.
     *
     * @return false if it has seen enough
     */
    boolean showReady(ReadyVisitor visitor) {
        Job[] piece = new Job[LEAST];
        int next = Integer.MAX_VALUE;
        while (next > 0) {
            int found = 0;
            int stride;
            lock.lock();
            try {
                next = Math.min(next, size);
                stride = 1 + size / MOST_LOOKED_AT;
                while (next > 0 && found < piece.length) {
                    piece[found++] = jobs[next - 1];
                    next -= stride;
                }
            } finally {
                lock.unlock();
            }
            for (int index = 0; index < found; index++) {
                if (piece[index].state() == TaskState.READY && !visitor.visit(piece[index], stride)) {
                    return false;
                }
            }
        }
        return true;
    }

    void clear() {
        lock.lock();
        try {
            jobs = NONE;
            size = 0;
        } finally {
            lock.unlock();
        }
    }
}
