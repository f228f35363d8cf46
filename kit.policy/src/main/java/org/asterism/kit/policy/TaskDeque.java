package org.asterism.kit.policy;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntConsumer;
import java.util.function.ObjLongConsumer;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.spi.concurrent.SpinLock;

/**
 * The queue of one worker, for policies that have one per worker: its owner takes the oldest task of the highest
 * priority, thieves take the newest of it. Each takes only what it can execute, and tasks that it cannot execute hide
 * none from it.
 *
 * <p>One lock, which nobody but a thief or a pusher from outside ever disputes with the owner; {@link #isEmpty} takes
 * none. Tasks that are {@link Task#isRestricted restricted} are asked about without the lock.
 *
 * <p>When to use: a queue per worker. For a queue that all workers use, {@link TaskFifo} and {@link TaskPriorityQueue}
 * let pushers and takers go on side by side. Any thread may use it at any time.
 */
public final class TaskDeque {
    private static final VarHandle SIZE;
    private static final IntConsumer NOBODY = architecture -> {};

    static {
        try {
            SIZE = MethodHandles.lookup().findVarHandle(Guarded.class, "size", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    /** The tasks of one set of architectures: a worker can execute either all of them or none. */
    private static final class Lane {
        final long architectures;
        final PriorityBuckets tasks = new PriorityBuckets();

        Lane(long architectures) {
            this.architectures = architectures;
        }
    }

    /** What the lock guards, on cache lines of its own. */
    private static final class Guarded extends SpinLock {
        Lane[] lanes = new Lane[0];

        /** How many tasks are in the lanes; others glance at it. */
        long size;

        long apart0, apart1, apart2, apart3, apart4, apart5, apart6, apart7;
    }

    private final boolean byPriority;
    private final IntConsumer exhausted;
    private final Guarded guarded = new Guarded();

    /** Null until there is the first such task: others do not pay for them. Written with the lock held. */
    private volatile RestrictedTasks restricted;

    /**
     * Makes an empty queue.
     *
     * @param byPriority whether higher priorities come first; else all tasks count as equal
     */
    public TaskDeque(boolean byPriority) {
        this(byPriority, NOBODY);
    }

    /**
     * Makes an empty queue that tells when thieves come in vain.
     *
     * @param byPriority whether higher priorities come first; else all tasks count as equal
     * @param exhausted is given the index of an architecture when a thief of it finds that the queue holds nothing at
     *     all for it, with the queue's lock held: whoever has added a task sees what was done here before. Must only
     *     write
     */
    public TaskDeque(boolean byPriority, IntConsumer exhausted) {
        this.byPriority = byPriority;
        this.exhausted = Objects.requireNonNull(exhausted, "exhausted");
    }

    /**
     * Adds a task as the newest of its priority.
     *
     * @param task any task
     * @param stamp grows from push to push over all queues of a policy, so that {@link #takeAll} can tell their order
     */
    public void add(Task task, long stamp) {
        // Asked before the lock is taken: the answers may have to come from another core's cache.
        int priority = byPriority ? task.priority() : 0;
        long architectures = task.architectureSet();
        boolean isRestricted = task.isRestricted();
        guarded.lock();
        try {
            if (isRestricted) {
                restrictedTasks().add(task, priority, stamp);
            } else {
                laneOf(architectures).tasks.add(task, priority, stamp);
                SIZE.setRelease(guarded, guarded.size + 1);
            }
        } finally {
            guarded.unlock();
        }
    }

    private RestrictedTasks restrictedTasks() {
        if (restricted == null) {
            restricted = new RestrictedTasks();
        }
        return restricted;
    }

    private Lane laneOf(long architectures) {
        Lane[] lanes = guarded.lanes;
        for (Lane lane : lanes) {
            if (lane.architectures == architectures) {
                return lane;
            }
        }
        Lane[] more = Arrays.copyOf(lanes, lanes.length + 1);
        more[lanes.length] = new Lane(architectures);
        guarded.lanes = more;
        return more[lanes.length];
    }

    /**
     * Takes the oldest task of the highest priority that a worker can execute.
     *
     * @param owner who asks
     * @return null if there is none
     */
    public Task takeFor(Worker owner) {
        RestrictedTasks others = restricted;
        if (others != null && others.size() > 0) {
            return takeAmong(others, owner, true);
        }
        return isEmpty() ? null : takeFromLanes(1L << owner.architecture().index(), true);
    }

    /**
     * Takes the newest task of the highest priority that a worker can execute.
     *
     * @param thief who asks
     * @return null if there is none
     */
    public Task stealFor(Worker thief) {
        RestrictedTasks others = restricted;
        if (others != null && others.size() > 0) {
            return takeAmong(others, thief, false);
        }
        return takeFromLanes(1L << thief.architecture().index(), false);
    }

    private Task takeFromLanes(long architecture, boolean oldest) {
        guarded.lock();
        try {
            Lane lane = bestLane(architecture, oldest);
            if (lane != null) {
                return take(lane, oldest);
            }
            if (!oldest && (restricted == null || restricted.size() == 0)) {
                exhausted.accept(Long.numberOfTrailingZeros(architecture));
            }
            return null;
        } finally {
            guarded.unlock();
        }
    }

    private Task take(Lane lane, boolean oldest) {
        Task task = oldest ? lane.tasks.take() : lane.tasks.takeNewest();
        SIZE.setRelease(guarded, guarded.size - 1);
        return task;
    }

    /** The lane whose first task comes before those of the others; with the lock held. */
    private Lane bestLane(long architecture, boolean oldest) {
        Lane best = null;
        for (Lane lane : guarded.lanes) {
            if ((lane.architectures & architecture) != 0
                    && !lane.tasks.isEmpty()
                    && (best == null || isBefore(lane, best, oldest))) {
                best = lane;
            }
        }
        return best;
    }

    private static boolean isBefore(Lane one, Lane other, boolean oldest) {
        int priority = one.tasks.highestPriority();
        return priority > other.tasks.highestPriority()
                || priority == other.tasks.highestPriority()
                        && (oldest
                                ? one.tasks.highestStamp() < other.tasks.highestStamp()
                                : one.tasks.highestNewestStamp() > other.tasks.highestNewestStamp());
    }

    /** Looks at the restricted tasks too, of which a thief as well is given the oldest. */
    private Task takeAmong(RestrictedTasks others, Worker worker, boolean oldest) {
        long architecture = 1L << worker.architecture().index();
        while (true) {
            Map.Entry<RestrictedTasks.Place, Task> other = others.firstFor(worker);
            if (other == null) {
                return takeFromLanes(architecture, oldest);
            }
            Task task = takeBefore(other.getKey(), architecture, oldest);
            if (task != null) {
                return task;
            }
            if (others.take(other)) {
                return other.getValue();
            }
        }
    }

    /** Takes the best task of the lanes if it comes before a place. */
    private Task takeBefore(RestrictedTasks.Place place, long architecture, boolean oldest) {
        guarded.lock();
        try {
            Lane lane = bestLane(architecture, oldest);
            if (lane == null || lane.tasks.highestPriority() < place.priority()) {
                return null;
            }
            boolean isFirst = lane.tasks.highestPriority() > place.priority()
                    || (oldest
                            ? lane.tasks.highestStamp() < place.stamp()
                            : lane.tasks.highestNewestStamp() > place.stamp());
            return isFirst ? take(lane, oldest) : null;
        } finally {
            guarded.unlock();
        }
    }

    /**
     * Takes all tasks, in no order; see {@link StampedTasks}.
     *
     * @param sink is given each task and its stamp; may add tasks to this queue, which are not given to it
     */
    public void takeAll(ObjLongConsumer<? super Task> sink) {
        Lane[] lanes;
        RestrictedTasks others;
        guarded.lock();
        try {
            lanes = guarded.lanes;
            guarded.lanes = new Lane[0];
            SIZE.setRelease(guarded, 0L);
            others = restricted;
            restricted = null; // the sink may add tasks again, which are not its affair then
        } finally {
            guarded.unlock();
        }
        for (Lane lane : lanes) {
            lane.tasks.takeAll(sink);
        }
        if (others != null) {
            others.takeAll(sink);
        }
    }

    /**
     * Whether there is no task.
     *
     * @return the answer at some moment during the call
     */
    public boolean isEmpty() {
        return size() == 0;
    }

    /**
     * How many tasks are in the queue.
     *
     * @return roughly, while others use it
     */
    public long size() {
        long inLanes = (long) SIZE.getAcquire(guarded);
        RestrictedTasks others = restricted;
        return others == null ? inLanes : inLanes + others.size();
    }
}
