package org.asterism.core.internal.use;

import java.util.List;
import org.asterism.core.internal.coherence.Traffic;
import org.asterism.core.internal.data.Handle;
import org.asterism.spi.concurrent.IdTable;
import org.asterism.spi.concurrent.SpinLock;

/**
 * Copies for single workers: data of the same layout as others, one per worker that has asked for them.
 *
 * <p>They have no home and no name in the registry. Only their worker uses them, one task after the other, so they have
 * no order either.
 *
 * <p><b>Threads.</b> Any; a lock is held over a few instructions.
 */
public final class PrivateCopies {
    private final SpinLock lock = new SpinLock();
    private final Handle original;
    private final String purpose;
    private IdTable<Handle> byWorker = IdTable.empty();

    /** Makes none yet. */
    public PrivateCopies(Handle original, String purpose) {
        this.original = original;
        this.purpose = purpose;
    }

    /** A worker's own data, made if it has none. */
    public Handle of(int worker) {
        lock.lock();
        try {
            Handle copy = byWorker.get(worker);
            if (copy == null) {
                copy = ((RegisteredHandle) original)
                        .privateCopy(purpose + " of worker " + worker + " for " + original.name());
                byWorker = byWorker.with(worker, copy);
            }
            return copy;
        } finally {
            lock.unlock();
        }
    }

    /** Takes all out, by worker. */
    List<Handle> takeAll() {
        lock.lock();
        try {
            List<Handle> taken = byWorker.values();
            byWorker = IdTable.empty();
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /** Gives up the memory of a worker that has left. */
    public void drop(int worker, Traffic traffic) {
        Handle copy;
        lock.lock();
        try {
            copy = byWorker.get(worker);
            byWorker = byWorker.without(worker);
        } finally {
            lock.unlock();
        }
        if (copy != null) {
            traffic.wishes().drop(copy);
        }
    }

    /** Gives up all memory; when no worker uses it. */
    public void drop(Traffic traffic) {
        takeAll().forEach(traffic.wishes()::drop);
    }
}
