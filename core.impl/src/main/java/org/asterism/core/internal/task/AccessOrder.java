package org.asterism.core.internal.task;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.core.internal.data.Attachment;
import org.asterism.core.internal.data.Handle;
import org.asterism.spi.concurrent.SpinLock;

/**
 * The end of the order of tasks on one piece of data. It determines the predecessors of the next task.
 *
 * <p>The order is a row of single tasks and groups. A task that overwrites or changes the data stands alone.
 * Consecutive readers form a group; so do commuting tasks, and contributors to a reduction. The members of a group wait
 * for what was before the group, but not for each other. What comes after waits for all of them.
 *
 * <p>Only the end of the row is kept. Members that have ended are forgotten when room is needed, so data that are only
 * ever read do not keep all their readers.
 *
 * <p><b>Threads.</b> This object is the lock that guards it: its methods are for the thread that holds the lock, unless
 * they say otherwise. The lock is held over a few instructions. A thread that needs several takes them by the ids of
 * the data.
 */
public final class AccessOrder extends SpinLock implements Attachment {
    /** Tasks that do not say otherwise give up the order of their submission. */
    private static final byte UNORDERED = 1;

    /** Every task takes its turn. */
    private static final byte ARBITRATED = 2;

    /** No task that writes the data was placed yet. */
    private static final byte UNWRITTEN = 4;

    /** At the end of the order stand contributions that have to be put together. */
    private static final byte CONTRIBUTED = 8;

    private static final Job[] NONE = {};

    /**
     * The single task at the end of the row, or before the group there; null if there is none, or if it is
     * {@link #before}.
     */
    private Job single;

    /** The group at the end of the row. */
    private Job[] members = NONE;

    private int memberCount;

    /** The common mode of the group's members: R, COMMUTE or REDUX. */
    private Access shared;

    /** The group before the group, as long as that has one member only; null otherwise. */
    private Job[] before;

    /**
     * Special conditions of the data, as bits; 0 for most. The way in which tasks take turns does not change while
     * there are any tasks.
     */
    private byte conditions;

    /** Rare settings of the data, or null. */
    private Terms terms;

    private final TaskHost host;

    /** Whether no further task may use the data. */
    private volatile boolean closed;

    /**
     * Makes the order of data that no task uses.
     *
     * @param host the runtime's, for tasks on the data that are nobody's
     */
    public AccessOrder(TaskHost host) {
        this.host = host;
    }

    /** The order of the tasks on some data. */
    public static AccessOrder of(Handle handle) {
        return (AccessOrder) handle.order();
    }

    /** Returns the host for tasks that use the data and belong to no context. */
    public TaskHost host() {
        return host;
    }

    /** Refuses the data that this is the order of if they are closed; any thread. */
    public void requireOpen(Handle handle) {
        if (closed) {
            throw new IllegalStateException(handle.name() + " is closed: register the data again to use them in tasks");
        }
    }

    /** Whether no task can use the data any more; any thread. */
    public boolean isClosed() {
        return closed;
    }

    /** Lets no task use the data any more, without waiting for those that do; any thread. */
    public void close() {
        closed = true;
    }

    /** Whether tasks that read, overwrite or change the data need nothing but their place. */
    boolean isPlain() {
        return conditions == 0;
    }

    boolean isUnordered() {
        return (conditions & UNORDERED) != 0;
    }

    /** Whether every task on the data takes its turn; any thread that knows of a task on them. */
    boolean isArbitrated() {
        return (conditions & ARBITRATED) != 0;
    }

    /** Whether there will be nothing to read, for all that is known at the end of the order. */
    boolean isUnwritten() {
        return (conditions & UNWRITTEN) != 0;
    }

    void markWritten() {
        conditions &= ~UNWRITTEN;
    }

    /** Notes that there is nothing to read before a task has written it; for data that no task uses yet. Any thread. */
    public void contentMissing() {
        lock();
        conditions |= UNWRITTEN;
        unlock();
    }

    /**
     * Notes that there is nothing to read any more after a task, unless others were placed behind it already; any
     * thread.
     */
    public void contentGone(Job last) {
        lock();
        if (memberCount == 0 && single == last) {
            conditions |= UNWRITTEN;
        }
        unlock();
    }

    /** Notes that there is something to read; any thread. */
    public void contentBegun() {
        lock();
        markWritten();
        unlock();
    }

    /** Whether there is something to read after the tasks that have been placed so far; any thread. */
    public boolean hasContent() {
        lock();
        try {
            return !isUnwritten();
        } finally {
            unlock();
        }
    }

    /** Says what writes the data if they are read before any task has written them; any thread. */
    public void initialiseWith(Codelet initialise) {
        lock();
        terms().initialiser = initialise;
        unlock();
    }

    /** Whether something writes the data if they are read before any task has written them; any thread. */
    public boolean hasInitialiser() {
        lock();
        try {
            return initialiser() != null;
        } finally {
            unlock();
        }
    }

    /** Returns the task that writes the data if they are read before any task has written them, or null. */
    Codelet initialiser() {
        return terms == null ? null : terms.initialiser;
    }

    boolean canBeReduced() {
        return terms != null && terms.reducer != null;
    }

    /** Says how contributions are put together; any thread. */
    public void reduceWith(Reducer reducer, Codelet initialise, String name) {
        lock();
        try {
            if ((conditions & CONTRIBUTED) != 0) {
                throw new IllegalStateException("there are contributions to " + name
                        + " that have not been put together: say how before the first, or read the data once");
            }
            terms().reducer = reducer;
            terms().initialiser = initialise;
        } finally {
            unlock();
        }
    }

    /** Notes that contributions have to be put together before the data are used in another way. */
    void markContributed() {
        if ((conditions & CONTRIBUTED) == 0) {
            terms.hadValue = !isUnwritten();
            conditions |= CONTRIBUTED;
        }
    }

    /**
     * Combines contributions, if there are any, by a job that takes its place now.
     *
     * @param priority of the task that comes next
     * @param isWanted whether the result matters
     * @return the job that has taken the place, or null; it begins when it is
     *     {@link org.asterism.core.internal.task.TaskHost#placed}, which must be called without any lock
     */
    Job putTogether(int priority, boolean isWanted) {
        if ((conditions & CONTRIBUTED) == 0) {
            return null;
        }
        conditions &= ~CONTRIBUTED;
        Job join = terms.reducer.join(priority, terms.hadValue, isWanted);
        placeAlone(join);
        return join;
    }

    /** Returns the rare settings of the data, and creates them if there are none. */
    Terms terms() {
        if (terms == null) {
            terms = new Terms();
        }
        return terms;
    }

    /** Returns the turns, or null if no task ever had to take one. */
    Turns turns() {
        return terms == null ? null : terms.turns;
    }

    /**
     * Makes every task take its turn. Any thread may call this.
     *
     * @param name of the data, for people
     * @throws IllegalStateException if tasks have not ended
     */
    public void arbitrate(String name) {
        changeConditions(name, ARBITRATED, 0);
    }

    /**
     * Says whether tasks that do not say otherwise are ordered; without order they take turns. Any thread.
     *
     * @param name of the data, for people
     * @throws IllegalStateException if tasks have not ended
     */
    public void keepOrder(boolean ordered, String name) {
        changeConditions(name, ordered ? 0 : UNORDERED | ARBITRATED, ordered ? UNORDERED : 0);
    }

    private void changeConditions(String name, int added, int removed) {
        lock();
        try {
            int wanted = (conditions | added) & ~removed;
            if (wanted != conditions) {
                for (Job user : lastUsers()) {
                    if (!Progress.isSettled(user)) {
                        throw new IllegalStateException(user + " on " + name
                                + " has not ended: say how tasks take turns on data before you submit any, or "
                                + "wait for them");
                    }
                }
                terms();
                conditions = (byte) wanted;
            }
        } finally {
            unlock();
        }
    }

    /**
     * Gives a task its place behind the others: alone if it writes, else together with others of its mode; with the
     * lock held.
     */
    void place(Job job, Access mode) {
        if (mode == Access.W || mode == Access.RW) {
            placeAlone(job);
        } else {
            placeTogether(job, mode);
        }
    }

    /** Gives a task its place alone: behind the group or the single task at the end. */
    void placeAlone(Job job) {
        if (memberCount == 0) {
            if (single != null) {
                Successors.addOrder(job, single);
            }
        } else {
            for (int index = 0; index < memberCount; index++) {
                Successors.addOrder(job, members[index]);
            }
            clearMembers();
            before = null;
        }
        single = job;
    }

    /** Gives a task its place in the group at the end, if that is of the same mode, or as the first of a new one. */
    void placeTogether(Job job, Access mode) {
        if (memberCount == 0) {
            shared = mode;
        } else if (shared != mode) {
            beginGroup(job, mode);
        } else if (before != null) {
            single = Join.of(before);
            before = null;
        }
        if (single != null) {
            Successors.addOrder(job, single);
        }
        addMember(job);
    }

    /**
     * Begins a group behind another. Its first member waits for each of the other group itself. Only when there is a
     * second one something is put between the groups that all others wait for, since n tasks behind m would be n times
     * m dependencies; mostly there is no second one.
     */
    private void beginGroup(Job job, Access mode) {
        forgetEnded();
        before = null;
        if (memberCount == 1) {
            single = members[0];
        } else if (memberCount > 1) {
            before = Arrays.copyOf(members, memberCount);
            single = null; // last: without memory for the copy, the order stays as it was
            for (Job member : before) {
                Successors.addOrder(job, member);
            }
        }
        clearMembers();
        shared = mode;
    }

    private void addMember(Job job) {
        if (memberCount == members.length) {
            forgetEnded();
            if (2 * memberCount >= members.length) {
                members = Arrays.copyOf(members, Math.max(4, 2 * members.length));
            }
        }
        members[memberCount++] = job;
    }

    /**
     * Makes later tasks wait for a reader of data that a task without successors has written, unless another task came
     * after that one.
     */
    void readBehind(Job writer, Job reader) {
        boolean isLast = single == writer && memberCount == 0;
        if (isLast) {
            shared = Access.R;
            before = null;
        }
        if (isLast || single == writer && shared == Access.R) {
            addMember(reader);
        }
    }

    /** Removes a task that takes a new place. Tasks that come from now on wait for its new place only. */
    void leavePlace(Job job) {
        removeMembers(member -> member == job);
        single = single == job ? null : single;
        if (before != null) {
            before = Arrays.stream(before).filter(member -> member != job).toArray(Job[]::new);
        }
        if (terms != null) {
            terms.unordered().remove(job);
        }
    }

    private void forgetEnded() {
        removeMembers(Progress::isSettled);
    }

    private void removeMembers(Predicate<Job> condition) {
        int kept = 0;
        for (int index = 0; index < memberCount; index++) {
            if (!condition.test(members[index])) {
                members[kept++] = members[index];
            }
        }
        Arrays.fill(members, kept, memberCount, null);
        memberCount = kept;
    }

    private void clearMembers() {
        Arrays.fill(members, 0, memberCount, null);
        memberCount = 0;
    }

    /**
     * The tasks that a task which stands alone would wait for now: when they have ended, all have that were placed
     * before.
     *
     * @return perhaps with some that have ended
     */
    List<Job> lastUsers() {
        List<Job> users = new ArrayList<>(Arrays.asList(members).subList(0, memberCount));
        if (memberCount == 0 && single != null) {
            users.add(single);
        }
        if (terms != null) {
            users.addAll(terms.unordered());
        }
        return users;
    }

    /** Returns the number of remembered members of the last group, some of which may have ended. */
    public int memberCount() {
        return memberCount;
    }

    /** Forgets all tasks; when no more come. */
    public void forgetUsers() {
        members = NONE;
        memberCount = 0;
        single = null;
        before = null;
    }
}
