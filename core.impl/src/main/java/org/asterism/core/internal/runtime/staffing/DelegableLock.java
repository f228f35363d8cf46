package org.asterism.core.internal.runtime.staffing;

import java.util.concurrent.locks.ReentrantLock;
import org.asterism.core.internal.context.PolicySupervisor;

/**
 * A lock that its holder shares with the threads on which it creates policies. Such a policy may create a context, or
 * bring a driver, while the holder waits for it. While such a thread has the lock, the holder does not abandon it.
 */
public final class DelegableLock {
    private final ReentrantLock lock = new ReentrantLock();
    private final Held held = this::unlock;
    private volatile Thread holder;

    /** A holding of the lock, for a {@code try} statement. */
    public interface Held extends AutoCloseable {
        @Override
        void close();
    }

    /** Takes the lock, or shares that of a thread that waits for the calling one; until the stay is closed. */
    public Held hold() {
        Thread by = holder;
        if (by == null || by == Thread.currentThread() || !PolicySupervisor.takePart(by)) {
            lock.lock();
            holder = Thread.currentThread();
        }
        return held;
    }

    private void unlock() {
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
