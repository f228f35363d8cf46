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
 * Queue of one worker, for policies with a queue per worker and stealing. The owner takes its oldest task of the
 * highest priority. A thief takes the newest one, or several. Each takes only tasks that it can execute, and other
 * tasks do not block these.
 *
 * <p>It has one lock, for which only thieves and other pushing threads compete with the owner; {@link #isEmpty} takes
 * no lock. {@link Task#isRestricted Restricted} tasks are checked without the lock.
 *
 * <p>When to use: a queue per worker. For a queue that all workers use, {@link TaskFifo} and {@link TaskPriorityQueue}
 * let threads add and take at the same time. Any thread may use it at any time.
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

    /** Tasks of one set of architectures. A worker can execute either all of them or none. */
    private static final class Lane {
        final long architectures;
        final PriorityBuckets tasks = new PriorityBuckets();

        Lane(long architectures) {
            this.architectures = architectures;
        }
    }

    /** State that the lock guards, on its own cache lines. */
    private static final class Guarded extends SpinLock {
        Lane[] lanes = new Lane[0];

        /** Number of tasks in the lanes, which other threads read without the lock. */
        long size;

        long apart0, apart1, apart2, apart3, apart4, apart5, apart6, apart7;
    }

    private final boolean byPriority;
    private final IntConsumer exhausted;
    private final Guarded guarded = new Guarded();

    /**
     * Null until the first restricted task arrives, so that other tasks have no extra cost. Written with the lock held.
     */
    private volatile RestrictedTasks restricted;

    /**
     * Creates an empty queue.
     *
     * @param byPriority whether higher priorities come first; otherwise priorities are ignored
     */
    public TaskDeque(boolean byPriority) {
        this(byPriority, NOBODY);
    }

    /**
     * Creates an empty queue that reports unsuccessful thieves.
     *
     * @param byPriority whether higher priorities come first; otherwise priorities are ignored
     * @param exhausted receives the index of an architecture when a thief of that architecture finds no task for it. It
     *     is called with the queue's lock held, so later adders see its effects. It must only write to memory
     */
    public TaskDeque(boolean byPriority, IntConsumer exhausted) {
        this.byPriority = byPriority;
        this.exhausted = Objects.requireNonNull(exhausted, "exhausted");
    }

    /**
     * Adds a task as the newest of its priority.
     *
     * @param task any task
     * @param stamp number that increases with each push over all queues of a policy, so that {@link #takeAll} can
     *     report the order. A task from another queue may have a lower one than those that are here; it comes last
     *     nevertheless
     */
    public void add(Task task, long stamp) {
        // Read before the lock is taken: the values may have to come from another core's cache.
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
     * @param owner worker that will run the task
     * @return the task, or null if there is none
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
     * @param thief worker that will run the task
     * @return the task, or null if there is none
     */
    public Task stealFor(Worker thief) {
        return stealFor(thief, 0, null);
    }

    /**
     * Takes the newest task of the highest priority that a worker can execute. Also takes up to half of the other tasks
     * of the same priority and architectures, but none while the queue holds restricted tasks.
     *
     * <p>Source: Hendler and Shavit, "Non-blocking steal-half work queues" (PODC 2002).
     *
     * @param thief worker that will run the task
     * @param most most tasks to take along; 0 or more
     * @param others receives these with their stamps, the newest first. It is called with the queue's lock held and
     *     must only write to memory; not called if {@code most} is 0
     * @return the task, or null if there is none
     */
    public Task stealFor(Worker thief, int most, ObjLongConsumer<? super Task> others) {
        RestrictedTasks restrictedOnes = restricted;
        if (restrictedOnes != null && restrictedOnes.size() > 0) {
            return takeAmong(restrictedOnes, thief, false);
        }
        long architecture = 1L << thief.architecture().index();
        guarded.lock();
        try {
            Lane lane = bestLane(architecture, false);
            if (lane == null) {
                noneFor(architecture);
                return null;
            }
            int along = Math.min(most, (lane.tasks.highestCount() - 1) / 2);
            Task task = take(lane, false);
            for (int count = 0; count < along; count++) {
                long stamp = lane.tasks.highestNewestStamp();
                others.accept(take(lane, false), stamp);
            }
            return task;
        } finally {
            guarded.unlock();
        }
    }

    private void noneFor(long architecture) {
        if (restricted == null || restricted.size() == 0) {
            exhausted.accept(Long.numberOfTrailingZeros(architecture));
        }
    }

    private Task takeFromLanes(long architecture, boolean oldest) {
        guarded.lock();
        try {
            Lane lane = bestLane(architecture, oldest);
            if (lane != null) {
                return take(lane, oldest);
            }
            if (!oldest) {
                noneFor(architecture);
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

    /** Returns the lane with the best first task. The caller holds the lock. */
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

    /** Takes the best task of lanes and restricted tasks. Even a thief gets the oldest restricted task. */
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
     * @param sink receives each task and its stamp; it may add tasks to this queue, which it does not receive again
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
            restricted = null; // the sink may add restricted tasks, which this loop must not take
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
     * Whether the queue is empty.
     *
     * @return the answer at some moment during the call
     */
    public boolean isEmpty() {
        return size() == 0;
    }

    /**
     * Returns the number of tasks in the queue.
     *
     * @return an approximation while other threads use it
     */
    public long size() {
        long inLanes = (long) SIZE.getAcquire(guarded);
        RestrictedTasks others = restricted;
        return others == null ? inLanes : inLanes + others.size();
    }
}
