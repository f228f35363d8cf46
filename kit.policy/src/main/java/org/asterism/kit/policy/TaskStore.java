package org.asterism.kit.policy;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.spi.policy.PolicyContext;

/**
 * Queue whose tasks can be put back. The owner supplies a rank; the highest rank comes first, and for equal ranks the
 * lowest {@link PolicyContext#stamp(Task) stamp}. A task that was taken but that no receiver accepts returns to its old
 * place.
 *
 * <p>Tasks of different sets of architectures do not block each other. {@link Task#isRestricted Restricted} tasks do
 * not block each other either; each is checked separately, without a lock. While all ranks are 0 and the stamps
 * increase, adding and taking are as fast as in a {@link TaskFifo}.
 *
 * <p>When to use: where tasks are offered to components that may refuse them. Any thread may use it at any time;
 * {@link Round}s and {@link Candidates} belong to one thread at a time.
 */
public final class TaskStore implements TaskQueue {
    /**
     * Number of restricted tasks that may be refused in a round. After that, only tasks that the asking worker can
     * execute are offered.
     */
    private static final int MOST_RESTRICTED_REFUSED = 16;

    /** Value of {@link Round#lane} for a restricted task. */
    private static final int RESTRICTED = -1;

    /**
     * Pass through a store in which tasks are taken and offered. After a refusal, the rest of the round skips tasks of
     * the same kind. A kind is a set of architectures, or a single restricted task.
     */
    public static final class Round {
        private final Worker asking;
        private long closed;
        private RestrictedTasks.Place passed;
        private int refused;
        private boolean restrictedClosed;
        private boolean single;

        /** Lane of the last task. */
        private int lane;

        /** Whether a task was put back that another thread may have missed. */
        private boolean returned;

        private Round(Worker asking) {
            this.asking = asking;
        }
    }

    /** Tasks among which a worker may choose, with their ranks and stamps, in no order. */
    public static final class Candidates {
        private Task[] tasks = new Task[32];
        private int[] ranks = new int[32];
        private long[] stamps = new long[32];

        /** Lane of each task. It is stored because a task that has ended meanwhile may report other architectures. */
        private TaskLanes.Lane[] lanes = new TaskLanes.Lane[32];

        /** Lane of the tasks that are being added; null for restricted tasks. */
        private TaskLanes.Lane source;

        private int size;

        /** Creates an empty list. */
        public Candidates() {}

        void add(Task task, int rank, long stamp) {
            if (size == tasks.length) {
                tasks = Arrays.copyOf(tasks, 2 * size);
                ranks = Arrays.copyOf(ranks, 2 * size);
                stamps = Arrays.copyOf(stamps, 2 * size);
                lanes = Arrays.copyOf(lanes, 2 * size);
            }
            tasks[size] = task;
            ranks[size] = rank;
            stamps[size] = stamp;
            lanes[size] = source;
            size++;
        }

        /** Removes the tasks. */
        public void clear() {
            Arrays.fill(tasks, 0, size, null);
            size = 0;
        }

        /**
         * Returns the number of tasks.
         *
         * @return the number; 0 or more
         */
        public int size() {
            return size;
        }

        /**
         * Returns a task.
         *
         * @param index index of the task, from 0
         * @return the task; another thread may have taken it meanwhile
         */
        public Task task(int index) {
            return tasks[index];
        }

        /**
         * Whether a task comes before another one in the order.
         *
         * @param one index of the task
         * @param other index of the other task
         * @return comparison by rank and stamp
         */
        public boolean isBefore(int one, int other) {
            return ranks[one] != ranks[other] ? ranks[one] > ranks[other] : stamps[one] < stamps[other];
        }
    }

    private final PolicyContext context;
    private final ToIntFunction<? super Task> rank;
    private final OrderedLanes lanes = new OrderedLanes(false);

    /**
     * Creates an empty store.
     *
     * @param context context with the stamps of tasks
     * @param rank rank of a task; it must not change while the task is in the store
     */
    public TaskStore(PolicyContext context, ToIntFunction<? super Task> rank) {
        this.context = Objects.requireNonNull(context, "context");
        this.rank = Objects.requireNonNull(rank, "rank");
    }

    /**
     * Adds a task.
     *
     * @param task task with a stamp
     */
    @Override
    public void add(Task task) {
        lanes.add(task, rank.applyAsInt(task), context.stamp(task));
    }

    /**
     * Returns a taken task to its place.
     *
     * @param task taken task; its rank and stamp must not have changed
     */
    public void putBack(Task task) {
        lanes.putBack(task, rank.applyAsInt(task), context.stamp(task));
    }

    /**
     * Takes the first task that a worker can execute.
     *
     * @param worker worker that will run the task
     * @return the task, or null if there is none
     */
    @Override
    public Task takeFor(Worker worker) {
        return lanes.takeFor(worker);
    }

    /**
     * Takes the last task of the highest rank that a thief can execute. Of restricted tasks, even a thief gets the
     * first one.
     *
     * @param thief worker that steals from the owner of the store
     * @return the task, or null if there is none
     */
    public Task stealFor(Worker thief) {
        return lanes.stealFor(thief, 0, null);
    }

    /**
     * Whether the store is empty.
     *
     * @return the answer at some moment during the call
     */
    public boolean isEmpty() {
        return size() == 0;
    }

    // Rounds.

    /**
     * Begins a round through all kinds of tasks.
     *
     * @param asking worker for which the tasks are, or null if it is not known
     * @return round for {@link #takeFirst}
     */
    public Round round(Worker asking) {
        return new Round(asking);
    }

    /**
     * Begins a round for a task that was just added. The round contains only tasks of its kind.
     *
     * @param added task that is or was in the store
     * @return round for {@link #takeFirst}
     */
    public Round roundFor(Task added) {
        Round round = new Round(null);
        if (added.isRestricted()) {
            round.closed = -1;
            round.single = true;
            round.passed = new RestrictedTasks.Place(rank.applyAsInt(added), context.stamp(added), added.id() - 1);
        } else {
            int place = placeOf(added.architectureSet());
            round.closed = place < 0 ? -1 : ~TaskLanes.bit(place);
            round.restrictedClosed = true;
        }
        return round;
    }

    /** Returns the index of a lane, or -1. It is -1 if the task ended meanwhile and reports other architectures. */
    private int placeOf(long architectures) {
        TaskLanes.Lane[] all = lanes.all();
        int place = all.length - 1;
        while (place >= 0 && all[place].architectures != architectures) {
            place--;
        }
        return place;
    }

    /**
     * Takes the first task of the kinds that were not refused in a round.
     *
     * @param round round of this store
     * @return the task, or null if there is none; if it is refused, {@link #refuse} must follow
     */
    public Task takeFirst(Round round) {
        while (true) {
            Map.Entry<RestrictedTasks.Place, Task> other = firstRestricted(round);
            TaskLanes.Lane[] all = lanes.all();
            int best = other == null
                    ? TaskLanes.placeOfTaskBefore(
                            Long.MIN_VALUE, Long.MAX_VALUE, all, null, TaskLanes.ALL_KINDS, round.closed)
                    : TaskLanes.placeOfTaskBefore(
                            other.getKey().priority(),
                            other.getKey().stamp(),
                            all,
                            null,
                            TaskLanes.ALL_KINDS,
                            round.closed);
            if (best >= 0) {
                Task task = TaskLanes.takeFirst(all[best]);
                if (task != null) {
                    round.lane = best;
                    return task;
                }
            } else if (other == null) {
                return null;
            } else {
                round.passed = other.getKey();
                round.restrictedClosed = round.single;
                if (lanes.restricted().take(other)) {
                    round.lane = RESTRICTED;
                    return other.getValue();
                }
            }
        }
    }

    /**
     * Takes another task with the same kind and rank as the last one of a round, so that the caller can choose.
     *
     * @param round round in which the last task was taken
     * @param like the last task
     * @return the task, or null if there is none; unless it is accepted, {@link #putBack(Round, Task)} or
     *     {@link #refuse} must follow
     */
    public Task takeAlike(Round round, Task like) {
        if (round.lane == RESTRICTED) {
            return null;
        }
        int itsRank = rank.applyAsInt(like);
        TaskLanes.Lane lane = lanes.all()[round.lane];
        lane.taking.lock();
        try {
            return lane.firstStamp() != Long.MAX_VALUE && lane.firstPriority() == itsRank ? lane.takeFirst() : null;
        } finally {
            lane.taking.unlock();
        }
    }

    /**
     * Returns a task that was not offered to its place.
     *
     * @param round round in which it was taken
     * @param task task of the same kind as the last one
     */
    public void putBack(Round round, Task task) {
        round.returned = true;
        putBack(task);
    }

    private Map.Entry<RestrictedTasks.Place, Task> firstRestricted(Round round) {
        RestrictedTasks others = lanes.restricted();
        if (others == null || round.restrictedClosed) {
            return null;
        }
        RestrictedTasks.Place behind = round.passed;
        while (true) {
            Map.Entry<RestrictedTasks.Place, Task> entry = others.firstBehind(behind);
            if (entry == null
                    || round.refused < MOST_RESTRICTED_REFUSED
                    || round.asking == null
                    || round.asking.canExecute(entry.getValue())) {
                return entry;
            }
            behind = entry.getKey();
        }
    }

    /**
     * Returns the last task of a round to its place, and closes the round for its kind.
     *
     * @param round round in which it was taken
     * @param task the last task
     * @param room number of reports of room before this task was taken; see {@link #isRefused}
     */
    public void refuse(Round round, Task task, long room) {
        refuse(round, task, task, room);
    }

    /**
     * Returns the task that was chosen among several to its place, and closes the round for its kind.
     *
     * @param round round in which they were taken
     * @param task chosen task
     * @param first the first of the tasks; may be the chosen one
     * @param room number of reports of room before they were taken; see {@link #isRefused}
     */
    public void refuse(Round round, Task task, Task first, long room) {
        round.returned = false;
        int itsRank = rank.applyAsInt(task);
        long stamp = context.stamp(task);
        if (round.lane == RESTRICTED) {
            lanes.restrictedTasks().add(task, itsRank, stamp);
            round.restrictedClosed = ++round.refused > MOST_RESTRICTED_REFUSED && round.asking != null;
            return;
        }
        OrderedLane lane = (OrderedLane) lanes.all()[round.lane];
        lane.taking.lock();
        try {
            lane.refuse(task, itsRank, stamp, first, room);
        } finally {
            lane.taking.unlock();
        }
        round.closed |= TaskLanes.bit(round.lane);
    }

    /**
     * Whether an offer of a new task would fail: the first task of its kind was refused, and no room was reported
     * since.
     *
     * @param added task that is or was in the store
     * @param room number of reports of room up to now
     * @return false for restricted tasks
     */
    public boolean isRefused(Task added, long room) {
        if (added.isRestricted()) {
            return false;
        }
        OrderedLane lane = (OrderedLane) lanes.laneOf(added.architectureSet());
        lane.taking.lock();
        try {
            return lane.isFirstRefused(room);
        } finally {
            lane.taking.unlock();
        }
    }

    /**
     * Whether tasks were put back since the last refusal in a round. Other threads may have missed these tasks.
     *
     * @param round round of this store
     * @return false directly after a refusal
     */
    public boolean hasReturned(Round round) {
        return round.returned;
    }

    /**
     * Whether all tasks here are of the kind of the last one of a round.
     *
     * @param round round in which the last task was taken
     * @return false if there are others, or the last task is restricted, which is a kind of its own
     */
    public boolean holdsOnlyKindOf(Round round) {
        RestrictedTasks others = lanes.restricted();
        if (round.lane == RESTRICTED || others != null && others.size() > 0) {
            return false;
        }
        TaskLanes.Lane[] all = lanes.all();
        int place = all.length - 1;
        while (place >= 0 && (place == round.lane || all[place].isEmpty())) {
            place--;
        }
        return place < 0;
    }

    // Choosing.

    /**
     * Copies the first tasks that a worker can execute, without taking them.
     *
     * @param worker worker that will run one of them
     * @param allRanks whether tasks of all ranks are candidates; otherwise only those of the highest rank
     * @param most maximum number of tasks per kind and rank
     * @param found receives the tasks
     */
    public void look(Worker worker, boolean allRanks, int most, Candidates found) {
        int least = allRanks ? Integer.MIN_VALUE : highestRank(worker);
        for (TaskLanes.Lane lane : lanes.all()) {
            if (lane.suits(worker) && !lane.isEmpty()) {
                found.source = lane;
                lane.taking.lock();
                try {
                    ((OrderedLane) lane).copyFirst(least, most, found);
                } finally {
                    lane.taking.unlock();
                }
            }
        }
        RestrictedTasks others = lanes.restricted();
        if (others != null) {
            found.source = null;
            others.copyFirst(worker, least, most, found);
        }
    }

    private int highestRank(Worker worker) {
        long highest = Integer.MIN_VALUE;
        RestrictedTasks others = lanes.restricted();
        Map.Entry<RestrictedTasks.Place, Task> other = others == null ? null : others.firstFor(worker);
        if (other != null) {
            highest = other.getKey().priority();
        }
        for (TaskLanes.Lane lane : lanes.all()) {
            if (lane.suits(worker) && !lane.isEmpty()) {
                lane.taking.lock();
                try {
                    highest = lane.firstStamp() == Long.MAX_VALUE ? highest : Math.max(highest, lane.firstPriority());
                } finally {
                    lane.taking.unlock();
                }
            }
        }
        return (int) highest;
    }

    /**
     * Takes a task that {@link #look} found.
     *
     * @param found tasks from {@link #look}
     * @param index index of the task
     * @return false if another thread took it
     */
    public boolean take(Candidates found, int index) {
        Task task = found.tasks[index];
        int itsRank = found.ranks[index];
        long stamp = found.stamps[index];
        TaskLanes.Lane lane = found.lanes[index];
        if (lane == null) {
            return lanes.restrictedTasks().take(task, itsRank, stamp);
        }
        lane.taking.lock();
        try {
            return ((OrderedLane) lane).take(task, itsRank, stamp);
        } finally {
            lane.taking.unlock();
        }
    }

    /**
     * Takes some of the restricted tasks.
     *
     * @param wanted selects the tasks; may call the program
     * @param sink receives each selected task
     */
    public void takeRestricted(Predicate<? super Task> wanted, Consumer<? super Task> sink) {
        RestrictedTasks others = lanes.restricted();
        if (others != null) {
            others.takeIf(wanted, sink);
        }
    }

    /**
     * Takes all tasks, in the order of their stamps.
     *
     * @param sink receives each task
     */
    @Override
    public void takeAll(Consumer<? super Task> sink) {
        lanes.takeAll(sink);
    }

    /**
     * Returns the number of tasks in the store.
     *
     * @return an approximation while other threads use it
     */
    @Override
    public long size() {
        return lanes.size();
    }
}
