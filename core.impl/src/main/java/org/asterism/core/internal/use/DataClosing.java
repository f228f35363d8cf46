package org.asterism.core.internal.use;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.asterism.api.TasksStuckException;
import org.asterism.core.internal.task.EndOfUse;
import org.asterism.core.internal.task.Job;

/**
 * How the program's threads close data: no further task may use them, those that do are waited for, the value comes home, and all
 * copies are given up. Who finds that somebody else closes the same data waits until that has happened.
 */
final class DataClosing {
    private final Registry registry;
    private final DataAccess access;

    DataClosing(Registry registry, DataAccess access) {
        this.registry = registry;
        this.access = access;
    }

    /** Closes data when nobody uses them any more. */
    void close(RegisteredHandle handle, boolean comeHome) {
        registry.refuseWorkers("close " + handle.name());
        refuseChildren(handle);
        CompletableFuture<Void> whole = access.cutting().endAll(handle);
        try {
            access.cutting().await(whole, "the end of the partitions of " + handle);
            if (!endUse(handle, comeHome)) {
                access.awaitClosing(handle);
                return;
            }
        } catch (TasksStuckException stuck) {
            EndOfUse.shut(handle, true);
            access.closeBehindUsers(handle, whole);
            throw Cutting.cannotClose(handle.name(), stuck);
        }
        access.letGo(handle, comeHome);
        handle.forget(comeHome);
    }

    /** Closes data as soon as nobody uses them any more, without a thread that waits. */
    CompletionStage<Void> closeAsync(RegisteredHandle handle) {
        refuseChildren(handle);
        return access.closeAsync(handle);
    }

    /** The children of a partition end with it, since the whole is put together of all of them. */
    private static void refuseChildren(RegisteredHandle handle) {
        Family family = handle.family();
        if (family != null && family.parent() != null) {
            throw new IllegalStateException(
                    handle.name() + " is a child of " + family.parent().name() + ": it is closed with its partition");
        }
    }

    /**
     * Lets no task use data any more and waits for those that do.
     *
     * @param isWanted whether anybody will look at the data afterwards
     * @return false if that was done before
     */
    private boolean endUse(RegisteredHandle handle, boolean isWanted) {
        if (!EndOfUse.shut(handle, isWanted)) {
            return false;
        }
        // A task that repeats takes a new place before it lets go of the tasks behind its former one: look again.
        while (true) {
            List<Job> users = EndOfUse.unsettledUsers(handle, isWanted);
            if (users.isEmpty()) {
                return true;
            }
            registry.refuseStuck();
            users.forEach(registry::awaitUninterruptibly);
        }
    }
}
