package org.asterism.kit.policy;

import java.util.Map;
import java.util.function.IntConsumer;
import java.util.function.ObjLongConsumer;
import org.asterism.api.Task;
import org.asterism.api.Worker;

/**
 * Queue whose owner supplies the ranks and stamps of tasks. A taker gets the first task that it can execute, a thief
 * the last one of the highest rank.
 */
final class OrderedLanes extends TaskLanes {
    /**
     * @param byArrival whether tasks of a rank are in the order in which they come, and are added with {@link #addLast}
     *     and {@link #addLastByTaker} only; otherwise in the order of their stamps, with {@link #add} and
     *     {@link #putBack}
     */
    OrderedLanes(boolean byArrival) {
        super(architectures -> new OrderedLane(architectures, byArrival), true);
    }

    /** Adds a task in the order of ranks and stamps. */
    void add(Task task, int rank, long stamp) {
        if (task.isRestricted()) {
            restrictedTasks().add(task, rank, stamp);
            return;
        }
        Lane lane = laneOf(task.architectureSet());
        if (!addInOrder(lane, task, rank, stamp)) {
            sortIn(lane, task, rank, stamp, false);
        }
    }

    /** Returns false if the lane has received a task with a higher stamp, so that this one has to be sorted in. */
    private boolean addInOrder(Lane lane, Task task, int rank, long stamp) {
        lane.announce(rank);
        adding.lock();
        try {
            if (stamp < lane.arrivals.newestStamp()) {
                return false;
            }
            lane.arrivals.add(task, rank, stamp);
            return true;
        } finally {
            adding.unlock();
        }
    }

    /** Returns a task that was taken to its place. */
    void putBack(Task task, int rank, long stamp) {
        if (task.isRestricted()) {
            restrictedTasks().add(task, rank, stamp);
        } else {
            sortIn(laneOf(task.architectureSet()), task, rank, stamp, true);
        }
    }

    private static void sortIn(Lane lane, Task task, int rank, long stamp, boolean before) {
        lane.taking.lock();
        try {
            ((OrderedLane) lane).insert(task, rank, stamp, before);
        } finally {
            lane.taking.unlock();
        }
    }

    /**
     * Adds a task behind those that are here, even if its stamp is lower. Tasks that were added in one of the two ways
     * may still be taken before older ones that were added in the other way, if their stamps are lower.
     */
    void addLast(Task task, int rank, long stamp) {
        boolean isRestricted = task.isRestricted();
        Lane lane = isRestricted ? null : laneOf(task.architectureSet());
        RestrictedTasks others = isRestricted ? restrictedTasks() : null;
        if (!isRestricted) {
            lane.announce(rank);
        }
        adding.lock();
        try {
            if (isRestricted) {
                others.add(task, rank, stamp);
            } else {
                lane.arrivals.add(task, rank, stamp);
            }
        } finally {
            adding.unlock();
        }
    }

    /**
     * Adds a task as {@link #addLast} does. Meant for a thread that also takes: while no other thread adds, and all
     * ranks are 0, it needs only the lock of those who take, which it has in its cache. With ranks, where takers sort
     * the tasks anyway, it is better not to hold up thieves.
     */
    void addLastByTaker(Task task, int rank, long stamp) {
        if (rank == 0 && !task.isRestricted()) {
            OrderedLane lane = (OrderedLane) laneOf(task.architectureSet());
            if (!lane.isRanked() && !lane.arrivals.hasNext()) {
                lane.taking.lock();
                try {
                    lane.addLast(task, stamp);
                    return;
                } finally {
                    lane.taking.unlock();
                }
            }
        }
        addLast(task, rank, stamp);
    }

    /**
     * Reports the architecture of a worker if there is no task for it and no restricted task.
     *
     * @param report receives the index of the architecture. No such task is added meanwhile
     */
    void reportEmpty(Worker worker, IntConsumer report) {
        adding.lock();
        try {
            RestrictedTasks others = restricted();
            if (others == null || others.size() == 0) {
                reportEmpty(worker, report, all(), 0);
            }
        } finally {
            adding.unlock();
        }
    }

    /** Locks lane after lane as long as they are empty, so that no taker adds either. */
    private static void reportEmpty(Worker worker, IntConsumer report, Lane[] all, int from) {
        int place = from;
        while (place < all.length && !all[place].suits(worker)) {
            place++;
        }
        if (place == all.length) {
            report.accept(worker.architecture().index());
            return;
        }
        Lane lane = all[place];
        lane.taking.lock();
        try {
            if (lane.isEmpty()) {
                reportEmpty(worker, report, all, place + 1);
            }
        } finally {
            lane.taking.unlock();
        }
    }

    /**
     * Takes the last task of the highest rank that a thief can execute, and others of its lane along. Of restricted
     * tasks, even a thief gets the first one.
     *
     * @param most most tasks to take along: at most half of the other tasks of that rank, and none while there are
     *     restricted tasks
     * @param others receives these; unused if there are none
     * @return the task, or null if there is none
     */
    Task stealFor(Worker thief, int most, ObjLongConsumer<? super Task> others) {
        while (true) {
            RestrictedTasks restricted = restricted();
            boolean hasRestricted = restricted != null && restricted.size() > 0;
            Map.Entry<RestrictedTasks.Place, Task> other = hasRestricted ? restricted.firstFor(thief) : null;
            OrderedLane best = other == null
                    ? laneWithNewestBehind(thief, Long.MIN_VALUE, Long.MIN_VALUE)
                    : laneWithNewestBehind(
                            thief, other.getKey().priority(), other.getKey().stamp());
            if (best == null && other == null) {
                return null;
            }
            Task task = best != null
                    ? takeNewest(best, hasRestricted ? 0 : most, others)
                    : restricted.take(other) ? other.getValue() : null;
            if (task != null) {
                return task;
            }
            // Another thread was faster; there may be further tasks.
        }
    }

    private static Task takeNewest(OrderedLane lane, int most, ObjLongConsumer<? super Task> others) {
        lane.taking.lock();
        try {
            return lane.takeNewest(most, others);
        } finally {
            lane.taking.unlock();
        }
    }

    /** Returns the lane with the newest task of the highest rank, if that task comes after the given rank and stamp. */
    private OrderedLane laneWithNewestBehind(Worker thief, long otherRank, long otherStamp) {
        Lane[] all = all();
        if (all.length == 1 && otherRank == Long.MIN_VALUE) {
            return all[0].suits(thief) && !all[0].isEmpty() ? (OrderedLane) all[0] : null;
        }
        Lane best = null;
        long bestRank = otherRank;
        long bestStamp = otherStamp;
        for (Lane lane : all) {
            if (!lane.suits(thief) || lane.isEmpty()) {
                continue;
            }
            lane.taking.lock();
            try {
                long stamp = ((OrderedLane) lane).newestStamp();
                long itsRank = stamp == Long.MIN_VALUE ? Long.MIN_VALUE : lane.firstPriority();
                if (itsRank > bestRank || itsRank == bestRank && stamp > bestStamp) {
                    best = lane;
                    bestRank = itsRank;
                    bestStamp = stamp;
                }
            } finally {
                lane.taking.unlock();
            }
        }
        return (OrderedLane) best;
    }
}
