package org.asterism.core.internal.use;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.asterism.api.Access;
import org.asterism.api.MemoryNode;
import org.asterism.api.data.Acquisition;
import org.asterism.api.data.CorruptDataException;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.DataView;
import org.asterism.core.internal.coherence.Claim;
import org.asterism.core.internal.coherence.RecomputationUnderWayException;
import org.asterism.core.internal.coherence.Traffic;
import org.asterism.core.internal.data.Handle;

/** An acquisition of data by the program. */
final class ProgramAcquisition implements Acquisition {
    private final Handle handle;
    private final int node;
    private final Thread owner;
    private final Traffic traffic;
    private final FormMaker forms;
    private final CompletableFuture<Acquisition> arrived = new CompletableFuture<>();
    private final AtomicBoolean released = new AtomicBoolean();
    private final AtomicReference<Fate> fate = new AtomicReference<>(Fate.OPEN);
    private final AtomicBoolean told = new AtomicBoolean();
    private final Outstanding outstanding;
    private volatile Access mode;
    private Holds.Hold hold;
    private volatile Claim claim;
    private volatile DataView view;

    /** The winner of a race: the arrival of the data, or the program that gives up waiting for them. */
    private enum Fate {
        OPEN,
        TAKEN,
        GIVEN_UP
    }

    /**
     * Makes it.
     *
     * @param owner the thread that waits for the data, and is expected to release them; null if none waits
     */
    ProgramAcquisition(
            Handle handle,
            Access mode,
            int node,
            Thread owner,
            Traffic traffic,
            FormMaker forms,
            Outstanding outstanding) {
        if (mode != Access.R && mode != Access.W && mode != Access.RW) {
            throw new IllegalArgumentException(
                    "a program cannot acquire " + handle + " with mode " + mode + ": use R, W or RW");
        }
        traffic.requireNode(node);
        this.handle = handle;
        this.mode = mode;
        this.node = node;
        this.owner = owner;
        this.traffic = traffic;
        this.forms = forms;
        this.outstanding = outstanding;
    }

    /** Takes its place behind the tasks submitted so far. */
    void submit(Holds holds) {
        holds.hold("acquisition of " + handle + " by the program", handle, mode, this::ours);
    }

    /** The thread that is expected to release the data; null if it may be any. */
    Thread owner() {
        return owner;
    }

    CompletableFuture<Acquisition> arrived() {
        return arrived;
    }

    /** The data are in nobody's way any more. */
    private void ours(Holds.Hold given) {
        hold = given;
        Throwable corruption = handle.corruption();
        if (mode.reads() && corruption != null) {
            refuse(new CorruptDataException(handle.name(), corruption));
        } else if (mode.reads() && handle.hasForms()) {
            forms.makeStandard(handle).whenComplete((nothing, failure) -> {
                if (failure == null) {
                    claim();
                } else {
                    refuse(failure);
                }
            });
        } else if (node != MemoryNode.MAIN || handle.copies() != null) {
            claim();
        } else if (take()) {
            view = handle.view();
            arrive();
        } else {
            given.endAsIs();
        }
    }

    private void claim() {
        try {
            Claim made = traffic.claim(node, hold, 0, 1, () -> traffic.afterwards(this::fetched), this::take);
            made.add(handle, mode);
            claim = made;
            traffic.make(made);
        } catch (IllegalArgumentException left) {
            refuse(left); // the node has left with its driver
        }
    }

    private boolean take() {
        return fate.compareAndSet(Fate.OPEN, Fate.TAKEN);
    }

    private void fetched() {
        if (!told.compareAndSet(false, true)) {
            return;
        }
        Throwable failure = claim.failure();
        if (failure instanceof RecomputationUnderWayException awaited) {
            told.set(false);
            awaited.end().thenRun(this::claim);
        } else if (failure != null) {
            refuse(failure);
        } else {
            view = claim.view(0);
            arrive();
        }
    }

    private void arrive() {
        hold.restWithProgram();
        outstanding.add(this);
        arrived.complete(this);
    }

    /** Ends it without the data. What was not written is not made whole by looking at it. */
    private void refuse(Throwable why) {
        hold.endAsIs();
        arrived.completeExceptionally(why);
    }

    /**
     * Gives it up, which leaves the data as they were; false if it has the data already, or will have them in a moment.
     */
    boolean giveUp() {
        return fate.compareAndSet(Fate.OPEN, Fate.GIVEN_UP);
    }

    /** Waits for the moment it takes until data have been handed over that are taken. */
    void awaitHandover() {
        while (!arrived.isDone()) {
            Claim made = claim;
            if (made != null && made.isSettled()) {
                fetched();
            } else {
                Thread.onSpinWait();
            }
        }
    }

    @Override
    public DataHandle handle() {
        return handle;
    }

    @Override
    public Access mode() {
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
        if (released.get()) {
            throw new IllegalStateException(handle + " was released: acquire it again, for reading");
        }
        if (!mode.writes()) {
            return;
        }
        tellWritten();
        mode = Access.R;
        hold = hold.readOn();
    }

    private void tellWritten() {
        if (claim != null) {
            traffic.readOn(claim);
        } else if (handle.copies() != null) {
            traffic.writtenAtHome(handle);
        }
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
        try {
            if (claim != null) {
                traffic.release(claim);
            } else if (mode.writes()) {
                tellWritten();
            }
            hold.end();
        } finally {
            outstanding.remove(this); // last: until then no waiting thread takes the tasks behind it for stuck ones
        }
    }

    @Override
    public String toString() {
        return "acquisition of " + handle;
    }
}
