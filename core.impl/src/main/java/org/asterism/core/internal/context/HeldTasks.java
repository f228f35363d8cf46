package org.asterism.core.internal.context;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.Consumer;
import org.asterism.api.TaskState;
import org.asterism.core.internal.protocol.FieldHandle;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.Progress;
import org.asterism.spi.concurrent.Padded;
import org.asterism.spi.concurrent.PaddedLock;

/**
 * The tasks given to a policy through one slot, so that none is lost even if the policy loses it.
 *
 * <p>When the list is full, those that are still with the policy move to a new one, of which they take at most half. So
 * remembering a task costs a few nanoseconds on average. The core never needs to ask a policy for the tasks that it
 * holds. A list that is not kept for long stays young: G1 makes the store of a new task into an old array several times
 * as expensive, by a fence.
 *
 * <p><b>Threads and memory order.</b> Adders of a shared slot take turns by a lock; the slot of one thread has one
 * adder and no lock. The size of one list only grows: a task is stored before the size, with release, and a reader
 * reads the size first, with acquire, so it sees a former state of the list, without a lock. Tasks that have left the
 * policy may be taken out of their places at any time, since they would not be shown to anybody.
 */
final class HeldTasks extends Padded {
    /** Length of the shortest list. */
    static final int LEAST = 256;

    /** A longer list is renewed only as long as the tasks need that are left in it. */
    private static final int LONG = 64 * 1024;

    private static final int MOST_LOOKED_AT = 16 * 1024;
    private static final VarHandle LIST = FieldHandle.of(MethodHandles.lookup(), "list", Places.class);

    /** A list of tasks; the places behind its size are free. */
    private static final class Places {
        static final Places NONE = new Places(new Job[0], 0);

        private static final VarHandle SIZE = FieldHandle.of(MethodHandles.lookup(), "size", int.class);
        private static final VarHandle DISCARDED = FieldHandle.of(MethodHandles.lookup(), "discarded", boolean.class);
        private static final VarHandle JOB = MethodHandles.arrayElementVarHandle(Job[].class);

        private final Job[] jobs;
        private int size;

        /** All places before this one are empty. A late writer may set it back, which does no harm. */
        private int first;

        /** Whether its room is to be given back when its thread adds again. */
        private boolean discarded;

        Places(Job[] jobs, int size) {
            this.jobs = jobs;
            this.size = size;
        }

        int length() {
            return jobs.length;
        }

        /** Whether it is to be renewed before a task is added: it is full, or larger than need be. */
        boolean isSpent() {
            return size == jobs.length || (boolean) DISCARDED.getOpaque(this);
        }

        /** Whether less than an eighth of it may have tasks. */
        boolean isSparse() {
            return 8L * (size() - first) < jobs.length;
        }

        void discard() {
            DISCARDED.setOpaque(this, true);
        }

        /** Adds a task; only if there is a free place. */
        void add(Job job) {
            int place = size;
            jobs[place] = job;
            SIZE.setRelease(this, place + 1);
        }

        int size() {
            return (int) SIZE.getAcquire(this);
        }

        /** Returns the first place that may have a task. */
        int first() {
            return first;
        }

        /** Returns the task at a place if it is in a state that is asked for, or null. */
        Job get(int place, TaskState wanted) {
            Job job = (Job) JOB.getOpaque(jobs, place);
            return job != null && job.state() == wanted ? job : null;
        }

        private Job kept(int place) {
            Job job = (Job) JOB.getOpaque(jobs, place);
            return job != null && isKept(job) ? job : null;
        }

        /** A task that a worker has taken is found only here until the worker shows it. */
        private static boolean isKept(Job job) {
            TaskState now = job.state();
            return now == TaskState.READY || now == TaskState.SCHEDULED;
        }

        boolean isEmpty() {
            return first == size();
        }

        /** Takes out those that have left. */
        void tidy() {
            int all = size();
            int empty = first;
            for (int place = empty; place < all; place++) {
                if (kept(place) == null) {
                    JOB.setOpaque(jobs, place, null);
                    empty += empty == place ? 1 : 0;
                }
            }
            first = empty;
        }

        /** Returns a list of those that have not left, at least half of which is free. */
        Places renewed() {
            int all = size();
            Job[] kept = new Job[jobs.length > LONG ? LEAST : Math.max(LEAST, jobs.length)];
            int count = 0;
            Set<Job> again = Set.of();
            for (int place = first; place < all; place++) {
                Job job = kept(place);
                if (job == null) {
                    continue;
                }
                if (Progress.recurs(job)) { // it may be here once for each time that it became ready
                    again = again.isEmpty() ? Collections.newSetFromMap(new IdentityHashMap<>()) : again;
                    if (!again.add(job)) {
                        continue;
                    }
                }
                if (count == kept.length) {
                    kept = Arrays.copyOf(kept, 2 * count);
                }
                kept[count++] = job;
            }
            if (2 * count > kept.length) {
                kept = Arrays.copyOf(kept, 2 * kept.length);
            } else if (kept.length > LEAST && 8 * count < kept.length) {
                kept = Arrays.copyOf(kept, kept.length / 2);
            }
            return new Places(kept, count);
        }

        Places withRoomFor(int more) {
            return new Places(Arrays.copyOf(jobs, Math.max(Math.max(LEAST, 2 * jobs.length), size + more)), size);
        }
    }

    private final boolean shared;
    private final PaddedLock lock = new PaddedLock();

    /** Empty until the first task: a context has slots for each processor, and most are never used. */
    private Places list = Places.NONE;

    private long given;

    /** Makes the list of a slot for one thread or for several. */
    HeldTasks(boolean shared) {
        this.shared = shared;
    }

    /**
     * Remembers a task. Only its own thread adds to a slot for one thread. If there is no memory for the task, nothing
     * has changed.
     */
    void add(Job job) {
        if (!shared) {
            remember(job);
            given++;
            return;
        }
        lock.lock();
        try {
            remember(job);
            given++; // last: without memory for the list, the policy does not get the task
        } finally {
            lock.unlock();
        }
    }

    private void remember(Job job) {
        if (list.isSpent()) {
            replace(list.renewed());
        }
        list.add(job);
    }

    private void replace(Places other) {
        LIST.setRelease(this, other);
    }

    private Places list() {
        return (Places) LIST.getAcquire(this);
    }

    /** Returns for how many tasks the list has places: 0 if nothing was added since it was made or cleared. */
    int room() {
        return list().length();
    }

    /** Moves the tasks that are kept to a shared slot; while nobody adds here. They were given from here. */
    void moveTo(HeldTasks other) {
        other.lock.lock();
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

    /** Makes room for many tasks at once, in a shared slot. */
    void makeRoomFor(int more) {
        lock.lock();
        try {
            if (list.length() - list.size() < more) {
                replace(list.withRoomFor(more));
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Forgets the tasks that have left, so that a quiet runtime keeps no former program in memory. A shared slot gives
     * back the room that a burst of tasks has taken; that of one thread does when the thread adds again, by half each
     * time, or when it has ended. Costs a glance if nothing was added since the last time.
     */
    void tidy() {
        Places now = list();
        if (!now.isEmpty()) {
            now.tidy();
        }
        if (now.length() > LEAST) {
            if (shared) {
                giveBackRoom();
            } else if (now.isEmpty()) {
                now.discard();
            }
        }
    }

    /** Gives back room that is not needed. Nobody may add to a slot for one thread meanwhile. */
    void giveBackRoom() {
        lock.lock();
        try {
            if (list.isEmpty()) {
                clear();
            } else if (list.isSparse()) {
                replace(list.renewed());
            }
        } finally {
            lock.unlock();
        }
    }

    /** Visits the tasks that are ready still. */
    void forEachReady(Consumer<Job> visitor) {
        forEachIn(TaskState.READY, visitor);
    }

    /** Visits the tasks that a worker has taken and not begun. */
    void forEachTaken(Consumer<Job> visitor) {
        forEachIn(TaskState.SCHEDULED, visitor);
    }

    private void forEachIn(TaskState wanted, Consumer<Job> visitor) {
        Places now = list();
        int all = now.size();
        for (int place = now.first(); place < all; place++) {
            Job job = now.get(place, wanted);
            if (job != null) {
                visitor.accept(job);
            }
        }
    }

    /**
     * Shows ready tasks to a visitor, the newest first, until it has seen enough. Of a long list only some thousand
     * places are looked at, evenly spread, and each task found stands for as many. While tasks come and go, one may be
     * shown twice or not at all.
     *
     * @return false if it has seen enough
     */
    boolean showReady(ReadyVisitor visitor) {
        Places now = list();
        int all = now.size();
        int first = now.first();
        int stride = 1 + (all - first) / MOST_LOOKED_AT;
        for (int place = all - 1; place >= first; place -= stride) {
            Job job = now.get(place, TaskState.READY);
            if (job != null && !visitor.visit(job, stride)) {
                return false;
            }
        }
        return true;
    }

    /** Forgets all tasks; while nobody adds. */
    void clear() {
        replace(Places.NONE);
    }
}
