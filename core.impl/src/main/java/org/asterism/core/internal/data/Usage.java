package org.asterism.core.internal.data;

import java.util.List;
import java.util.function.Predicate;
import org.asterism.core.internal.task.AccessOrder;
import org.asterism.core.internal.task.Job;

/**
 * The use of a piece of data: the order of the tasks on it, and whether further ones may come. Once it is closed none may, and those
 * that hold a place in the order are waited for.
 */
abstract class Usage extends AccessOrder {
    private volatile boolean closed;

    /** What the data are called. */
    public abstract String name();

    /** Refuses data that are closed. */
    public final void requireOpen() {
        if (closed) {
            throw new IllegalStateException(name() + " is closed: register the data again to use them in tasks");
        }
    }

    /** Whether no task can use the data any more. */
    public final boolean isClosed() {
        return closed;
    }

    /** Has contributions put together, if there are any. */
    final void putTogether() {
        Job join;
        lock();
        try {
            join = putTogether(0, true);
        } finally {
            unlock();
        }
        if (join != null) {
            join.host().placed(join);
        }
    }

    /** Lets no task use the data any more; false if that was done before. */
    public final boolean shut(boolean isWanted) {
        Job join = null;
        lock();
        try {
            boolean wasOpen = !closed;
            join = closed ? null : putTogether(0, isWanted);
            closed = true;
            return wasOpen;
        } finally {
            unlock();
            if (join != null) {
                join.host().placed(join);
            }
        }
    }

    /**
     * The jobs that have a place in the order of accesses to data that are shut and have not settled. Forgets all jobs when
     * there are none.
     *
     * @param isWanted whether anybody will look at the data afterwards
     */
    final List<Job> unsettledUsers(boolean isWanted) {
        return lastUsers(Job::isSettled, isWanted);
    }

    /** The jobs that have a place in the order of accesses to data that are shut and have not ended. */
    public final List<Job> usersLeft() {
        return lastUsers(user -> user.state().isFinal(), true);
    }

    /**
     * The last users, without those that are over. When all are, a task that repeats may have contributed since the data were
     * shut; its contributions are put together then by one more user.
     */
    private List<Job> lastUsers(Predicate<Job> isOver, boolean isWanted) {
        List<Job> users;
        Job join = null;
        lock();
        try {
            users = lastUsers();
            users.removeIf(isOver);
            if (users.isEmpty()) {
                join = putTogether(0, isWanted);
                users = lastUsers();
                users.removeIf(isOver);
            }
            if (users.isEmpty()) {
                forgetUsers();
            }
        } finally {
            unlock();
        }
        if (join != null) {
            join.host().placed(join);
        }
        return users;
    }

    /** Lets no task use the data any more, without waiting for those that do. */
    public final void refuseTasks() {
        closed = true;
    }
}
