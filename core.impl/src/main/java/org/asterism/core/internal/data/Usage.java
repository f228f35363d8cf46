package org.asterism.core.internal.data;

import java.util.List;
import org.asterism.core.internal.dependency.AccessOrder;
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

    /** Who holds a place in the order of accesses still; forgets all when there is nobody. */
    final List<Job> unsettledUsers() {
        lock();
        try {
            List<Job> users = lastUsers();
            users.removeIf(Job::isSettled);
            if (users.isEmpty()) {
                forgetUsers();
            }
            return users;
        } finally {
            unlock();
        }
    }

    /** Who holds a place in the order of accesses and has not ended. */
    public final List<Job> usersLeft() {
        lock();
        try {
            List<Job> users = lastUsers();
            users.removeIf(user -> user.state().isFinal());
            return users;
        } finally {
            unlock();
        }
    }

    /** Lets no task use the data any more, without waiting for those that do. */
    public final void refuseTasks() {
        closed = true;
    }
}
