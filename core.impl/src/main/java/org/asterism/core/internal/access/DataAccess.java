package org.asterism.core.internal.access;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.asterism.api.AccessMode;
import org.asterism.api.MemoryNode;
import org.asterism.api.data.Acquisition;
import org.asterism.api.data.CorruptDataException;
import org.asterism.api.data.TransferKind;
import org.asterism.core.internal.coherence.Traffic;
import org.asterism.core.internal.data.Handle;
import org.asterism.core.internal.partition.Cutting;
import org.asterism.core.internal.task.TaskHost;

/** What programs do with data besides submitting tasks. */
public final class DataAccess {
    private final TaskHost tasks;
    private final Holds holds;
    private final Traffic traffic;
    private final Patience patience;
    private final Cutting cutting;

    /** How a thread of the program waits for something that is no task. */
    public interface Patience {
        /** Waits until a future has completed, and looks after what may be needed for that. */
        void await(CompletableFuture<?> future, String what) throws InterruptedException;
    }

    public DataAccess(TaskHost tasks, Traffic traffic, Patience patience) {
        this.tasks = tasks;
        this.traffic = traffic;
        this.patience = patience;
        holds = new Holds(tasks);
        cutting = new Cutting(tasks, holds, traffic, patience);
    }

    /** Cuts data. */
    public Cutting cutting() {
        return cutting;
    }

    public Holds holds() {
        return holds;
    }

    // Acquisitions.

    public Acquisition acquire(Handle handle, AccessMode mode, int node) throws InterruptedException {
        tasks.refuseWorkers("acquire " + handle.name());
        ProgramAcquisition acquisition = begin(handle, mode, node);
        try {
            patience.await(acquisition.arrived(), acquisition.toString());
        } catch (InterruptedException interrupted) {
            acquisition.abandon();
            throw interrupted;
        }
        return resultOf(acquisition.arrived());
    }

    public CompletionStage<Acquisition> acquireAsync(Handle handle, AccessMode mode, int node) {
        return begin(handle, mode, node).arrived().copy();
    }

    public Optional<Acquisition> tryAcquire(Handle handle, AccessMode mode) {
        ProgramAcquisition acquisition = begin(handle, mode, MemoryNode.MAIN);
        if (acquisition.arrived().isDone()) {
            return Optional.of(resultOf(acquisition.arrived()));
        }
        acquisition.abandon();
        return Optional.empty();
    }

    private ProgramAcquisition begin(Handle handle, AccessMode mode, int node) {
        ProgramAcquisition acquisition = new ProgramAcquisition(handle, mode, node, traffic);
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
            traffic.transfer(handle, node, kind, priority).whenComplete((nothing, failure) -> {
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

    public void wontUse(Handle handle) {
        if (!handle.hasContent()) {
            return;
        }
        holds.hold("end of the use of " + handle, handle, AccessMode.R, hold -> {
            traffic.wontUse(handle);
            hold.endAsIs();
        });
    }

    public void invalidate(Handle handle) {
        Holds.Hold invalidation = holds.hold("invalidation of " + handle, handle, AccessMode.W, hold -> {
            traffic.invalidate(handle);
            hold.end();
        });
        handle.contentGone(invalidation.job());
    }

    // The end of data.

    /** Brings data home, if they shall come, and gives up all their copies; when no task uses them any more. */
    public void letGo(Handle handle, boolean comeHome) {
        if (handle.replicates() == null) {
            return;
        }
        CompletableFuture<Void> gone = leave(handle, comeHome);
        boolean interrupted = false;
        while (true) {
            try {
                patience.await(gone, "the copies of " + handle);
                break;
            } catch (InterruptedException again) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private CompletableFuture<Void> leave(Handle handle, boolean comeHome) {
        CompletableFuture<Void> home = comeHome && handle.home() != null && handle.corruption() == null
                ? traffic.bringHome(handle)
                : CompletableFuture.completedFuture(null);
        return home.handle((nothing, failure) -> {
                    if (failure != null) {
                        handle.markCorrupt(failure);
                    }
                    return null;
                })
                .thenCompose(nothing -> traffic.drop(handle));
    }

    public CompletionStage<Void> closeAsync(Handle handle) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        AccessMode mode = handle.hasContent() ? AccessMode.RW : AccessMode.W; // there may be nothing that could be read
        holds.hold("closing of " + handle, handle, mode, hold -> {
            leave(handle, true).whenComplete((nothing, failure) -> {
                hold.endAsIs();
                try {
                    handle.forget(true);
                    done.complete(null);
                } catch (CorruptDataException corrupt) {
                    done.completeExceptionally(corrupt);
                }
            });
        });
        handle.refuseTasks();
        return done;
    }
}
