package org.asterism.core.internal.use;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.asterism.api.Access;
import org.asterism.api.TasksStuckException;
import org.asterism.core.internal.coherence.Traffic;
import org.asterism.core.internal.data.Handle;
import org.asterism.core.internal.task.AccessOrder;
import org.asterism.core.internal.task.DataOrder;
import org.asterism.core.internal.task.EndOfUse;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.TaskHost;

/**
 * Closes data: refuses further tasks, waits for tasks that use them, brings the value home, and drops all copies.
 *
 * <p>A thread that finds another thread closing the same data waits until they are closed.
 */
final class DataClosing {
    private final TaskHost tasks;
    private final Holds holds;
    private final Traffic traffic;
    private final Cutting cutting;
    private final FormMaker forms;
    private final DataWaits waits;

    /** The data that are being closed without a waiting thread. */
    private final Map<Handle, CompletableFuture<Void>> underWay = new ConcurrentHashMap<>();

    DataClosing(TaskHost tasks, Holds holds, Traffic traffic, Cutting cutting, FormMaker forms, DataWaits waits) {
        this.tasks = tasks;
        this.holds = holds;
        this.traffic = traffic;
        this.cutting = cutting;
        this.forms = forms;
        this.waits = waits;
    }

    // By a thread of the program.

    /** Closes data when no task uses them any more, and waits for that. */
    void close(RegisteredHandle handle, boolean comeHome) {
        tasks.refuseWorkers("close " + handle.name());
        refuseChildren(handle);
        CompletableFuture<Void> whole = cutting.endAll(handle);
        try {
            waits.forTasks(whole, "the end of the partitions of " + handle);
            if (!endUse(handle, comeHome)) {
                CompletableFuture<Void> closing = underWay.get(handle);
                if (closing != null) { // of others nothing is known here any more
                    waits.forTasks(closing, "the end of " + handle);
                }
                return;
            }
        } catch (TasksStuckException stuck) {
            EndOfUse.shut(handle, true);
            CompletableFuture<Void> done = new CompletableFuture<>();
            if (underWay.putIfAbsent(handle, done) == null) {
                closeBehindUsers(handle, whole, done);
            }
            throw DataWaits.cannotClose(handle.name(), stuck);
        }
        if (handle.copies() != null || !traffic.hasOneNode()) { // a prefetch may be about to copy them
            waits.forCopies(leave(handle, comeHome), "the copies of " + handle);
        }
        handle.forget(comeHome);
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
     * Shuts data against further tasks and waits for those that use them.
     *
     * @param isWanted whether the value is needed afterwards
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
            waits.refuseStuck();
            users.forEach(waits::forTask);
        }
    }

    // Without a waiting thread.

    /** Closes data when the tasks have ended that use them, and when what is cut has been put together. */
    CompletionStage<Void> closeAsync(RegisteredHandle handle) {
        refuseChildren(handle);
        CompletableFuture<Void> done = new CompletableFuture<>();
        CompletableFuture<Void> known = underWay.putIfAbsent(handle, done);
        if (known != null) {
            return known.copy();
        }
        CompletableFuture<Void> whole = cutting.endAll(handle);
        if (!EndOfUse.shut(handle, true)) {
            underWay.remove(handle);
            return CompletableFuture.completedFuture(null);
        }
        closeBehindUsers(handle, whole, done);
        return done.copy();
    }

    /**
     * Closes data that are shut as soon as the tasks that use them have ended.
     *
     * @param whole completes when what is cut has been put together
     */
    private void closeBehindUsers(
            RegisteredHandle handle, CompletableFuture<Void> whole, CompletableFuture<Void> done) {
        Holds.Hold closing = holds.hold("closing of " + handle, hold -> {
            if (!EndOfUse.usersLeft(handle).isEmpty()) { // a task that repeats has taken a new place
                closeBehindUsers(handle, whole, done);
                hold.endAsIs();
                return;
            }
            whole.thenCompose(nothing -> leave(handle, true))
                    .whenComplete((nothing, failure) -> close(handle, hold, done));
        });
        DataOrder.placeBehind(closing.job(), EndOfUse.usersLeft(handle));
        closing.place();
        closing.go();
    }

    private void close(RegisteredHandle handle, Holds.Hold hold, CompletableFuture<Void> done) {
        Throwable failure = null;
        try {
            handle.forget(true);
        } catch (RuntimeException | Error thrown) { // such as a CorruptDataException
            failure = thrown;
        }
        hold.endAsIs();
        underWay.remove(handle);
        if (failure == null) {
            done.complete(null);
        } else {
            done.completeExceptionally(failure);
        }
    }

    // The value and the copies.

    /**
     * Converts data of several forms to the standard form, after the tasks submitted before, while there are workers
     * that can. Data that are being closed are converted by that.
     */
    void convertToStandardForm(Handle handle) {
        AccessOrder order = AccessOrder.of(handle);
        if (!order.isClosed() && handle.hasForms() && handle.home() != null && order.hasContent()) {
            holds.hold("homecoming of " + handle, handle, Access.R, hold -> {
                CompletableFuture<Void> done = handle.corruption() == null
                        ? forms.makeStandard(handle)
                        : CompletableFuture.completedFuture(null);
                done.whenComplete((nothing, failure) -> hold.endAsIs()); // who closes the data finds out anew
            });
        }
    }

    /**
     * Begins to bring data home that are about to be closed; those of several forms are converted when they are closed.
     */
    void beginToComeHome(Handle handle) {
        if (canComeHome(handle) && !handle.hasForms()) {
            traffic.wishes().bringHome(handle);
        }
    }

    /** Whether data have a home, and copies that may have a newer value than it. */
    private static boolean canComeHome(Handle handle) {
        return handle.home() != null && handle.copies() != null && handle.corruption() == null;
    }

    /** Brings data home, if that is wanted, and drops all copies; when no task uses them any more. */
    private CompletableFuture<Void> leave(Handle handle, boolean comeHome) {
        CompletableFuture<Void> home = comeHome && canComeHome(handle)
                ? forms.makeStandard(handle)
                        .thenCompose(nothing -> traffic.wishes().bringHome(handle))
                : CompletableFuture.completedFuture(null);
        return home.handle((nothing, failure) -> {
                    if (failure != null) {
                        handle.markCorrupt(
                                failure instanceof CompletionException && failure.getCause() != null
                                        ? failure.getCause()
                                        : failure);
                    }
                    return null;
                })
                .thenCompose(nothing -> traffic.wishes().drop(handle));
    }
}
