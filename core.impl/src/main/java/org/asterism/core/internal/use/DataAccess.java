package org.asterism.core.internal.use;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.asterism.api.AccessMode;
import org.asterism.api.MemoryNode;
import org.asterism.api.data.Acquisition;
import org.asterism.api.data.CorruptDataException;
import org.asterism.api.data.TransferKind;
import org.asterism.core.internal.coherence.Traffic;
import org.asterism.core.internal.data.Handle;
import org.asterism.core.internal.task.AccessOrder;
import org.asterism.core.internal.task.DataOrder;
import org.asterism.core.internal.task.EndOfUse;
import org.asterism.core.internal.task.TaskHost;

/** What programs do with data besides submitting tasks. */
public final class DataAccess {
    private final TaskHost tasks;
    private final Holds holds;
    private final Traffic traffic;
    private final ProgramWait waiting;
    private final Cutting cutting;
    private final FormMaker forms;
    private final Outstanding outstanding = new Outstanding();
    private final Map<Handle, CompletableFuture<Void>> closings = new ConcurrentHashMap<>();

    public DataAccess(TaskHost tasks, Traffic traffic, ProgramWait waiting, MembershipInspector members) {
        this.tasks = tasks;
        this.traffic = traffic;
        this.waiting = waiting;
        holds = new Holds(tasks);
        cutting = new Cutting(tasks, holds, traffic, waiting);
        forms = new FormMaker(tasks, traffic, members);
    }

    /** Cuts data. */
    public Cutting cutting() {
        return cutting;
    }

    public Holds holds() {
        return holds;
    }

    /** Converts data of several forms for those who cannot. */
    public FormMaker forms() {
        return forms;
    }

    // Acquisitions.

    public Acquisition acquire(Handle handle, AccessMode mode, int node) throws InterruptedException {
        tasks.refuseWorkers("acquire " + handle.name());
        ProgramAcquisition acquisition = begin(handle, mode, node, Thread.currentThread());
        try {
            waiting.await(acquisition.arrived(), acquisition.toString());
        } catch (InterruptedException interrupted) {
            if (acquisition.giveUp()) {
                throw interrupted;
            }
            acquisition.awaitHandover();
            Thread.currentThread().interrupt();
        } catch (RuntimeException hopeless) {
            acquisition.giveUp();
            throw hopeless;
        }
        return resultOf(acquisition.arrived());
    }

    public CompletionStage<Acquisition> acquireAsync(Handle handle, AccessMode mode, int node) {
        return begin(handle, mode, node, null).arrived().copy();
    }

    public Optional<Acquisition> tryAcquire(Handle handle, AccessMode mode) {
        ProgramAcquisition acquisition = begin(handle, mode, MemoryNode.MAIN, Thread.currentThread());
        if (acquisition.giveUp()) {
            return Optional.empty();
        }
        acquisition.awaitHandover();
        return Optional.of(resultOf(acquisition.arrived()));
    }

    private ProgramAcquisition begin(Handle handle, AccessMode mode, int node, Thread owner) {
        ProgramAcquisition acquisition = new ProgramAcquisition(handle, mode, node, owner, traffic, forms, outstanding);
        acquisition.submit(holds);
        return acquisition;
    }

    private static <T> T resultOf(CompletableFuture<T> done) {
        if (done.isCompletedExceptionally()) {
            Throwable thrown = done.exceptionNow();
            if (thrown instanceof CorruptDataException corrupt) {
                throw corrupt;
            }
            throw new IllegalStateException(thrown.getMessage(), thrown);
        }
        return done.resultNow();
    }

    // Wishes, in the order of the tasks.

    public CompletionStage<Void> transfer(Handle handle, int node, TransferKind kind, int priority) {
        traffic.requireNode(node);
        CompletableFuture<Void> done = new CompletableFuture<>();
        holds.hold("transfer of " + handle, handle, AccessMode.R, hold -> {
            transferNow(handle, node, kind, priority).whenComplete((nothing, failure) -> {
                if (failure == null) {
                    done.complete(null);
                } else {
                    done.completeExceptionally(failure);
                }
            });
            hold.endAsIs(); // a task that is to write need not wait: the copy is given up then
        });
        return done;
    }

    private CompletableFuture<Void> transferNow(Handle handle, int node, TransferKind kind, int priority) {
        try {
            return traffic.wishes().transfer(handle, node, kind, priority);
        } catch (IllegalArgumentException left) {
            return CompletableFuture.failedFuture(left); // the node has left with its driver
        }
    }

    public void wontUse(Handle handle) {
        if (!AccessOrder.of(handle).hasContent()) {
            return;
        }
        holds.hold("end of the use of " + handle, handle, AccessMode.R, hold -> {
            traffic.wishes().wontUse(handle);
            hold.endAsIs();
        });
    }

    public void invalidate(Handle handle) {
        Holds.Hold invalidation = holds.hold("invalidation of " + handle, handle, AccessMode.W, hold -> {
            traffic.wishes().invalidate(handle).thenRun(hold::end);
        });
        AccessOrder.of(handle).contentGone(invalidation.job());
    }

    // The end of data.

    /**
     * Has data come home in their standard form, after the tasks submitted before; while there are workers that can convert them. Data
     * that are being closed come home by that.
     */
    public void comeHome(Handle handle) {
        AccessOrder order = AccessOrder.of(handle);
        if (!order.isClosed() && handle.hasForms() && handle.home() != null && order.hasContent()) {
            holds.hold("homecoming of " + handle, handle, AccessMode.R, hold -> {
                CompletableFuture<Void> done = handle.corruption() == null
                        ? forms.makeStandard(handle)
                        : CompletableFuture.completedFuture(null);
                done.whenComplete((nothing, failure) -> hold.endAsIs()); // who closes the data finds out anew
            });
        }
    }

    /** Begins to bring data home that are about to be closed; those of several forms are converted when they are closed. */
    public void beginToComeHome(Handle handle) {
        if (handle.home() != null && handle.copies() != null && handle.corruption() == null && !handle.hasForms()) {
            traffic.wishes().bringHome(handle);
        }
    }

    /** Brings data home, if they shall come, and gives up all their copies; when no task uses them any more. */
    public void letGo(Handle handle, boolean comeHome) {
        if (handle.copies() == null && traffic.hasOneNode()) {
            return; // else a prefetch may be about to copy them
        }
        cutting.awaitCopies(leave(handle, comeHome), "the copies of " + handle);
    }

    private CompletableFuture<Void> leave(Handle handle, boolean comeHome) {
        CompletableFuture<Void> home =
                comeHome && handle.home() != null && handle.copies() != null && handle.corruption() == null
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

    /** Closes a handle when the tasks have ended that use it, and when what is cut has been put together. */
    public CompletionStage<Void> closeAsync(RegisteredHandle handle) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        CompletableFuture<Void> known = closings.putIfAbsent(handle, done);
        if (known != null) {
            return known.copy();
        }
        CompletableFuture<Void> whole = cutting.endAll(handle);
        if (!EndOfUse.shut(handle, true)) {
            closings.remove(handle);
            return CompletableFuture.completedFuture(null);
        }
        closeBehindUsers(handle, whole, done);
        return done.copy();
    }

    /**
     * Has a handle, which no further task may use, closed when those have ended that do.
     *
     * @param whole completes when what is cut has been put together
     */
    public void closeBehindUsers(RegisteredHandle handle, CompletableFuture<Void> whole) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        if (closings.putIfAbsent(handle, done) == null) {
            closeBehindUsers(handle, whole, done);
        }
    }

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
        closings.remove(handle);
        if (failure == null) {
            done.complete(null);
        } else {
            done.completeExceptionally(failure);
        }
    }

    /** Waits for the end of data that are being closed; of others nothing is known here any more. */
    public void awaitClosing(Handle handle) {
        CompletableFuture<Void> closing = closings.get(handle);
        if (closing != null) {
            cutting.await(closing, "the end of " + handle);
        }
    }

    /**
     * The data that the program holds, in words for people. Of data that were acquired asynchronously nobody knows which thread
     * will release them, so they are always among these.
     *
     * @param cannotRelease threads whose data are left out
     */
    public List<String> heldBeyond(Predicate<Thread> cannotRelease) {
        return outstanding.heldBeyond(cannotRelease);
    }

    /** Takes back what the program holds, for good. */
    public void takeAllBack() {
        outstanding.takeAllBack();
    }
}
