package org.asterism.core.internal.access;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.asterism.api.AccessMode;
import org.asterism.api.MemoryNode;
import org.asterism.api.data.Acquisition;
import org.asterism.api.data.CorruptDataException;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.DataView;
import org.asterism.core.internal.coherence.Claim;
import org.asterism.core.internal.coherence.Traffic;
import org.asterism.core.internal.data.Handle;

/** Data in the hands of the program. */
final class ProgramAcquisition implements Acquisition {
    private final Handle handle;
    private final int node;
    private final Traffic traffic;
    private final CompletableFuture<Acquisition> arrived = new CompletableFuture<>();
    private final AtomicBoolean released = new AtomicBoolean();
    private volatile AccessMode mode;
    private Holds.Hold hold;
    private Claim claim;
    private volatile DataView view;
    private volatile boolean abandoned;

    ProgramAcquisition(Handle handle, AccessMode mode, int node, Traffic traffic) {
        if (mode != AccessMode.R && mode != AccessMode.W && mode != AccessMode.RW) {
            throw new IllegalArgumentException(
                    "a program cannot acquire " + handle + " with mode " + mode + ": use R, W or RW");
        }
        traffic.requireNode(node);
        this.handle = handle;
        this.mode = mode;
        this.node = node;
        this.traffic = traffic;
    }

    /** Takes its place behind the tasks submitted so far. */
    void submit(Holds holds) {
        holds.hold("acquisition of " + handle + " by the program", handle, mode, this::ours);
    }

    CompletableFuture<Acquisition> arrived() {
        return arrived;
    }

    /** The data are in nobody's way any more. */
    private void ours(Holds.Hold given) {
        hold = given;
        Throwable corruption = handle.corruption();
        if (abandoned) {
            given.endAsIs();
        } else if (mode.reads() && corruption != null) {
            given.endAsIs(); // what was not written is not made whole by looking at it
            arrived.completeExceptionally(new CorruptDataException(handle.name(), corruption));
        } else if (node == MemoryNode.MAIN && handle.replicates() == null) {
            view = handle.view();
            arrived.complete(this);
        } else {
            claim = traffic.claim(node, hold.toString(), 0, () -> traffic.afterwards(this::fetched));
            claim.add(handle, mode);
            traffic.make(claim);
        }
    }

    private void fetched() {
        Throwable failure = claim.failure();
        if (failure != null) {
            hold.endAsIs();
            arrived.completeExceptionally(failure);
        } else if (abandoned) {
            traffic.release(claim);
            hold.endAsIs();
        } else {
            view = claim.view(0);
            arrived.complete(this);
        }
        hold.job().host().wake(true);
    }

    /** Has it let go as soon as it arrives; nothing if it has arrived. */
    void abandon() {
        abandoned = true;
        arrived.thenAccept(Acquisition::close);
    }

    @Override
    public DataHandle handle() {
        return handle;
    }

    @Override
    public AccessMode mode() {
        return mode;
    }

    @Override
    public DataView view() {
        if (released.get()) {
            throw new IllegalStateException(handle + " was released: acquire it again");
        }
        return view;
    }

    @Override
    public void downgrade() {
        throw new UnsupportedOperationException("D1");
    }

    @Override
    public void release() {
        if (!released.compareAndSet(false, true)) {
            throw new IllegalStateException(handle + " was released already: each acquisition is released once");
        }
        letGo();
    }

    @Override
    public void close() {
        if (released.compareAndSet(false, true)) {
            letGo();
        }
    }

    private void letGo() {
        if (claim != null) {
            traffic.release(claim);
        } else if (mode.writes() && handle.replicates() != null) {
            traffic.writtenAtHome(handle);
        }
        hold.end();
    }

    @Override
    public String toString() {
        return "acquisition of " + handle;
    }
}
