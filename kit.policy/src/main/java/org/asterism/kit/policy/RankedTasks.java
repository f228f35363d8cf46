package org.asterism.kit.policy;

import java.util.Arrays;
import java.util.Map;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.spi.concurrent.SpinLock;

/**
 * Queue ordered by ranks and stamps that the policy supplies; priorities are ignored. The highest rank comes first, and
 * for equal ranks the lowest stamp. If several queues share one source of stamps, the policy can still return all tasks
 * in the order in which they were pushed.
 *
 * <p>Every worker that takes from it must be able to execute all tasks in it that are not {@link Task#isRestricted
 * restricted}; restricted tasks are kept separately, and checked one by one without a lock.
 *
 * <p>A binary heap in arrays (Williams 1964) under a {@link SpinLock}. Adding and taking are logarithmic, and only
 * growth beyond the largest previous size allocates.
 *
 * <p>When to use: a queue per architecture, memory node or kind of task. Any thread may use it at any time.
 */
public final class RankedTasks {
    private static final int LEAST_CAPACITY = 16;

    /** Number of the first tasks that are searched for a task that {@link #peek} returned. */
    private static final int MOST_LOOKED_AT = 256;

    /** Reusable holder of a result of {@link #take}, for one thread at a time. */
    public static final class Taken {
        private Task task;
        private long rank;
        private long stamp;

        /** Creates an empty holder. */
        public Taken() {}

        /**
         * Returns the task.
         *
         * @return the task of the last successful take
         */
        public Task task() {
            return task;
        }

        /**
         * Returns the rank of the task.
         *
         * @return the rank that was added with the task
         */
        public long rank() {
            return rank;
        }

        /**
         * Returns the stamp of the task.
         *
         * @return the stamp that was added with the task
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

    /** Receiver of the tasks that leave a queue. */
    @FunctionalInterface
    public interface Sink {
        /**
         * Receives a task.
         *
         * @param task task from the queue
         * @param rank rank that was added with the task
         * @param stamp stamp that was added with the task
         */
        void accept(Task task, long rank, long stamp);
    }

    private final SpinLock lock = new SpinLock();
    private Task[] tasks = new Task[LEAST_CAPACITY];
    private long[] ranks = new long[LEAST_CAPACITY];
    private long[] stamps = new long[LEAST_CAPACITY];

    /** Written with the lock held, read by any thread. */
    private volatile int size;

    /** Null until the first restricted task arrives. */
    private volatile RestrictedTasks restricted;

    /** Creates an empty queue. */
    public RankedTasks() {}

    /**
     * Adds a task.
     *
     * @param task any task
     * @param rank rank; higher ranks are taken first
     * @param stamp stamp, unique in the queue; for equal ranks the lowest stamp is taken first
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
     * @param worker worker that will run the task
     * @param taken receives the task
     * @return whether there was a task
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
     * Returns the rank of the first task that a worker can execute.
     *
     * @param worker worker that asks
     * @return the rank, or {@link Long#MIN_VALUE} if there is none; only a hint while other threads use the queue
     */
    public long firstRank(Worker worker) {
        RestrictedTasks others = restricted;
        Map.Entry<RestrictedTasks.Place, Task> other = others == null ? null : others.firstFor(worker);
        return Math.max(
                firstRank(), other == null ? Long.MIN_VALUE : other.getKey().priority());
    }

    /** Takes the first unrestricted task, if it comes before the given rank and stamp. */
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
     * Returns the rank of the first unrestricted task.
     *
     * @return the rank, or {@link Long#MIN_VALUE} if there is none; only a hint while other threads use the queue
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
     * Returns some of the first unrestricted tasks without taking them: the very first one, and others near the front.
     *
     * @param found receives them, the very first one at index 0
     * @return number of returned tasks
     */
    public int peek(Taken[] found) {
        if (size == 0) {
            return 0;
        }
        lock.lock();
        try {
            // In a heap a child never precedes its parent, so the upper levels hold tasks near the front.
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
     * Takes a task that {@link #peek} returned.
     *
     * @param found the task with its rank and stamp
     * @return false if another thread took it
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

    /**
     * Returns the index of a task, or -1. Since {@link #peek}, other tasks may have come to the front, or this one may
     * be gone.
     */
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
     * @param sink receives each task, without a lock
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
     * Returns the number of tasks in the queue.
     *
     * @return an approximation while other threads use it; 0 only if it was empty at some moment during the call
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
