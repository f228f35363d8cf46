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
 * A queue of tasks that can come back: by a rank that the owner gives them, the highest first, and among equals by
 * their {@link PolicyContext#stamp(Task) stamps}, the lowest first. A task that was taken and is wanted by nobody is
 * put back to where it was.
 *
 * <p>Tasks of different sets of architectures do not stand in each other's way, nor do {@link Task#isRestricted
 * restricted} tasks, which are asked about one by one and without a lock. As long as all ranks are 0 and the stamps
 * grow, adding and taking cost what they cost in a {@link TaskFifo}.
 *
 * <p>When to use: where tasks are offered to others who may refuse them. Any thread may use it at any time;
 * {@link Round}s and {@link Candidates} belong to one thread at a time.
 */
public final class TaskStore implements TaskQueue {
    /**
     * So many restricted tasks may be refused in a round; then only those count that the asking worker itself can
     * execute.
     */
    private static final int MOST_RESTRICTED_REFUSED = 16;

    /** Where a restricted task comes from. */
    private static final int RESTRICTED = -1;

    /**
     * One go through a store, in which tasks are taken and offered to somebody. A kind of tasks, of which one was put
     * back, is left out for the rest of the round: a kind is a set of architectures, or a single restricted task.
     */
    public static final class Round {
        private final Worker asking;
        private long closed;
        private RestrictedTasks.Place passed;
        private int refused;
        private boolean restrictedClosed;
        private boolean single;

        /** Where the last task came from. */
        private int lane;

        /** Whether a task was put back that somebody may have looked for in vain. */
        private boolean returned;

        private Round(Worker asking) {
            this.asking = asking;
        }
    }

    /** Tasks that a worker may choose from, with their ranks and stamps; in no order. */
    public static final class Candidates {
        private Task[] tasks = new Task[32];
        private int[] ranks = new int[32];
        private long[] stamps = new long[32];

        /** Where each task was found: a task that has ended meanwhile may answer otherwise than when it was added. */
        private TaskLanes.Lane[] lanes = new TaskLanes.Lane[32];

        /** Where tasks are found just now; null among the restricted ones. */
        private TaskLanes.Lane source;

        private int size;

        /** Makes an empty list. */
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

        /** Lets go of the tasks. */
        public void clear() {
            Arrays.fill(tasks, 0, size, null);
            size = 0;
        }

        /**
         * How many there are.
         *
         * @return 0 or more
         */
        public int size() {
            return size;
        }

        /**
         * One of the tasks.
         *
         * @param index from 0
         * @return may have been taken by somebody else meanwhile
         */
        public Task task(int index) {
            return tasks[index];
        }

        /**
         * Whether a candidate's turn is before that of another.
         *
         * @param one an index
         * @param other an index
         * @return by rank and stamp
         */
        public boolean isBefore(int one, int other) {
            return ranks[one] != ranks[other] ? ranks[one] > ranks[other] : stamps[one] < stamps[other];
        }
    }

    private final PolicyContext context;
    private final ToIntFunction<? super Task> rank;
    private final TaskLanes lanes = new TaskLanes(OrderedLane::new, true);

    /**
     * Makes an empty store.
     *
     * @param context knows the tasks' stamps
     * @param rank gives each task its rank: the same each time while the task is in the store
     */
    public TaskStore(PolicyContext context, ToIntFunction<? super Task> rank) {
        this.context = Objects.requireNonNull(context, "context");
        this.rank = Objects.requireNonNull(rank, "rank");
    }

    /**
     * Adds a task.
     *
     * @param task is stamped
     */
    @Override
    public void add(Task task) {
        int itsRank = rank.applyAsInt(task);
        long stamp = context.stamp(task);
        if (task.isRestricted()) {
            lanes.restrictedTasks().add(task, itsRank, stamp);
            return;
        }
        TaskLanes.Lane lane = lanes.laneOf(task.architectureSet());
        if (!lanes.addInOrder(lane, task, itsRank, stamp)) {
            sortIn(lane, task, itsRank, stamp, false);
        }
    }

    private static void sortIn(TaskLanes.Lane lane, Task task, int rank, long stamp, boolean before) {
        lane.taking.lock();
        try {
            ((OrderedLane) lane).insert(task, rank, stamp, before);
        } finally {
            lane.taking.unlock();
        }
    }

    /**
     * Puts a task back that was taken, to where it was.
     *
     * @param task its rank and stamp are what they were
     */
    public void putBack(Task task) {
        int itsRank = rank.applyAsInt(task);
        long stamp = context.stamp(task);
        if (task.isRestricted()) {
            lanes.restrictedTasks().add(task, itsRank, stamp);
        } else {
            sortIn(lanes.laneOf(task.architectureSet()), task, itsRank, stamp, true);
        }
    }

    /**
     * Takes the first task that a worker can execute.
     *
     * @param worker who asks
     * @return null if there is none
     */
    @Override
    public Task takeFor(Worker worker) {
        return lanes.takeFor(worker);
    }

    /**
     * Takes the last task of the highest rank that a worker can execute, for one who steals from the store's owner. Of
     * restricted tasks a thief as well is given the first.
     *
     * @param thief who asks
     * @return null if there is none
     */
    public Task stealFor(Worker thief) {
        while (true) {
            RestrictedTasks others = lanes.restricted();
            Map.Entry<RestrictedTasks.Place, Task> other = others == null ? null : others.firstFor(thief);
            OrderedLane best = other == null
                    ? laneWithNewestBehind(thief, Long.MIN_VALUE, Long.MIN_VALUE)
                    : laneWithNewestBehind(
                            thief, other.getKey().priority(), other.getKey().stamp());
            if (best == null && other == null) {
                return null;
            }
            Task task = best != null ? takeNewest(best) : others.take(other) ? other.getValue() : null;
            if (task != null) {
                return task;
            }
        }
    }

    private static Task takeNewest(OrderedLane lane) {
        lane.taking.lock();
        try {
            return lane.takeNewest();
        } finally {
            lane.taking.unlock();
        }
    }

    /**
     * The lane whose newest task of its highest rank comes last in that rank, if that is higher than another place or
     * behind it.
     */
    private OrderedLane laneWithNewestBehind(Worker thief, long otherRank, long otherStamp) {
        TaskLanes.Lane best = null;
        long bestRank = otherRank;
        long bestStamp = otherStamp;
        for (TaskLanes.Lane lane : lanes.all()) {
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

    /**
     * Whether there is no task.
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
     * @param asking for whom the tasks are, as far as that is known; else null
     * @return to be given to {@link #takeFirst}
     */
    public Round round(Worker asking) {
        return new Round(asking);
    }

    /**
     * Begins a round for a task that was just added: only tasks of its kind are taken.
     *
     * @param added in the store, or a moment ago
     * @return to be given to {@link #takeFirst}
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

    /**
     * The place of a lane; -1 if there is none, because the task was taken and has ended, and answers otherwise now.
     */
    private int placeOf(long architectures) {
        TaskLanes.Lane[] all = lanes.all();
        int place = all.length - 1;
        while (place >= 0 && all[place].architectures != architectures) {
            place--;
        }
        return place;
    }

    /**
     * Takes the first task of those kinds that nobody has refused in a round.
     *
     * @param round begun with this store
     * @return null if there is none; else to be {@link #refuse given back} if it is refused
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
     * Takes a further task of the kind and rank of the one that was taken last in a round, to choose among them.
     *
     * @param round in which one was taken
     * @param like the task that was taken
     * @return null if there is none; else to be {@link #putBack(Round, Task) put back} or {@link #refuse refused}
     *     unless it is accepted
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
     * Puts a task back, to where it was, that was not offered to anybody.
     *
     * @param round in which it was taken
     * @param task of the kind of the one that was taken last
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
     * Puts the task back that was taken last in a round, and closes the round for its kind.
     *
     * @param round in which it was taken
     * @param task was taken last
     * @param room how often there has been room for tasks before this one was taken; see {@link #isRefused}
     */
    public void refuse(Round round, Task task, long room) {
        refuse(round, task, task, room);
    }

    /**
     * Puts the task back that was chosen among several, and closes the round for its kind.
     *
     * @param round in which they were taken
     * @param task was taken, and is not put back yet
     * @param first the first of them, which may be the same
     * @param room how often there has been room for tasks before they were taken; see {@link #isRefused}
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
     * Whether it would be in vain to offer a task that was just added, because one of its kind that comes before it was
     * refused, and there has been no room since.
     *
     * @param added in the store, or a moment ago
     * @param room how often there has been room for tasks up to now
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
     * Whether tasks were put back in a round since one was refused in it: who has looked meanwhile may have missed
     * them.
     *
     * @param round begun with this store
     * @return false once a task was refused
     */
    public boolean hasReturned(Round round) {
        return round.returned;
    }

    // Choosing.

    /**
     * Looks at first tasks that a worker can execute, without taking them.
     *
     * @param worker who asks
     * @param allRanks whether tasks of all ranks are candidates; else only those of the highest
     * @param most how many of one kind and rank
     * @param found is given them
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
     * Takes a task that was found.
     *
     * @param found was given it by {@link #look}
     * @param index of the task
     * @return false if it has gone
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
     * @param wanted says which; may ask the program
     * @param sink is given each of these
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
     * @param sink is given each task
     */
    @Override
    public void takeAll(Consumer<? super Task> sink) {
        lanes.takeAll(sink);
    }

    /**
     * How many tasks are in the store.
     *
     * @return roughly, while others use it
     */
    @Override
    public long size() {
        return lanes.size();
    }
}
