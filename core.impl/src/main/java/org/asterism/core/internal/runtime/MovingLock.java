package org.asterism.core.internal.runtime;

import java.util.concurrent.locks.ReentrantLock;
import org.asterism.core.internal.context.PolicyCalls;

/**
 * A lock that the holder shares with the threads on which it calls policies: such a policy may make a context, or bring a driver, while the
 * holder waits for it.
 */
final class MovingLock {
    private final ReentrantLock lock = new ReentrantLock();
    private volatile Thread holder;

    /** Takes the lock; nothing to be done if a thread has it that waits for the calling thread. */
    void lock() {
        Thread by = holder;
        if (by != null && by != Thread.currentThread() && PolicyCalls.isOnBehalfOf(by)) {
            return;
        }
        lock.lock();
        holder = Thread.currentThread();
    }

    /** Gives the lock back, if it is the calling thread that has it. */
    void unlock() {
        if (!lock.isHeldByCurrentThread()) {
            return;
        }
        if (lock.getHoldCount() == 1) {
            holder = null;
        }
        lock.unlock();
    }
}
