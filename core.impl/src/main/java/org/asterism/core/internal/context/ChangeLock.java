package org.asterism.core.internal.context;

import java.util.concurrent.locks.ReentrantLock;

/** A lock around changes that tells when one has ended, before it is given back. */
final class ChangeLock extends ReentrantLock {
    private static final long serialVersionUID = 1L;

    private final transient Runnable hasEnded;

    /** Makes a lock; to be told of the end of each change. */
    ChangeLock(Runnable hasEnded) {
        this.hasEnded = hasEnded;
    }

    @Override
    public void unlock() {
        hasEnded.run();
        super.unlock();
    }

    /** Waits until nobody holds it. */
    void await() {
        lock();
        super.unlock();
    }
}
