package org.asterism.kit.policy;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.ObjLongConsumer;
import org.asterism.api.Task;
import org.asterism.spi.concurrent.PaddedLock;

/**
 * Tasks by rank, and among equals by stamp. What comes in is kept in the order of its coming until somebody takes: as
 * long as all ranks are 0, tasks are taken straight from there, and cost no more than in a queue without ranks; from
 * the first other rank on they are sorted in by whoever takes. Tasks that come with a stamp lower than others before
 * them, or come back, are sorted in at once.
 */
final class OrderedLane extends TaskLanes.Lane {
    private static final VarHandle SORTED;

    static {
        try {
            SORTED = MethodHandles.lookup().findVarHandle(PaddedLock.class, "number", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final PriorityBuckets buckets = new PriorityBuckets();

    /** Whether there ever was a rank other than 0. While there was none, all in the buckets have rank 0 too. */
    private volatile boolean ranked;

    /** The task that was refused last, and when; guarded by {@link #taking}. */
    private Task refused;

    private long refusedAt;

    OrderedLane(long architectures) {
        super(architectures);
    }

    @Override
    void announce(int rank) {
        if (rank != 0 && !ranked) {
            ranked = true;
        }
    }

    private void sortIn() {
        for (long stamp = arrivals.oldestStamp(); stamp != Long.MAX_VALUE; stamp = arrivals.oldestStamp()) {
            // Counted before it leaves the arrivals, both with release: a reader who looks at the
            // arrivals first never sees the lane empty while it is not.
            buckets.insert(arrivals.peek(), arrivals.oldestPriority(), stamp, false);
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
            if (refused != null) { // adders read the lane for each task
                refused = null; // it keeps no task alive, and the next one was not refused yet
            }
            count();
        }
        return task;
    }

    /** Takes the newest task of the highest rank, or null; with {@link #taking} held. */
    Task takeNewest() {
        sortIn();
        Task task = buckets.takeNewest();
        count();
        return task;
    }

    /** The stamp of the newest task of the highest rank, or {@link Long#MIN_VALUE}; with {@link #taking} held. */
    long newestStamp() {
        sortIn();
        return buckets.isEmpty() ? Long.MIN_VALUE : buckets.highestNewestStamp();
    }

    /** Sorts a task in, before or behind those of the same stamp; with {@link #taking} held. */
    void insert(Task task, int rank, long stamp, boolean before) {
        announce(rank);
        buckets.insert(task, rank, stamp, before);
        count();
    }

    /** Puts a task back that was refused, and remembers which was the first then; with {@link #taking} held. */
    void refuse(Task task, int rank, long stamp, Task first, long room) {
        insert(task, rank, stamp, true);
        refused = first;
        refusedAt = room;
    }

    /** Whether the first task is the one that was refused last, at a certain moment; with {@link #taking} held. */
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
     * Copies first tasks in their order, without taking them; with {@link #taking} held.
     *
     * @param leastRank no task of a lower rank
     */
    void copyFirst(int leastRank, int most, TaskStore.Candidates into) {
        sortIn();
        count();
        buckets.copyFirst(leastRank, most, into);
    }

    /** Takes one certain task; with {@link #taking} held. False if it has gone. */
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

    /** Roughly how many tasks are sorted in, for readers without the lock; exact for whoever is alone. */
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
        arrivals.takeAll(sink); // not sorted in first: they are wanted in the order in which they came
    }
}
