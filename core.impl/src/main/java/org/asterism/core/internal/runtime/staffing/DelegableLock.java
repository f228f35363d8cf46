package org.asterism.core.internal.runtime.staffing;

import java.util.concurrent.locks.ReentrantLock;
import org.asterism.core.internal.context.PolicySupervisor;

/**
 * A lock that the holder shares with the threads on which it has policies made: such a policy may make a context, or
 * bring a driver, while the holder waits for it. The holder does not give such a thread up while it has the lock.
 */
public final class DelegableLock {
    private final ReentrantLock lock = new ReentrantLock();
    private volatile Thread holder;

    /** Takes the lock, or shares that of a thread that waits for the calling one. */
    public void lock() {
        Thread by = holder;
        if (by == null || by == Thread.currentThread() || !PolicySupervisor.takePart(by)) {
            lock.lock();
            holder = Thread.currentThread();
        }
    }

    /** Gives the lock back, or ends the sharing. */
    public void unlock() {
        if (!lock.isHeldByCurrentThread()) {
            PolicySupervisor.endTakingPart();
            return;
        }
        if (lock.getHoldCount() == 1) {
            holder = null;
        }
        lock.unlock();
    }
}
