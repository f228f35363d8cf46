package org.asterism.core.internal.use;

import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import org.asterism.api.Access;
import org.asterism.api.MemoryNode;
import org.asterism.api.data.Acquisition;
import org.asterism.api.data.CorruptDataException;
import org.asterism.api.data.TransferKind;
import org.asterism.core.internal.coherence.Traffic;
import org.asterism.core.internal.data.Handle;
import org.asterism.core.internal.task.AccessOrder;
import org.asterism.core.internal.task.TaskHost;

/** The operations of programs on data besides submitting tasks. */
public final class DataAccess {
    private final TaskHost tasks;
    private final Holds holds;
    private final Traffic traffic;
    private final ProgramWait waiting;
    private final Cutting cutting;
    private final FormMaker forms;
    private final Replays replays;
    private final DataClosing closing;
    private final Outstanding outstanding = new Outstanding();

    public DataAccess(TaskHost tasks, Traffic traffic, ProgramWait waiting, MembershipInspector members) {
        this.tasks = tasks;
        this.traffic = traffic;
        this.waiting = waiting;
        holds = new Holds(tasks);
        DataWaits waits = new DataWaits(tasks, waiting);
        cutting = new Cutting(tasks, holds, traffic, waiting, waits);
        forms = new FormMaker(tasks, traffic, members);
        replays = new Replays(tasks, members);
        traffic.recomputeBy(replays::run);
        closing = new DataClosing(tasks, holds, traffic, cutting, forms, waits);
    }

    /** Cuts data. */
    Cutting cutting() {
        return cutting;
    }

    public Holds holds() {
        return holds;
    }

    /** Converts data of several forms for those who cannot. */
    public FormMaker forms() {
        return forms;
    }

    /** Runs producers of lost data again. */
    public Replays replays() {
        return replays;
    }

    /** Closes data. */
    DataClosing closing() {
        return closing;
    }

    // Acquisitions.

    public Acquisition acquire(Handle handle, Access mode, int node) throws InterruptedException {
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

    public CompletionStage<Acquisition> acquireAsync(Handle handle, Access mode, int node) {
        return begin(handle, mode, node, null).arrived().copy();
    }

    public Optional<Acquisition> tryAcquire(Handle handle, Access mode) {
        ProgramAcquisition acquisition = begin(handle, mode, MemoryNode.MAIN, Thread.currentThread());
        if (acquisition.giveUp()) {
            return Optional.empty();
        }
        acquisition.awaitHandover();
        return Optional.of(resultOf(acquisition.arrived()));
    }

    private ProgramAcquisition begin(Handle handle, Access mode, int node, Thread owner) {
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
        holds.hold("transfer of " + handle, handle, Access.R, hold -> {
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
        holds.hold("end of the use of " + handle, handle, Access.R, hold -> {
            traffic.wishes().wontUse(handle);
            hold.endAsIs();
        });
    }

    public void invalidate(Handle handle) {
        Holds.Hold invalidation = holds.hold("invalidation of " + handle, handle, Access.W, hold -> {
            traffic.wishes().invalidate(handle).thenRun(hold::end);
        });
        AccessOrder.of(handle).contentGone(invalidation.job());
    }

    /**
     * The data that the program holds; each tells as a string what is held, and by whom. Of data that were acquired
     * asynchronously nobody knows which thread will release them, so they are always among these.
     *
     * @param cannotRelease threads whose data are left out
     */
    public Collection<?> heldBeyond(Predicate<Thread> cannotRelease) {
        return outstanding.heldBeyond(cannotRelease);
    }

    /** Takes back what the program holds, for good. */
    public void takeAllBack() {
        outstanding.takeAllBack();
    }
}
