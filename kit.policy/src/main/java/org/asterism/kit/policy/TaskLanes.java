package org.asterism.kit.policy;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.ObjLongConsumer;
import java.util.function.Predicate;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.spi.concurrent.PaddedLock;

/**
 * Central queue with one lane per set of architectures that tasks can run on. A worker can execute either all tasks of
 * a lane or none, so it looks only at the first task of each lane, and tasks for GPUs never delay a CPU.
 * {@link Task#isRestricted Restricted} tasks are kept separately and searched. Each further kind of tasks has its own
 * lanes.
 */
class TaskLanes implements SelectiveTaskQueue {
    /** Tasks of one set of architectures and one kind. */
    abstract static class Lane {
        final long architectures;

        /** Bit of the kind of its tasks; written before other threads see the lane. */
        private long kind = 1;

        final Arrivals arrivals = new Arrivals();
        final TakingEnd taking = arrivals.taking;

        Lane(long architectures) {
            this.architectures = architectures;
        }

        /** Announces that a task with this rank will be added. */
        void announce(int rank) {}

        /** Takes the first task, or returns null. The caller holds {@link #taking}. */
        abstract Task takeFirst();

        /**
         * Returns the priority of the first task, if the lane orders by priority. The caller holds {@link #taking}, and
         * the lane is not empty.
         */
        abstract long firstPriority();

        /**
         * Returns the stamp of the first task, or {@link Long#MAX_VALUE} if there is none. The caller holds
         * {@link #taking}.
         */
        abstract long firstStamp();

        abstract boolean isEmpty();

        /** Whether {@link #isEmpty} may be false; cheaper than that method while there are tasks. */
        boolean mayHaveTask() {
            return arrivals.hasNext() || !isEmpty();
        }

        abstract long size();

        /**
         * Whether {@link #takeAll} would return the tasks in the order of their stamps. The caller holds
         * {@link #taking}.
         */
        abstract boolean isInOrder();

        /** Takes all tasks, in any order. The caller holds {@link #taking}. */
        abstract void takeAll(ObjLongConsumer<Task> sink);

        final boolean suits(Worker worker) {
            return (architectures & (1L << worker.architecture().index())) != 0;
        }

        final boolean suits(Worker worker, long kinds) {
            return (kind & kinds) != 0 && suits(worker);
        }
    }

    /** Number of tasks that {@link #takeAll} takes per lock. */
    private static final int BLOCK = 256;

    /** All kinds of tasks, as a set of bits. */
    static final long ALL_KINDS = -1;

    private static final Predicate<Task> ANY = task -> true;

    private final LongFunction<? extends Lane> laneMaker;
    private final boolean byPriority;
    final PaddedLock adding = new PaddedLock();
    private volatile Lane[] lanes = {};

    /** Null until the first restricted task arrives, so that other tasks have no extra cost. */
    private volatile RestrictedTasks restricted;

    /**
     * @param laneMaker creates the lane of a set of architectures
     * @param byPriority whether the lanes order by priority
     */
    TaskLanes(LongFunction<? extends Lane> laneMaker, boolean byPriority) {
        this.laneMaker = laneMaker;
        this.byPriority = byPriority;
    }

    @Override
    public final void add(Task task) {
        add(task, 0);
    }

    @Override
    public final void add(Task task, int kind) {
        if (task.isRestricted()) {
            addRestricted(task);
            return;
        }
        long architectures = task.architectureSet();
        Lane lane = laneOf(architectures, 1L << kind);
        // Read here, where the task is in the cache. A taker would fetch it from another core's cache while holding a
        // lock.
        int priority = task.priority();
        lane.announce(priority);
        adding.lock();
        try {
            lane.arrivals.add(task, priority, adding.number++);
        } finally {
            adding.unlock();
        }
    }

    private void addRestricted(Task task) {
        long place;
        adding.lock();
        try {
            place = adding.number++;
        } finally {
            adding.unlock();
        }
        restrictedTasks().add(task, byPriority ? task.priority() : 0, place);
    }

    RestrictedTasks restrictedTasks() {
        RestrictedTasks there = restricted;
        return there == null ? makeRestrictedTasks() : there;
    }

    private synchronized RestrictedTasks makeRestrictedTasks() {
        if (restricted == null) {
            restricted = new RestrictedTasks();
        }
        return restricted;
    }

    Lane laneOf(long architectures) {
        return laneOf(architectures, 1);
    }

    private Lane laneOf(long architectures, long kind) {
        for (Lane lane : lanes) {
            if (lane.architectures == architectures && lane.kind == kind) {
                return lane;
            }
        }
        return addLane(architectures, kind);
    }

    private synchronized Lane addLane(long architectures, long kind) {
        for (Lane lane : lanes) {
            if (lane.architectures == architectures && lane.kind == kind) {
                return lane;
            }
        }
        Lane[] more = Arrays.copyOf(lanes, lanes.length + 1);
        Lane added = laneMaker.apply(architectures);
        added.kind = kind;
        more[lanes.length] = added;
        adding.lock(); // who holds this lock knows all lanes
        lanes = more;
        adding.unlock();
        return added;
    }

    @Override
    public final Task takeFor(Worker worker) {
        return takeFor(worker, ALL_KINDS, ANY);
    }

    @Override
    public final Task takeFor(Worker worker, long kinds, Predicate<? super Task> wanted) {
        Lane[] all = lanes;
        RestrictedTasks others = restricted;
        if (others != null && others.size() > 0) {
            return takeFor(worker, kinds, wanted, all, others);
        }
        while (true) {
            Lane best;
            if (all.length == 1) {
                best = all[0].suits(worker, kinds) && all[0].mayHaveTask() ? all[0] : null;
            } else {
                best = laneWithTaskBefore(Long.MIN_VALUE, Long.MAX_VALUE, all, worker, kinds);
            }
            if (best == null) {
                return null;
            }
            Task task = takeFirst(best);
            if (task != null) {
                return task;
            }
            // Another thread was faster; the lanes may hold further tasks.
        }
    }

    private static Task takeFor(
            Worker worker, long kinds, Predicate<? super Task> wanted, Lane[] all, RestrictedTasks others) {
        while (true) {
            Map.Entry<RestrictedTasks.Place, Task> other = others.firstFor(worker, wanted);
            Lane best = other == null
                    ? laneWithTaskBefore(Long.MIN_VALUE, Long.MAX_VALUE, all, worker, kinds)
                    : laneWithTaskBefore(
                            other.getKey().priority(), other.getKey().stamp(), all, worker, kinds);
            if (best == null && other == null) {
                return null;
            }
            Task task = best != null ? takeFirst(best) : others.take(other) ? other.getValue() : null;
            if (task != null) {
                return task;
            }
        }
    }

    /** Returns the present lanes. A lane never changes its index. */
    Lane[] all() {
        return lanes;
    }

    /** Null until the first restricted task arrives. */
    RestrictedTasks restricted() {
        return restricted;
    }

    static Task takeFirst(Lane lane) {
        lane.taking.lock();
        try {
            return lane.takeFirst();
        } finally {
            lane.taking.unlock();
        }
    }

    /**
     * Returns the lane with the first task that a worker can execute, if that task comes before the given priority and
     * stamp.
     */
    private static Lane laneWithTaskBefore(long otherPriority, long otherStamp, Lane[] all, Worker worker, long kinds) {
        int place = placeOfTaskBefore(otherPriority, otherStamp, all, worker, kinds, 0);
        return place < 0 ? null : all[place];
    }

    /**
     * Returns the index of the lane with the first task, if that task comes before the given priority and stamp.
     *
     * @param worker worker that must be able to execute it; null for any worker
     * @param kinds accepted kinds of tasks
     * @param closed lanes to skip, one bit per lane; all lanes from index 63 share the last bit
     * @return index of the lane, or -1
     */
    static int placeOfTaskBefore(
            long otherPriority, long otherStamp, Lane[] all, Worker worker, long kinds, long closed) {
        int best = -1;
        long bestPriority = otherPriority;
        long bestStamp = otherStamp;
        for (int place = 0; place < all.length; place++) {
            Lane lane = all[place];
            if (worker != null && !lane.suits(worker, kinds) || (closed & bit(place)) != 0 || lane.isEmpty()) {
                continue;
            }
            lane.taking.lock();
            long stamp;
            long priority;
            try {
                stamp = lane.firstStamp();
                priority = stamp == Long.MAX_VALUE ? Long.MIN_VALUE : lane.firstPriority();
            } finally {
                lane.taking.unlock();
            }
            if (priority > bestPriority || priority == bestPriority && stamp < bestStamp) {
                best = place;
                bestPriority = priority;
                bestStamp = stamp;
            }
        }
        return best;
    }

    /** Returns the bit of a lane. Lanes beyond the last bit share it, which hardly ever occurs. */
    static long bit(int place) {
        return 1L << Math.min(place, Long.SIZE - 1);
    }

    @Override
    public final void takeAll(Consumer<? super Task> sink) {
        Lane[] all = lanes;
        if (all.length != 1 || restricted != null || !takeInOrder(all[0], sink)) {
            takeAll((task, stamp) -> sink.accept(task));
        }
    }

    /**
     * Takes all tasks in the order of their stamps.
     *
     * @param sink receives each task and its stamp; it may add tasks, which it does not receive again
     */
    final void takeAll(ObjLongConsumer<? super Task> sink) {
        StampedTasks stamped = new StampedTasks();
        for (Lane lane : lanes) {
            lane.taking.lock();
            try {
                lane.takeAll(stamped);
            } finally {
                lane.taking.unlock();
            }
        }
        RestrictedTasks others = restricted;
        if (others != null) {
            others.takeAll(stamped);
        }
        stamped.takeAll(sink);
    }

    /**
     * Takes all tasks of a lane in blocks, directly from the arrivals. Returns false if they are not in order there.
     */
    private static boolean takeInOrder(Lane lane, Consumer<? super Task> sink) {
        Task[] block = new Task[BLOCK];
        while (true) {
            int taken = 0;
            lane.taking.lock();
            try {
                if (!lane.isInOrder()) {
                    return false;
                }
                for (Task task = lane.arrivals.take(); task != null; task = lane.arrivals.take()) {
                    block[taken++] = task;
                    if (taken == BLOCK) {
                        break;
                    }
                }
            } finally {
                lane.taking.unlock();
            }
            for (int index = 0; index < taken; index++) {
                sink.accept(block[index]);
            }
            if (taken < BLOCK) {
                return true;
            }
        }
    }

    @Override
    public final long size() {
        long size = 0;
        for (Lane lane : lanes) {
            size += lane.size();
        }
        RestrictedTasks others = restricted;
        return others == null ? size : size + others.size();
    }
}
