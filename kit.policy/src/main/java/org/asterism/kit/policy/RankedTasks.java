package org.asterism.kit.policy;

import java.util.Arrays;
import java.util.Map;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.spi.concurrent.SpinLock;

/**
 * Tasks by ranks that the policy gives them, whatever their priorities are, and among equals by stamps that it gives
 * them too: the task of the highest rank and the lowest stamp first. With several such queues and stamps from one
 * source, a policy can still hand over all its tasks in the order in which they were pushed.
 *
 * <p>Every worker that takes from it must be able to execute all tasks in it that are not {@link Task#isRestricted
 * restricted}; those that are, are kept apart and asked about one by one, without a lock.
 *
 * <p>A binary heap in arrays under a {@link SpinLock} (Williams 1964): adding and taking cost the logarithm of the
 * number of tasks, and nothing is allocated unless the queue grows beyond what it ever held.
 *
 * <p>When to use: a queue per architecture, memory node or kind of task. Any thread may use it at any time.
 */
public final class RankedTasks {
    private static final int LEAST_CAPACITY = 16;

    /** A task that was looked at is sought among so many of the first ones. */
    private static final int MOST_LOOKED_AT = 256;

    /** A place for what {@link #take} gives: for one thread at a time, to be used again. */
    public static final class Taken {
        private Task task;
        private long rank;
        private long stamp;

        /** Makes an empty place. */
        public Taken() {}

        /**
         * The task.
         *
         * @return what the last successful take has given
         */
        public Task task() {
            return task;
        }

        /**
         * Its rank.
         *
         * @return as it was given with the task
         */
        public long rank() {
            return rank;
        }

        /**
         * Its stamp.
         *
         * @return as it was given with the task
         */
        public long stamp() {
            return stamp;
        }

        private void set(Task given, long itsRank, long itsStamp) {
            task = given;
            rank = itsRank;
            stamp = itsStamp;
        }
    }

    /** Is given the tasks that leave a queue. */
    @FunctionalInterface
    public interface Sink {
        /**
         * Takes a task.
         *
         * @param task was in the queue
         * @param rank as it was given with the task
         * @param stamp as it was given with the task
         */
        void accept(Task task, long rank, long stamp);
    }

    private final SpinLock lock = new SpinLock();
    private Task[] tasks = new Task[LEAST_CAPACITY];
    private long[] ranks = new long[LEAST_CAPACITY];
    private long[] stamps = new long[LEAST_CAPACITY];

    /** Written with the lock held, read by anybody. */
    private volatile int size;

    /** Null until there is the first such task. */
    private volatile RestrictedTasks restricted;

    /** Makes an empty queue. */
    public RankedTasks() {}

    /**
     * Adds a task.
     *
     * @param task any task
     * @param rank higher ones are taken first
     * @param stamp of tasks of one rank the lowest is taken first; no two tasks in the queue have the same
     */
    public void add(Task task, long rank, long stamp) {
        if (task.isRestricted()) {
            restrictedTasks().add(task, rank, stamp);
            return;
        }
        lock.lock();
        try {
            int place = size;
            if (place == tasks.length) {
                tasks = Arrays.copyOf(tasks, 2 * place);
                ranks = Arrays.copyOf(ranks, 2 * place);
                stamps = Arrays.copyOf(stamps, 2 * place);
            }
            rise(place, task, rank, stamp);
            size = place + 1;
        } finally {
            lock.unlock();
        }
    }

    private RestrictedTasks restrictedTasks() {
        RestrictedTasks there = restricted;
        return there == null ? makeRestrictedTasks() : there;
    }

    private synchronized RestrictedTasks makeRestrictedTasks() {
        if (restricted == null) {
            restricted = new RestrictedTasks();
        }
        return restricted;
    }

    /**
     * Takes the first task that a worker can execute.
     *
     * @param worker who asks
     * @param taken where the task is put
     * @return false if there is none
     */
    public boolean take(Worker worker, Taken taken) {
        while (true) {
            RestrictedTasks others = restricted;
            Map.Entry<RestrictedTasks.Place, Task> other = others == null ? null : others.firstFor(worker);
            if (other == null) {
                return takeFirst(Long.MIN_VALUE, Long.MAX_VALUE, taken);
            }
            long rank = other.getKey().priority();
            long stamp = other.getKey().stamp();
            if (takeFirst(rank, stamp, taken)) {
                return true;
            }
            if (others.take(other)) {
                taken.set(other.getValue(), rank, stamp);
                return true;
            }
        }
    }

    /**
     * The rank of the first task that a worker can execute.
     *
     * @param worker who asks
     * @return {@link Long#MIN_VALUE} if there is none; a hint, while others use the queue
     */
    public long firstRank(Worker worker) {
        RestrictedTasks others = restricted;
        Map.Entry<RestrictedTasks.Place, Task> other = others == null ? null : others.firstFor(worker);
        return Math.max(
                firstRank(), other == null ? Long.MIN_VALUE : other.getKey().priority());
    }

    /** Takes the first of the tasks that are not restricted, if it comes before a place. */
    private boolean takeFirst(long rank, long stamp, Taken taken) {
        if (size == 0) {
            return false;
        }
        lock.lock();
        try {
            if (size == 0 || ranks[0] < rank || ranks[0] == rank && stamps[0] > stamp) {
                return false;
            }
            taken.set(tasks[0], ranks[0], stamps[0]);
            remove(0);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /**
     * The rank of the first task that is not restricted.
     *
     * @return {@link Long#MIN_VALUE} if there is none; a hint, while others use the queue
     */
    public long firstRank() {
        if (size == 0) {
            return Long.MIN_VALUE;
        }
        lock.lock();
        try {
            return size == 0 ? Long.MIN_VALUE : ranks[0];
        } finally {
            lock.unlock();
        }
    }

    /**
     * Looks at some of the first tasks that are not restricted, without taking them: the very first one, and others
     * that few come before.
     *
     * @param found where they are put, the very first one at the beginning
     * @return how many there are
     */
    public int peek(Taken[] found) {
        if (size == 0) {
            return 0;
        }
        lock.lock();
        try {
            // A child never comes before its parent, so the upper levels of the heap hold first ones.
            int count = Math.min(size, found.length);
            for (int place = 0; place < count; place++) {
                found[place].set(tasks[place], ranks[place], stamps[place]);
            }
            return count;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes a task that was found by {@link #peek}.
     *
     * @param found with its rank and stamp
     * @return false if it has gone
     */
    public boolean take(Taken found) {
        lock.lock();
        try {
            int place = placeOf(found);
            if (place < 0) {
                return false;
            }
            remove(place);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Where a task is, or -1: others may have come to the front or gone since it was found. */
    private int placeOf(Taken found) {
        int end = Math.min(size, MOST_LOOKED_AT);
        for (int place = 0; place < end; place++) {
            if (tasks[place] == found.task && stamps[place] == found.stamp) {
                return place;
            }
        }
        return -1;
    }

    /**
     * Takes all tasks, in no order.
     *
     * @param sink is given each task, with no lock held
     */
    public void takeAll(Sink sink) {
        Taken taken = new Taken();
        while (takeFirst(Long.MIN_VALUE, Long.MAX_VALUE, taken)) {
            sink.accept(taken.task, taken.rank, taken.stamp);
        }
        RestrictedTasks others = restricted;
        if (others != null) {
            others.takeEach(sink);
        }
    }

    /**
     * How many tasks are in the queue.
     *
     * @return roughly, while others use it; 0 only if it was empty at some moment during the call
     */
    public long size() {
        RestrictedTasks others = restricted;
        return others == null ? size : size + others.size();
    }

    private void rise(int from, Task task, long rank, long stamp) {
        int place = from;
        while (place > 0) {
            int parent = (place - 1) >>> 1;
            if (!isBefore(rank, stamp, parent)) {
                break;
            }
            move(parent, place);
            place = parent;
        }
        put(place, task, rank, stamp);
    }

    private void remove(int from) {
        int last = size - 1;
        Task task = tasks[last];
        long rank = ranks[last];
        long stamp = stamps[last];
        tasks[last] = null;
        int place = from;
        while (2 * place + 1 < last) {
            int child = 2 * place + 1;
            if (child + 1 < last && isBefore(ranks[child + 1], stamps[child + 1], child)) {
                child++;
            }
            if (isBefore(rank, stamp, child)) {
                break;
            }
            move(child, place);
            place = child;
        }
        if (from < last) {
            rise(place, task, rank, stamp);
        }
        size = last;
    }

    private boolean isBefore(long rank, long stamp, int place) {
        return rank != ranks[place] ? rank > ranks[place] : stamp < stamps[place];
    }

    private void move(int from, int to) {
        put(to, tasks[from], ranks[from], stamps[from]);
    }

    private void put(int place, Task task, long rank, long stamp) {
        tasks[place] = task;
        ranks[place] = rank;
        stamps[place] = stamp;
    }
}
