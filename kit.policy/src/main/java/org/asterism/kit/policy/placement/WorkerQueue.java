package org.asterism.kit.policy.placement;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.asterism.api.Clock;
import org.asterism.api.Task;
import org.asterism.api.TaskState;
import org.asterism.api.Worker;
import org.asterism.kit.policy.StampedTasks;
import org.asterism.spi.concurrent.SpinLock;
import org.asterism.spi.policy.DataPlacement;

/**
 * The tasks that are placed with a worker, and the time at which the worker is expected to be done with them. Times are
 * whole nanoseconds, so that subtracting a time leaves no rounding error and two idle workers are equal.
 *
 * <p>A worker is expected to begin its next kernel at {@code start}, and to need {@code length} for that and all others
 * that have not begun. {@link TakenTasks} says what lies before {@code start}.
 *
 * <p><b>Threads.</b> Any thread places tasks and queries the queue. Only the worker itself takes tasks out, so after it
 * has released the lock it may still examine the tasks that it found in the queue. A decision queries without the lock
 * ({@link #ready}, {@link #load}), so it may be out of date when it is carried out.
 */
final class WorkerQueue extends PublishedTimes {
    /** In place of a time: the expected start stays. */
    static final long UNCHANGED = Long.MIN_VALUE;

    private static final VarHandle CHANGED;

    static {
        try {
            CHANGED = MethodHandles.lookup().findVarHandle(WorkerQueue.class, "changed", boolean.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    /** The worker's group, and its place there; set while nobody else is in the policy. */
    WorkerGroup group;

    int position;

    /** Whether it is among the group's changed queues, and the next one of these. */
    private boolean changed;

    WorkerQueue nextChanged;

    /** Whether a task that ends early lets the next one begin early. */
    private final boolean startsEarly;

    /** Whether the worker takes first the task that lacks the fewest data. */
    private final boolean choosesByData;

    private final SpinLock lock = new SpinLock();

    /** Tasks that were placed without the lock; they come behind all of their priority that wait. */
    private final Incoming incoming;

    // Guarded by the lock.
    private final PlacedTasks waiting;
    private final TakenTasks taken = new TakenTasks();

    /**
     * Number of tasks that were placed and have not ended; of a task that another worker leads, two while it waits. The
     * load adds those that wait, so that a waiting task counts twice.
     */
    private int unfinished;

    /** The worker's own. */
    private Readiness readiness;

    WorkerQueue(Worker worker, Traits traits, long now) {
        super(worker, now);
        startsEarly = traits.teams();
        choosesByData = traits.readiness();
        incoming = new Incoming(traits.sorted());
        waiting = new PlacedTasks(traits.sorted());
    }

    // What decisions ask.

    @Override
    long ready(Question question) {
        return question.ahead
                ? Math.max(start(), question.now) + lengthAhead(question.priority, question.ranged)
                : ready(question.now);
    }

    @Override
    int load(Question question) {
        return question.ahead ? loadAhead(question.priority, question.ranged) : load();
    }

    /** Returns the number of its tasks: a waiting task counts twice, a task that it has taken once. */
    int load() {
        int came = incoming.size(); // first: see putInOrder
        return publishedLoad() + 2 * came;
    }

    /** Whether no task waits, and none was taken. */
    boolean isEmpty() {
        // While the worker has tasks, it need not look at those that come, which other threads write.
        return publishedLoad() == 0 && load() == 0;
    }

    /**
     * Returns the duration of the tasks for which a new task of this priority has to wait.
     *
     * @param ranged whether the program has said from where to where its priorities go; StarPU counts by priority then,
     *     and otherwise walks the queue, in which what the worker has taken already counts unless the new task would be
     *     the last
     */
    long lengthAhead(int priority, boolean ranged) {
        lockInOrder();
        try {
            if (ranged) {
                return waiting.workAhead(priority) + taken.lengthsAhead(priority);
            }
            if (waiting.comesFirst(priority)) {
                return taken.work();
            }
            return waiting.comesLast(priority) ? length() : taken.work() + waiting.lengthsAhead(priority);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Computes, for some priorities, the least duration of the tasks for which a new task has to wait. It never exceeds
     * {@link #lengthAhead} for these priorities and all lower ones.
     *
     * @param priorities in ascending order
     * @param lengths is given one for each of them, and one for all that are higher
     */
    void lengthsAtLeast(int[] priorities, boolean ranged, long[] lengths) {
        lockInOrder();
        for (int index = 0; index < lengths.length; index++) {
            boolean isHighest = index == priorities.length;
            int priority = isHighest ? Integer.MAX_VALUE : priorities[index];
            if (ranged) {
                lengths[index] = isHighest ? 0 : waiting.workAhead(priority) + taken.lengthsAhead(priority);
            } else if (waiting.size() == 0) {
                lengths[index] = taken.work();
            } else if (!isHighest && waiting.comesLast(priority)) {
                lengths[index] = length();
            } else {
                lengths[index] = Math.min(length(), taken.work() + (isHighest ? 0 : waiting.lengthsAhead(priority)));
            }
        }
        lock.unlock();
    }

    /** Returns the number of tasks for which a new task of this priority has to wait; see {@link #lengthAhead}. */
    int loadAhead(int priority, boolean ranged) {
        lockInOrder();
        try {
            if (ranged) {
                return waiting.countAhead(priority);
            }
            return waiting.comesFirst(priority) || waiting.comesLast(priority)
                    ? publishedLoad()
                    : unfinished + waiting.countAhead(priority);
        } finally {
            lock.unlock();
        }
    }

    // What is placed.

    /**
     * Counts a task as the worker's. Its data travel while the worker does what it has: only what lasts longer counts.
     *
     * @param team the workers that it leads for the task, or null
     * @return to be {@link #add added}
     */
    Placed place(Task task, Team team, long stamp, long now, long expected, long travel) {
        long together = team == null ? now : team.ready(now);
        Placed placed;
        lockInOrder();
        try {
            placed = count(task, team, stamp, now, expected, travel, together);
        } finally {
            lock.unlock();
        }
        group.changed(this);
        if (team != null) {
            team.share(2, 0, expected, UNCHANGED);
        }
        return placed;
    }

    /**
     * Counts a task as the worker's alone, as {@link #place} does, and lets the worker have it at once. One that moves
     * no expected time needs no lock.
     */
    void placeAndAdd(Task task, long stamp, long now, long expected, long travel) {
        if (expected == 0 && travel == 0) {
            incoming.add(new Placed(task, null, stamp, 0, 0));
        } else {
            lockInOrder();
            try {
                waiting.add(count(task, null, stamp, now, expected, travel, now));
                publish(start(), length());
            } finally {
                lock.unlock();
            }
        }
        group.changed(this);
    }

    /** Takes the lock, and puts in order what has come in without it. */
    private void lockInOrder() {
        lock.lock();
        if (!incoming.isEmpty()) {
            try {
                putInOrder();
            } catch (RuntimeException | Error failed) { // for want of memory
                lock.unlock();
                throw failed;
            }
        }
    }

    /** Puts what is incoming, which is not empty, into the places where it waits. */
    private void putInOrder() {
        // Before they are taken: a thread that does not find them incoming any more must see that there is something.
        publishLoad(publishedLoad() + 2 * incoming.size());
        Placed placed = incoming.takeAll();
        try {
            while (placed != null) {
                Placed next = placed.next;
                waiting.add(placed);
                unfinished++;
                placed = next;
            }
        } finally {
            incoming.addAll(placed); // the rest, if there was no memory for it
            publish(start(), length());
        }
    }

    /** The task whose turn it is by order, or null; with the lock. */
    private Placed firstInOrder() {
        Placed first = waiting.first();
        if (first != null && incoming.mayPrecede(first.priority)) {
            incoming.forgetUrgent();
        } else if (first != null) {
            return first;
        }
        if (incoming.isEmpty()) {
            return first;
        }
        putInOrder();
        return waiting.first();
    }

    private Placed count(Task task, Team team, long stamp, long now, long expected, long travel, long together) {
        long from = Math.max(start(), now);
        long transfer = Math.max(0, now + travel - Math.max(from + length(), together));
        Placed placed = new Placed(task, team, stamp, expected, transfer);
        unfinished++;
        publish(from, length() + placed.work());
        return placed;
    }

    /** Lets the worker have a task that was placed. */
    void add(Placed placed) {
        lockInOrder();
        try {
            waiting.add(placed);
            publish(start(), length());
        } finally {
            lock.unlock();
        }
        group.changed(this);
    }

    /**
     * Counts a task that the program gave to the worker. It does not pass through this queue, and nobody will tell of
     * its end.
     */
    void give(long now, long expected, long travel) {
        lock.lock();
        long from = Math.max(start(), now);
        long work = expected + Math.max(0, now + travel - (from + length()));
        taken.give(work);
        publish(from + work, length());
        lock.unlock();
        group.changed(this);
    }

    /** Withdraws the tasks that wait and that a condition holds for. */
    void withdraw(Predicate<? super Placed> wanted, StampedTasks into) {
        List<Placed> found = new ArrayList<>();
        lockInOrder();
        waiting.collect(wanted, found);
        lock.unlock();
        for (Placed placed : found) {
            long stamp = placed.stamp;
            into.accept(withdraw(placed), stamp);
        }
    }

    // What the worker does.

    /** Returns the rule by which the worker chooses a task, if not by order alone. */
    Readiness readiness(DataPlacement data) {
        if (readiness == null) {
            readiness = new Readiness(data, leader().memoryNode());
        }
        return readiness;
    }

    /** The task whose turn it is by order, or null. */
    Placed first() {
        lock.lock();
        try {
            return firstInOrder();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Copies tasks of a rank in their order.
     *
     * @param from the first one
     * @return the number of tasks; fewer than there is space for at the end of the rank
     */
    int copy(Placed from, Placed[] into) {
        int count = 0;
        lockInOrder();
        for (Placed placed = from; placed != null && count < into.length; placed = placed.next) {
            into[count++] = placed;
        }
        lock.unlock();
        return count;
    }

    /**
     * Takes the task whose turn it is by order, if it is certain that the worker can run it and would choose it.
     *
     * @param now the time, or {@link #UNCHANGED} to take only a task that moves no expected time
     * @return null if nothing waits, or the first task is not to be taken
     */
    Task takeFirst(long now) {
        Placed first;
        Task task = null;
        boolean strays = markStrays();
        lock.lock();
        try {
            if (strays) {
                dropStrays();
            }
            first = firstInOrder();
            if (first != null && isCertain(first) && (now != UNCHANGED || isOfNoAccount(first))) {
                task = first.task;
                moveToTaken(first, now);
            }
        } finally {
            lock.unlock();
        }
        if (task != null) {
            hasTaken(first.team);
        } else if (strays) {
            group.changed(this);
        }
        return task;
    }

    /** Whether no program, and no other task's data, has a say in who takes the first task. */
    private boolean isCertain(Placed first) {
        return !first.task.isRestricted()
                && !(choosesByData && first.task.dataCount() > 0 && (first.next != null || !incoming.isEmpty()));
    }

    /** Whether the next task is likely to move an expected time. */
    boolean keepsTime() {
        return length() != 0 || taken.startsLater() || startsEarly;
    }

    /** Takes a task to run: what its data still need lies before all that waits now. */
    Task take(Placed placed, long now) {
        lock.lock();
        moveToTaken(placed, now);
        Task task = placed.task;
        Team team = placed.team;
        lock.unlock();
        hasTaken(team);
        return task;
    }

    private void moveToTaken(Placed placed, long now) {
        waiting.remove(placed);
        taken.add(placed);
        publish(startAfterTaken(now), length() - placed.transfer);
    }

    private void hasTaken(Team team) {
        group.changed(this);
        if (team != null) {
            team.share(-1, 0, 0, UNCHANGED);
        }
    }

    /** Takes a task out that the worker will not run. */
    Task withdraw(Placed placed) {
        lock.lock();
        waiting.remove(placed);
        unfinished--;
        Task task = placed.task;
        Team team = placed.team;
        long expected = placed.length;
        publish(start(), length() - placed.work());
        lock.unlock();
        group.changed(this);
        if (team != null) {
            team.share(-2, 0, -expected, UNCHANGED);
        }
        return task;
    }

    /**
     * Whether the worker must be told of the beginning and the end of a task that it has taken. If not, the task counts
     * as begun.
     */
    boolean mustFollow(Task task) {
        Placed placed = taken.of(task);
        if (placed == null || taken.hasBeenGiven() || !isOfNoAccount(placed)) {
            return true;
        }
        placed.begun = true;
        return false;
    }

    /** The kernel of a task that was taken begins. */
    void begin(Task task, Clock clock) {
        Placed placed = taken.of(task);
        if (placed == null || placed.begun) {
            return;
        }
        if (isOfNoAccount(placed)) {
            placed.begun = true;
            return;
        }
        long now = clock.nanoTime();
        lock.lock();
        taken.begin(placed);
        publish(taken.startAfter(now), length() - placed.length);
        lock.unlock();
        group.changed(this);
        if (placed.team != null) {
            placed.team.share(0, placed.length, -placed.length, now);
        }
    }

    /** The kernel of a task that was taken has run. */
    void end(Task task, Clock clock) {
        Placed placed = taken.of(task);
        if (placed != null) {
            forget(placed, isOfNoAccount(placed) ? UNCHANGED : clock.nanoTime());
        }
    }

    /** Whether a task that is about to be taken, or was taken, moves no expected time. Only the worker asks. */
    private boolean isOfNoAccount(Placed placed) {
        return !startsEarly && taken.isOfNoAccount(placed);
    }

    /**
     * Forgets tasks that were taken and will not be told of again: they were not {@link #mustFollow followed}, ended
     * without their kernel, or run elsewhere. Until then, such a task counts for the load of its worker, also if that
     * does something else before it pops again.
     */
    void forgetStrays() {
        if (markStrays()) {
            lock.lock();
            dropStrays();
            lock.unlock();
            group.changed(this);
        }
    }

    /** Marks them, without the lock since the program is asked; those with a team are forgotten at once. */
    private boolean markStrays() {
        boolean found = false;
        for (Placed placed = taken.newest(); placed != null; ) {
            Placed next = placed.next;
            if (isStray(placed)) {
                if (placed.team == null) {
                    placed.isStray = true;
                    found = true;
                } else {
                    forget(placed, UNCHANGED);
                }
            }
            placed = next;
        }
        return found;
    }

    /** With the lock. */
    private void dropStrays() {
        for (Placed placed = taken.newest(); placed != null; ) {
            Placed next = placed.next;
            if (placed.isStray) {
                drop(placed, UNCHANGED);
            }
            placed = next;
        }
    }

    /** It has ended or comes again, its bundle was placed elsewhere, or its data are too large for the memory. */
    private boolean isStray(Placed placed) {
        TaskState state = placed.task.state();
        if (state.isFinal()) {
            return true;
        }
        return placed.begun
                ? state.compareTo(TaskState.READY) <= 0
                : placed.task.isRestricted() && !leader().canExecute(placed.task);
    }

    private void forget(Placed placed, long now) {
        Team team = placed.team;
        long running = placed.running();
        lock.lock();
        drop(placed, now);
        lock.unlock();
        group.changed(this);
        if (team != null) {
            team.share(-1, -running, running - placed.length, now);
        }
    }

    /** Counts a taken task no longer; with the lock. */
    private void drop(Placed placed, long now) {
        long running = placed.running();
        unfinished--;
        taken.remove(placed);
        long next = startAfterTaken(now);
        publish(startsEarly ? next : Math.max(next, start()), length() - (placed.length - running));
    }

    /**
     * Counts a change of a task that another worker leads and this one runs with it.
     *
     * @param tasks the change of the worker's number of tasks: two for a waiting task, one for a taken one
     * @param running the change of the duration of the tasks that it has begun
     * @param waits the change of the duration of the tasks that it has not begun
     * @param now a time from which on it does what it has begun, or {@link #UNCHANGED}
     */
    void share(int tasks, long running, long waits, long now) {
        lock.lock();
        unfinished += tasks;
        taken.share(running);
        publish(startAfterTaken(now), length() + waits);
        lock.unlock();
        group.changed(this);
    }

    private long startAfterTaken(long now) {
        return now == UNCHANGED ? start() : taken.startAfter(now);
    }

    private void publish(long newStart, long newLength) {
        publish(newStart, newLength, waiting.size() + unfinished);
    }

    // For the group.

    /** Whether it was not known to have changed. */
    boolean markChanged() {
        // If this thread finds the mark of an earlier change, the thread that removes it must see this change, too.
        VarHandle.fullFence();
        return !(boolean) CHANGED.getOpaque(this) && CHANGED.compareAndSet(this, false, true);
    }

    /** To be called before what has changed is read. */
    void clearChanged() {
        CHANGED.getAndSet(this, false);
        VarHandle.fullFence();
    }
}
