package org.asterism.kit.policy;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.ObjLongConsumer;
import org.asterism.api.Task;

/**
 * Lane ordered by rank and then by stamp. New tasks stay in their order of arrival until a worker takes one. While all
 * ranks are 0, workers take tasks directly from there, at the cost of a queue without ranks. After the first other
 * rank, each taker sorts the new tasks in: by rank, and then by stamp or, in a lane by arrival, behind the others.
 */
final class OrderedLane extends TaskLanes.Lane {
    private static final VarHandle SORTED;

    static {
        try {
            SORTED = MethodHandles.lookup().findVarHandle(TakingEnd.class, "sorted", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final PriorityBuckets buckets = new PriorityBuckets();
    private final boolean byArrival;

    /** Whether a rank other than 0 ever occurred. Until then, all tasks in the buckets also have rank 0. */
    private volatile boolean ranked;

    /**
     * First task at the time of the last refusal, and the number of requests at that time. Guarded by {@link #taking}.
     */
    private Task refused;

    private long refusedAt;

    /**
     * @param byArrival whether new tasks go behind those of their rank, even if their stamps are lower. Sorting many of
     *     these in would hold up all takers
     */
    OrderedLane(long architectures, boolean byArrival) {
        super(architectures);
        this.byArrival = byArrival;
    }

    @Override
    void announce(int rank) {
        if (rank != 0 && !ranked) {
            ranked = true;
        }
    }

    boolean isRanked() {
        return ranked;
    }

    private void sortIn() {
        for (long stamp = arrivals.oldestStamp(); stamp != Long.MAX_VALUE; stamp = arrivals.oldestStamp()) {
            // Counted before it leaves the arrivals, both with release: a reader that checks the arrivals first never
            // sees the lane empty while the task is in it.
            if (byArrival) {
                buckets.add(arrivals.peek(), arrivals.oldestPriority(), stamp);
            } else {
                buckets.insert(arrivals.peek(), arrivals.oldestPriority(), stamp, false);
            }
            count();
            arrivals.take();
        }
    }

    private void count() {
        SORTED.setRelease(taking, buckets.size());
    }

    @Override
    Task takeFirst() {
        if (ranked) {
            sortIn();
        } else if (buckets.isEmpty() || arrivals.oldestStamp() < buckets.highestStamp()) {
            return arrivals.take();
        }
        Task task = buckets.take();
        if (task != null) {
            if (refused != null) { // avoid a write: adders read this lane for each task
                refused = null; // so that it keeps no task alive; the next task was not refused yet
            }
            count();
        }
        return task;
    }

    /**
     * Takes the newest task of the highest rank, or returns null. The caller holds {@link #taking}.
     *
     * @param most most tasks to take along: at most half of the others of that rank
     * @param others receives these with their stamps, the newest first
     */
    Task takeNewest(int most, ObjLongConsumer<? super Task> others) {
        sortIn();
        int along = buckets.isEmpty() ? 0 : Math.min(most, (buckets.highestCount() - 1) / 2);
        Task task = buckets.takeNewest();
        for (int taken = 0; taken < along; taken++) {
            long stamp = buckets.highestNewestStamp();
            others.accept(buckets.takeNewest(), stamp);
        }
        count();
        return task;
    }

    /**
     * Returns the stamp of the newest task of the highest rank, or {@link Long#MIN_VALUE}. The caller holds
     * {@link #taking}.
     */
    long newestStamp() {
        sortIn();
        return buckets.isEmpty() ? Long.MIN_VALUE : buckets.highestNewestStamp();
    }

    /**
     * Inserts a task by rank and stamp, before or after tasks with the same stamp. The caller holds {@link #taking}.
     */
    void insert(Task task, int rank, long stamp, boolean before) {
        announce(rank);
        buckets.insert(task, rank, stamp, before);
        count();
    }

    /** Adds a task of rank 0 behind the sorted ones. The caller holds {@link #taking}. */
    void addLast(Task task, long stamp) {
        buckets.add(task, 0, stamp);
        count();
    }

    /** Puts a refused task back, and remembers which task was the first one then. The caller holds {@link #taking}. */
    void refuse(Task task, int rank, long stamp, Task first, long room) {
        insert(task, rank, stamp, true);
        refused = first;
        refusedAt = room;
    }

    /**
     * Whether the first task was already first at the last refusal, and no room was reported since. The caller holds
     * {@link #taking}.
     */
    boolean isFirstRefused(long room) {
        if (refused == null || refusedAt != room) {
            return false;
        }
        if (ranked) {
            sortIn();
        }
        return !buckets.isEmpty() && buckets.first() == refused;
    }

    /**
     * Copies the first tasks in their order, without taking them. The caller holds {@link #taking}.
     *
     * @param leastRank lowest rank to copy
     */
    void copyFirst(int leastRank, int most, TaskStore.Candidates into) {
        sortIn();
        count();
        buckets.copyFirst(leastRank, most, into);
    }

    /** Takes the given task, and returns whether it was still there. The caller holds {@link #taking}. */
    boolean take(Task task, int rank, long stamp) {
        if (!buckets.remove(task, rank, stamp)) {
            return false;
        }
        if (task == refused) {
            refused = null;
        }
        count();
        return true;
    }

    @Override
    long firstPriority() {
        return buckets.isEmpty() ? 0 : buckets.highestPriority();
    }

    @Override
    long firstStamp() {
        boolean sorts = ranked;
        if (sorts) {
            sortIn();
        }
        long inOrder = buckets.isEmpty() ? Long.MAX_VALUE : buckets.highestStamp();
        return sorts ? inOrder : Math.min(inOrder, arrivals.oldestStamp());
    }

    @Override
    boolean mayHaveTask() {
        return sortedNow() != 0 || super.mayHaveTask();
    }

    @Override
    boolean isEmpty() {
        return arrivals.isEmpty() && sortedNow() == 0;
    }

    @Override
    long size() {
        return arrivals.size() + sortedNow();
    }

    /**
     * Returns about how many tasks are sorted in, for readers without the lock. Exact if no other thread uses the lane.
     */
    private long sortedNow() {
        return (long) SORTED.getAcquire(taking);
    }

    @Override
    boolean isInOrder() {
        return buckets.isEmpty();
    }

    @Override
    void takeAll(ObjLongConsumer<Task> sink) {
        buckets.takeAll(sink);
        count();
        arrivals.takeAll(sink); // not sorted in first: the sink receives them in their order of arrival
    }
}
