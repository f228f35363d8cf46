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
 * Central queue with a lane for each set of architectures that tasks can run on. A worker can execute either all tasks
 * of a lane or none, so it looks only at the first task of each lane, and tasks for GPUs never delay a CPU.
 * {@link Task#isRestricted Restricted} tasks are kept apart and searched. Tasks of each further kind have lanes of
 * their own.
 */
class TaskLanes implements SelectiveTaskQueue {
    /** The tasks of one set of architectures. */
    abstract static class Lane {
        final long architectures;

        /** The bit of the kind of its tasks; written before others see the lane. */
        private long kind = 1;

        final Arrivals arrivals = new Arrivals();
        final PaddedLock taking = new PaddedLock();

        Lane(long architectures) {
            this.architectures = architectures;
        }

        /** Says that a task of a rank will be added. */
        void announce(int rank) {}

        /** Takes the first task, or null; with {@link #taking} held. */
        abstract Task takeFirst();

        /**
         * The first task's priority as far as the lane's order knows priorities; with {@link #taking} held, not empty.
         */
        abstract long firstPriority();

        /** The first task's stamp, or {@link Long#MAX_VALUE} if there is none; with {@link #taking} held. */
        abstract long firstStamp();

        abstract boolean isEmpty();

        /** Whether {@link #isEmpty} may be false; cheaper to ask while there are tasks. */
        boolean mayHaveTask() {
            return arrivals.hasNext() || !isEmpty();
        }

        abstract long size();

        /** Whether {@link #takeAll} would give out the tasks by their stamps; with {@link #taking} held. */
        abstract boolean isInOrder();

        /** Takes all tasks, in any order; with {@link #taking} held. */
        abstract void takeAll(ObjLongConsumer<Task> sink);

        final boolean suits(Worker worker) {
            return (architectures & (1L << worker.architecture().index())) != 0;
        }

        final boolean suits(Worker worker, long kinds) {
            return (kind & kinds) != 0 && suits(worker);
        }
    }

    /** How many tasks are taken at once when all are. */
    private static final int BLOCK = 256;

    /** Every kind of tasks, as a set of bits. */
    static final long ALL_KINDS = -1;

    private static final Predicate<Task> ANY = task -> true;

    private final LongFunction<? extends Lane> laneMaker;
    private final boolean byPriority;
    private final PaddedLock adding = new PaddedLock();
    private volatile Lane[] lanes = {};

    /** Null until there is the first such task: others do not pay for them. */
    private volatile RestrictedTasks restricted;

    /**
     * @param laneMaker makes the lane of a set of architectures
     * @param byPriority whether the lanes' order knows priorities
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
        // Read here, where the task is at hand: a taker would fetch it from another core's cache, with a lock held.
        int priority = task.priority();
        lane.announce(priority);
        adding.lock();
        try {
            lane.arrivals.add(task, priority, adding.number++);
        } finally {
            adding.unlock();
        }
    }

    /**
     * Adds a task with a rank and a stamp from outside.
     *
     * @return false if the lane has got a task with a higher stamp already, so that this one has to be sorted in
     */
    boolean addInOrder(Lane lane, Task task, int rank, long stamp) {
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
        lanes = more;
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
        if (others != null) {
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
            // Somebody else was faster; the lanes may hold others.
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

    /** The lanes that there are by now, each at its place for ever. */
    Lane[] all() {
        return lanes;
    }

    /** Null until there is the first such task. */
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

    /** The lane with the first task of all that a worker can execute, if that comes before a task of another place. */
    private static Lane laneWithTaskBefore(long otherPriority, long otherStamp, Lane[] all, Worker worker, long kinds) {
        int place = placeOfTaskBefore(otherPriority, otherStamp, all, worker, kinds, 0);
        return place < 0 ? null : all[place];
    }

    /**
     * Where the first task of all is, if that comes before a task of another place.
     *
     * @param worker who must be able to execute it; null for anybody
     * @param kinds of tasks
     * @param closed the lanes that do not count, by their bits: those from the last bit on share it
     * @return the place of its lane, or -1
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

    /** The bit of a lane; there are hardly ever more than have one of their own. */
    static long bit(int place) {
        return 1L << Math.min(place, Long.SIZE - 1);
    }

    @Override
    public final void takeAll(Consumer<? super Task> sink) {
        Lane[] all = lanes;
        if (all.length != 1 || restricted != null || !takeInOrder(all[0], sink)) {
            StampedTasks stamped = new StampedTasks();
            for (Lane lane : all) {
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
    }

    /**
     * Takes all tasks of a lane straight from where they came in, by the block; false if they are not in order there.
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
