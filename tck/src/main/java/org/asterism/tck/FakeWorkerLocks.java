package org.asterism.tck;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.asterism.spi.policy.WorkerLock;

/**
 * One lock per worker. The worker's thread holds it while it is in the policy, and releases it when it relaxes. The
 * core achieves the same at lower cost.
 */
final class FakeWorkerLocks {
    private final Map<FakeWorker, ReentrantLock> locks = new ConcurrentHashMap<>();
    private final ThreadLocal<FakeWorker> held = new ThreadLocal<>();

    private ReentrantLock of(FakeWorker worker) {
        return locks.computeIfAbsent(worker, any -> new ReentrantLock());
    }

    void enter(FakeWorker self) {
        of(self).lock();
    }

    void leave(FakeWorker self) {
        of(self).unlock();
    }

    /** Releases a worker's lock, and returns how often it was held. */
    int relax(FakeWorker self) {
        ReentrantLock own = of(self);
        int holds = own.getHoldCount();
        for (int count = 0; count < holds; count++) {
            own.unlock();
        }
        return holds;
    }

    /** Acquires a worker's lock again, as often as it was held. */
    void goOn(FakeWorker self, int holds) {
        ReentrantLock own = of(self);
        for (int count = 0; count < holds; count++) {
            own.lock();
        }
    }

    WorkerLock lock(FakeWorker worker, FakeWorker self) {
        requireNone(worker);
        if (worker == self && of(worker).isHeldByCurrentThread()) {
            return WorkerLock.NONE;
        }
        int relaxed = self == null ? 0 : relax(self);
        of(worker).lock();
        held.set(worker);
        return () -> unlock(worker, self, relaxed);
    }

    /** Returns null if another thread holds the lock. */
    WorkerLock tryLock(FakeWorker worker, FakeWorker self) {
        requireNone(worker);
        if (worker == self && of(worker).isHeldByCurrentThread()) {
            return WorkerLock.NONE;
        }
        if (!of(worker).tryLock()) {
            return null;
        }
        int relaxed = self == null ? 0 : relax(self);
        held.set(worker);
        return () -> unlock(worker, self, relaxed);
    }

    private void requireNone(FakeWorker wanted) {
        if (held.get() != null) {
            throw new IllegalStateException("the policy locks " + wanted + " while it holds the lock of " + held.get()
                    + ": a thread holds one worker's lock at most");
        }
    }

    private void unlock(FakeWorker worker, FakeWorker self, int relaxed) {
        held.remove();
        of(worker).unlock();
        if (self != null) {
            goOn(self, relaxed);
        }
    }
}
