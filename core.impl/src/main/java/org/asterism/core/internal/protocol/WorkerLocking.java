package org.asterism.core.internal.protocol;

import org.asterism.spi.policy.Relaxation;
import org.asterism.spi.policy.WorkerLock;

/**
 * Lets policies lock one worker, and lets the worker relax. It adds waiting to {@link WorkerProtocol}, and preallocated
 * objects for {@code try} statements.
 */
public final class WorkerLocking {
    private final WorkerProtocol machine;
    private final String name;
    private final WorkerLock held = this::unlock;
    private final Relaxation relaxed = this::goOn;

    /** The worker that holds the lock, or null if the thread that holds it is none. Guarded by the lock. */
    private WorkerLocking holder;

    /** Whether the holder has relaxed for it. Guarded by the lock. */
    private boolean holderRelaxed;

    /** The worker whose lock this worker holds, or null; used by its own thread only. */
    private WorkerLocking holds;

    public WorkerLocking(WorkerProtocol machine, String name) {
        this.machine = machine;
        this.name = name;
    }

    /**
     * Takes the lock, waiting for it.
     *
     * @param self the calling worker, or null
     */
    public WorkerLock lock(WorkerLocking self) {
        if (needsNoLock(self)) {
            return WorkerLock.NONE;
        }
        boolean relaxes = self != null && self != this && self.relaxInOperation();
        Waits.lock(machine);
        return taken(self, relaxes);
    }

    /** Takes the lock if that is possible at once; null if not. */
    public WorkerLock tryLock(WorkerLocking self) {
        if (needsNoLock(self)) {
            return WorkerLock.NONE;
        }
        if (!machine.tryLock()) {
            return null;
        }
        return taken(self, self != null && self != this && self.relaxInOperation());
    }

    private boolean needsNoLock(WorkerLocking self) {
        if (self == null) {
            return false;
        }
        if (self.holds != null) {
            throw new IllegalStateException("a policy locks worker " + name + " on worker " + self.name
                    + ", which holds the lock of worker " + self.holds.name
                    + ": give that back first, since a worker holds one lock at most");
        }
        return self == this && machine.isExclusive();
    }

    private boolean relaxInOperation() {
        if (!machine.isInOperation()) {
            return false;
        }
        machine.relax();
        return true;
    }

    private WorkerLock taken(WorkerLocking self, boolean relaxes) {
        holder = self;
        holderRelaxed = relaxes;
        if (self != null) {
            self.holds = this;
        }
        return held;
    }

    private void unlock() {
        WorkerLocking self = holder;
        boolean relaxes = holderRelaxed;
        machine.unlock();
        ended(self, relaxes);
    }

    private static void ended(WorkerLocking self, boolean relaxes) {
        if (self != null) {
            self.holds = null;
            if (relaxes) {
                Waits.unrelax(self.machine);
            }
        }
    }

    /** Lets others lock this worker in the midst of an operation; by its own thread. */
    public Relaxation relax() {
        return relaxInOperation() ? relaxed : Relaxation.NONE;
    }

    private void goOn() {
        Waits.unrelax(machine);
    }

    /** Whether the worker is away with a team; what is said of an answer is said at {@link WorkerProtocol#observe}. */
    public boolean isBlockedInParallel(WorkerLocking self) {
        if (self == this || !machine.wasEverCalled()) {
            return false;
        }
        lock(self);
        WorkerLocking locker = holder;
        boolean relaxes = holderRelaxed;
        boolean isBlocked = machine.observe();
        ended(locker, relaxes);
        return isBlocked;
    }
}
