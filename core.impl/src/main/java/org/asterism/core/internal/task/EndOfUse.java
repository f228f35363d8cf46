package org.asterism.core.internal.task;

import java.util.List;
import java.util.function.Predicate;
import org.asterism.core.internal.data.Handle;

/** Ends the use of data: no further task may use them, contributions are combined, and the last users are awaited. */
public final class EndOfUse {
    private EndOfUse() {}

    /** Combines the contributions to a reduction, if there are any. */
    public static void putTogether(Handle handle) {
        AccessOrder order = AccessOrder.of(handle);
        Job join;
        order.lock();
        try {
            join = order.putTogether(0, true);
        } finally {
            order.unlock();
        }
        place(join);
    }

    /** Lets no task use the data any more; false if that was done before. */
    public static boolean shut(Handle handle, boolean isWanted) {
        AccessOrder order = AccessOrder.of(handle);
        Job join = null;
        order.lock();
        try {
            boolean wasOpen = !order.isClosed();
            join = wasOpen ? order.putTogether(0, isWanted) : null;
            order.close();
            return wasOpen;
        } finally {
            order.unlock();
            place(join);
        }
    }

    /**
     * The jobs that have a place in the order of accesses to data that are shut and have not settled. Forgets all jobs
     * when there are none.
     *
     * @param isWanted whether anybody will look at the data afterwards
     */
    public static List<Job> unsettledUsers(Handle handle, boolean isWanted) {
        return lastUsers(AccessOrder.of(handle), Progress::isSettled, isWanted);
    }

    /** The jobs that have a place in the order of accesses to data that are shut and have not ended. */
    public static List<Job> usersLeft(Handle handle) {
        return lastUsers(AccessOrder.of(handle), user -> user.state().isFinal(), true);
    }

    /**
     * The last users, without those that are over. When all are, a task that repeats may have contributed since the
     * data were shut; its contributions are put together then by one more user.
     */
    private static List<Job> lastUsers(AccessOrder order, Predicate<Job> isOver, boolean isWanted) {
        List<Job> users;
        Job join = null;
        order.lock();
        try {
            users = order.lastUsers();
            users.removeIf(isOver);
            if (users.isEmpty()) {
                join = order.putTogether(0, isWanted);
                users = order.lastUsers();
                users.removeIf(isOver);
            }
            if (users.isEmpty()) {
                order.forgetUsers();
            }
        } finally {
            order.unlock();
        }
        place(join);
        return users;
    }

    private static void place(Job join) {
        if (join != null) {
            join.host().placed(join);
        }
    }
}
